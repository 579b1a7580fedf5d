"""Doxygen's XML of the headers, in the shape that Breathe shows best."""

import subprocess
from xml.etree import ElementTree


def write_xml(root, folder):
    """Runs Doxygen, and moves what a header declares in a namespace to the XML of the header.

    Breathe would otherwise repeat the namespace for every header.
    """
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["doxygen", "docs/Doxyfile"], cwd=root, check=True)
    trees = {path: ElementTree.parse(path) for path in (folder / "xml").glob("*.xml")}
    compounds = [c for tree in trees.values() for c in tree.getroot().iter("compounddef")]
    files = {c.find("location").get("file"): c for c in compounds if c.get("kind") == "file"}
    for compound in files.values():
        leave_out(compound, "innernamespace", lambda child: True)
        leave_out(compound, "innerclass", lambda child: "<" in child.text)  # specialisations
    for compound in compounds:
        if compound.get("kind") == "namespace":
            for section in compound.findall("sectiondef"):
                move_members(section, files)
    for path, tree in trees.items():
        tree.write(path, encoding="utf-8", xml_declaration=True)


def leave_out(parent, tag, condition):
    for child in parent.findall(tag):
        if condition(child):
            parent.remove(child)


def move_members(section, files):
    """Each member of the section goes to the header that declares it, under its full name."""
    for member in section.findall("memberdef"):
        section.remove(member)
        if (member.findtext("definition") or "").startswith("template "):
            continue  # an explicit instantiation, for which Sphinx has no syntax
        location = member.find("location")
        target = files.get(location.get("declfile") or location.get("file"))
        if target is None:
            continue
        member.find("name").text = member.findtext("qualifiedname") or member.findtext("name")
        kind = section.get("kind")
        own = target.find(f"sectiondef[@kind='{kind}']")
        if own is None:
            own = ElementTree.SubElement(target, "sectiondef", kind=kind)
        own.append(member)
