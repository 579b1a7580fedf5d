"""Checks every link within a built site: pages, anchors, pictures, scripts."""

import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page, and what it links to."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in {"id", "name"} and value:
                self.anchors.add(value)
            if name in {"href", "src"} and value and tag != "base":
                self.links.append(value)


def check(site, external_list):
    """Prints links that lead nowhere, and returns 1 if there are some."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    external, internal, broken = set(), 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in {"http", "https"}:
                external.add(link)
                continue
            if parts.scheme:  # data:, mailto:
                continue
            internal += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            if not target.exists():
                broken.append((path, link))
            elif parts.fragment and target in pages:
                if unquote(parts.fragment) not in pages[target].anchors:
                    broken.append((path, link))
    for path, link in broken:
        print(f"{path.relative_to(site)}: {link} leads nowhere", file=sys.stderr)
    external_list.write_text("".join(f"{link}\n" for link in sorted(external)))
    print(f"site: {len(pages)} pages, {internal} links within the site, {len(broken)} broken; "
          f"{len(external)} external links not opened")
    return 1 if broken else 0
