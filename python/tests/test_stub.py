"""The stub says what the extension module is; everything in it is documented."""

import ast
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import isotypic
from isotypic import _core, hash_free

STUB = pathlib.Path(isotypic.__file__).with_name("_core.pyi")
TREE = ast.parse(STUB.read_text())
# Python calls these; what they do is known.
PROTOCOL = re.compile(r"__(eq|hash|repr|len|iter|next|init|getstate|setstate|reduce|getitem|contains)__$")


def members(owner):
    return {name: value for name, value in vars(owner).items()
            if not name.startswith("_") or name in ("__init__", "__getitem__", "__next__")}


def stub_classes():
    return {node.name: node for node in TREE.body if isinstance(node, ast.ClassDef)}


def stub_functions(body):
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def arguments(function):
    """Names of the arguments in the stub, without self."""
    spec = function.args
    return [arg.arg for arg in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
            if arg.arg != "self"]


def bound_arguments(function):
    """Names of the arguments in the signature that pybind11 writes."""
    signature = function.__doc__.splitlines()[0]
    inside = signature[signature.index("(") + 1:signature.rindex(") ->")]
    return [name for name in re.findall(r"(?:^|, )(\w+): ", inside) if name != "self"]


def test_the_stub_has_the_names_of_the_module():
    told = set(stub_classes()) | set(stub_functions(TREE.body)) | {
        node.target.id for node in TREE.body if isinstance(node, ast.AnnAssign)}
    there = {name for name in vars(_core) if not name.startswith("_")} | {"__version__"}
    assert told == there


def test_the_stub_has_the_members_of_every_class():
    for name, node in stub_classes().items():
        told = set(stub_functions(node.body)) | {
            part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
        there = set(members(getattr(_core, name)))
        if "__init__" not in stub_functions(node.body):
            there.discard("__init__")  # classes that only the module makes
        assert {part for part in told if not PROTOCOL.match(part)} == {
            part for part in there if not PROTOCOL.match(part)}, name


def test_arguments_have_the_names_that_the_stub_says():
    bound = [(name, value) for name, value in vars(_core).items() if inspect.isbuiltin(value)]
    functions = stub_functions(TREE.body)
    for name, value in bound:
        assert bound_arguments(value) == arguments(functions[name]), name
    for name, node in stub_classes().items():
        for method, told in stub_functions(node.body).items():
            value = getattr(_core, name).__dict__.get(method)
            if method in ("__eq__", "__hash__", "__len__", "__iter__", "__next__") or isinstance(
                    value, property) or not getattr(value, "__doc__", None):
                continue
            value = value.__func__ if isinstance(value, staticmethod) else value
            assert bound_arguments(value) == arguments(told), f"{name}.{method}"


def described(value):
    """The text of a docstring without the signatures that pybind11 puts before it."""
    lines = (inspect.getdoc(value) or "").splitlines()
    return "\n".join(line for line in lines
                     if not re.match(r"(\d+\. )?\w+\(.*\) -> ", line) and
                     not line.startswith("Overloaded function")).strip()


def public():
    for name in isotypic.__all__:
        if name in ("__version__", "engines"):
            continue
        value = getattr(isotypic, name)
        yield f"isotypic.{name}", value
        if inspect.isclass(value):
            for member, own in members(value).items():
                fields = getattr(value, "_fields", ())
                if not PROTOCOL.match(member) and member not in fields and callable(
                        own) or isinstance(own, property):
                    yield f"isotypic.{name}.{member}", own
    yield from ((f"isotypic.hash_free.{name}", getattr(hash_free, name))
                for name in hash_free.__all__)


@pytest.mark.parametrize("name, value", list(public()))
def test_everything_public_has_a_docstring(name, value):
    assert len(described(value)) > 10


def test_help_speaks_of_no_arg0():
    for name, value in [*vars(_core).items(), *(
            (f"{owner.__name__}.{name}", member) for owner in vars(_core).values()
            if inspect.isclass(owner) for name, member in members(owner).items())]:
        if not PROTOCOL.search(name):
            assert "arg0" not in (getattr(value, "__doc__", None) or ""), name


def test_classes_say_that_they_belong_to_the_package():
    for name in isotypic.__all__:
        if inspect.isclass(getattr(isotypic, name)):
            assert getattr(isotypic, name).__module__ != "isotypic._core", name


def test_stubtest_agrees(tmp_path):
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    # The metaclass is pybind11's, and so is the constructor of classes that only the module makes.
    allowed = [line for name, node in stub_classes().items() for line in (
        [rf"isotypic\._core\.{name}"] + (
            [] if "__init__" in stub_functions(node.body) else
            [rf"isotypic\._core\.{name}\.__init__"]))]
    (tmp_path / "allowed").write_text("\n".join(allowed))
    result = subprocess.run([sys.executable, "-m", "mypy.stubtest", "isotypic._core",
                             "--ignore-positional-only", "--allowlist", str(tmp_path / "allowed"),
                             "--ignore-unused-allowlist"], capture_output=True, text=True,
                            cwd=tmp_path)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
