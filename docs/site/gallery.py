"""The gallery: pictures that the program draws while the site is built."""

import os
import subprocess
from dataclasses import dataclass, field

from stage import SiteError

INTRODUCTION = """# Gallery

The program drew all of these pictures while this page was built, by the commands that stand above them.
"""


@dataclass
class Section:
    heading: str
    about: str
    commands: list
    pictures: dict = field(default_factory=dict)  # file: caption


SECTIONS = [
    Section("Pairs that message passing confuses",
            "Three of the 36 pairs of the separation experiment.\n"
            "A node has the colour of its entry in one vector of the first channel.",
            ["isotypic report docs/results/separation.json --plots docs/gallery"],
            {"separation-prism-5-moebius-ladder-5-first.svg": "The prism over a 5-cycle",
             "separation-prism-5-moebius-ladder-5-second.svg": "The Moebius ladder with 5 rungs",
             "separation-petersen-x-k2-switched-first.svg": "Petersen x K2",
             "separation-petersen-x-k2-switched-second.svg": "Petersen x K2, switched",
             "separation-2c5-c10-presentation-1-first.svg": "Two 5-cycles",
             "separation-2c5-c10-presentation-1-second.svg": "One 10-cycle"}),
    Section("Experiments",
            "Every record of an experiment says what to plot.",
            ["isotypic report docs/results/spectral-components.json --plots docs/gallery",
             "isotypic report docs/results/runtime.json --plots docs/gallery"],
            {"spectral-spectral-validation-mae.svg": "Learning curves on PROTEINS and ENZYMES",
             "runtime-readout-per-graph-by-size.svg": "Time for one graph, by its size"}),
]


def write_page(source, program):
    folder = source / "docs" / "gallery"
    folder.mkdir(parents=True)
    text = [INTRODUCTION]
    for section in SECTIONS:
        for command in section.commands:
            run(command, source, program)
        text += [f"## {section.heading}", "", section.about, "", "```sh", *section.commands, "```",
                 "", "````{container} gallery"]
        for name, caption in section.pictures.items():
            if not (folder / name).exists():
                raise SiteError(f"{section.commands} draw no {name}")
            text += [f"```{{figure}} gallery/{name}", f":alt: {caption}", "", caption, "```", ""]
        text += ["````", ""]
    (source / "docs" / "gallery.md").write_text("\n".join(text))
    wanted = {name for section in SECTIONS for name in section.pictures}
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()


def run(command, source, program):
    """Runs a command as if in the repository; its pictures go to docs/gallery."""
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=source,
                          env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SiteError(f"{command}\n{done.stderr}")
