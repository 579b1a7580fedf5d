# Real isotypic components of the permutation representations in graphs.g, from character tables.
#
# Over R an irreducible character chi with Frobenius-Schur indicator
#   +1 is a piece of real type and dimension chi(1);
#    0 forms, with its conjugate, a piece of complex type and dimension 2 chi(1);
#   -1 occurs twice in a piece of quaternionic type and dimension 2 chi(1).
#
# Usage: make_graphs.py > graphs.g && gap -q -b components.g > components.txt
Read("graphs.g");
SizeScreen([4000, 24]);

ComponentsOf := function(graph)
  local group, table, irreducibles, indicators, natural, parts, i, chi, m;
  if Length(graph.generators) = 0 then
    return [[1, graph.n, "real"]];
  fi;
  group := Group(List(graph.generators, PermList));
  if Size(group) <> graph.order then Error(graph.name, ": wrong order"); fi;
  table := CharacterTable(group);
  irreducibles := Irr(table);
  indicators := Indicator(table, irreducibles, 2);
  natural := Character(table,
    List(ConjugacyClasses(table), c -> graph.n - NrMovedPoints(Representative(c))));
  parts := [];
  for i in [1 .. Length(irreducibles)] do
    chi := irreducibles[i];
    m := ScalarProduct(table, chi, natural);
    if m = 0 then continue; fi;
    if indicators[i] = 1 then
      Add(parts, [chi[1], m, "real"]);
    elif indicators[i] = -1 then
      Add(parts, [2 * chi[1], m / 2, "quaternionic"]);
    elif Position(irreducibles, ComplexConjugate(chi)) > i then
      Add(parts, [2 * chi[1], m, "complex"]);
    fi;
  od;
  Sort(parts);
  return parts;
end;

Print("# name; graph6; order of the group; dimension x multiplicity and type of each component.\n");
Print("# Written by components.g.\n");
for graph in graphs do
  Print(graph.name, "; ", graph.graph6, "; ", graph.order, ";");
  for part in ComponentsOf(graph) do
    Print(" ", part[1], "x", part[2], " ", part[3], ",");
  od;
  Print("\n");
od;
QUIT;
