"""The gallery: pictures that the program draws while the site is built."""

import subprocess
from dataclasses import dataclass

from stage import SiteError

INTRODUCTION = """# Gallery

The program drew all of these pictures while this page was built.
The line below a picture is the command that makes it.
"""


@dataclass
class Picture:
    name: str  # of the file
    caption: str
    family: str  # arguments of `isotypic generate`
    draw: str = ""  # options of `isotypic draw`

    @property
    def command(self):
        options = f" {self.draw}" if self.draw else ""
        return f"isotypic generate {self.family} | isotypic draw -{options} -o {self.name}.svg"


SECTIONS = {}


def write_page(source, program):
    folder = source / "docs" / "gallery"
    folder.mkdir(parents=True)
    text = [INTRODUCTION]
    for heading, (about, pictures) in SECTIONS.items():
        text += [f"## {heading}", "", about, "", "````{container} gallery"]
        for picture in pictures:
            draw(picture, folder, program)
            text += [f"```{{figure}} gallery/{picture.name}.svg", f":alt: {picture.caption}", "",
                     picture.caption, "", f"`{picture.command}`", "```", ""]
        text += ["````", ""]
    (source / "docs" / "gallery.md").write_text("\n".join(text))


def draw(picture, folder, program):
    done = subprocess.run(["bash", "-o", "pipefail", "-c", picture.command], cwd=folder,
                          env={"PATH": f"{program.parent}:/usr/bin:/bin"}, capture_output=True,
                          text=True)
    if done.returncode != 0:
        raise SiteError(f"{picture.command}\n{done.stderr}")
