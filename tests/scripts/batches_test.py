"""Files that mention each other's private names are never compiled in one batch."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import batches as script  # noqa: E402


def batches(*texts, size=8):
    return script.batches([script.Source(text) for text in texts], size)


def private(text):
    return f"namespace isotypic {{\nnamespace {{\n{text}\n}}  // namespace\n}}\n"


class Batches(unittest.TestCase):
    def assertTogether(self, a, b):
        self.assertEqual(batches(a, b), [0, 0])
        self.assertEqual(batches(b, a), [0, 0])

    def assertApart(self, a, b):
        self.assertEqual(batches(a, b), [0, 1])
        self.assertEqual(batches(b, a), [0, 1])

    def test_files_without_private_names_share_a_batch_up_to_its_size(self):
        self.assertEqual(batches(*["int f();"] * 5, size=2), [0, 0, 1, 1, 2])

    def test_two_private_things_of_one_name_are_apart(self):
        for text in ("int thing(int x) { return x; }", "struct thing { int x; };",
                     "enum class thing { A };", "constexpr int thing = 3;", "const int thing{3};",
                     "template <typename T>\nT thing(T x) { return x; }", "using thing = int;",
                     "int thing[] = {1, 2};", "[[nodiscard]] std::vector<int> thing(int x);"):
            self.assertApart(private(text), private("double thing(double x) { return x; }"))

    def test_a_private_name_that_another_file_calls_is_apart(self):
        self.assertApart(private("int size(int x) { return x; }"), "int f() { return size(3.0); }")

    def test_members_comments_and_texts_are_no_mentions(self):
        own = private("int size(int x) { return x; }")
        self.assertTogether(own, "int f(X& x, X* y) { return x.size() + y->size(); }")
        self.assertTogether(own, "int f() { return std::size(x); }")
        self.assertTogether(own, '// size\nconst char* f() { return "size"; } /* size */')

    def test_what_stands_in_a_function_or_a_class_is_not_private_to_the_file(self):
        self.assertTogether(private("int f() { int inner = 3; return inner; }"),
                            private("int g() { int inner = 4; return inner; }"))
        self.assertTogether(private("struct A { int inner = 3; };"),
                            private("struct B { int inner = 4; };"))

    def test_constants_aliases_and_macros_outside_unnamed_namespaces_are_private(self):
        for text in ("namespace n { constexpr int thing = 3; }", "static int thing() { return 3; }",
                     "using thing = int;", "namespace thing = std::filesystem;",
                     "#define thing 3\n"):
            self.assertApart(text, "int f() { return thing; }")

    def test_the_same_alias_may_stand_in_both(self):
        self.assertTogether("namespace fs = std::filesystem;\nvoid f(fs::path);",
                            "namespace fs = std::filesystem;\nvoid g(fs::path);")
        self.assertApart("namespace fs = std::filesystem;", "namespace fs = std::ranges;")

    def test_using_a_whole_namespace_is_alone(self):
        self.assertApart("using namespace std;", "int f();")
        self.assertTogether("void g() { using namespace std; }", "int f();")


if __name__ == "__main__":
    unittest.main()
