"""The gallery: pictures that the program draws while the site is built."""

import json
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


def drawings(pictures):
    """The commands that draw families of graphs, and the captions of their pictures."""
    commands = [f"isotypic generate {family} | isotypic draw - {options}-o docs/gallery/{name}.svg"
                for name, (family, options, _) in pictures.items()]
    captions = {f"{name}.svg": caption for name, (_, _, caption) in pictures.items()}
    return commands, captions


SECTIONS = [
    Section("Orbits",
            "Nodes that symmetries move to each other share a colour.\n"
            "The layout shows a symmetry where a turn of the plane can.",
            *drawings({
                "petersen": ("petersen", "", "The Petersen graph: 120 symmetries, one orbit"),
                "hypercube": ("hypercube 4", "", "The 4-dimensional cube: 384 symmetries"),
                "shrikhande": ("shrikhande", "", "The Shrikhande graph: 192 symmetries"),
                "paley": ("paley 13", "", "The Paley graph on 13 nodes: 78 symmetries"),
                "grid": ("grid 4 5", "", "A grid: four symmetries, six orbits"),
                "tree": ("binary-tree 3", "", "A binary tree: one orbit per level")})),
    Section("Channels",
            "The three channels of the Petersen graph, of dimension 5, 4 and 1.\n"
            "A node has the colour of its entry in one vector of the channel.\n"
            "Sum pooling sees the last one only.",
            *drawings({
                f"channel-{number}": ("petersen", f"--channel {number} ", f"Dimension {dimension}")
                for number, dimension in enumerate([5, 4, 1])})),
    Section("What pooling destroys",
            "The node features are the degrees.\n"
            "The colour shows how much a degree differs from the mean, which is all that mean "
            "pooling keeps.",
            *drawings({
                "destroyed-tree": ("random-tree 20 --seed 1", "--features degree ",
                                   "A random tree on 20 nodes"),
                "destroyed-grid": ("grid 4 5", "--features degree ", "A grid"),
                "destroyed-star": ("star 8", "--features degree ", "A star")})),
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
            text += [f"```{{figure}} gallery/{name}", f":alt: {json.dumps(caption)}", "", caption,
                     "```", ""]
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
