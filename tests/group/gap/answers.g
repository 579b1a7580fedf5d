# Prints what GAP says about the groups of `graphs`, which make_answers.py writes.
SizeScreen([100000, 24]);

Lengths := function(orbits)
  local sizes;
  sizes := List(orbits, Length);
  Sort(sizes);
  return sizes;
end;

Describe := function(graph)
  local n, points, group, set, stabiliser, pairs, arcs, blocks, classes;
  n := graph.n;
  points := [1 .. n];
  group := Group(List(graph.generators, PermList), ());
  if Size(group) <> graph.order then Error(graph.name, ": wrong order"); fi;
  Print(graph.name, "; ", graph.graph6, "; order ", Size(group));
  Print("; orbits ", Lengths(Orbits(group, points)));
  stabiliser := Stabilizer(group, 1);
  Print("; stabiliser ", Size(stabiliser));
  Print("; subdegrees ", Lengths(Orbits(stabiliser, points)));
  Print("; pointwise ", Size(Stabilizer(group, [1 .. Minimum(n, 3)], OnTuples)));
  set := [1 .. Minimum(n, 3)];
  Print("; setwise ", Size(Stabilizer(group, set, OnSets)));
  Print("; images ", Length(Orbit(group, set, OnSets)));
  Print("; pairs_as_sets ", Length(Orbits(group, Combinations(points, 2), OnSets)));
  Print("; rank ", Length(Orbits(group, Tuples(points, 2), OnTuples)));
  Print("; edges ", Lengths(Orbits(group, List(graph.edges, Set), OnSets)));
  arcs := Concatenation(graph.edges, List(graph.edges, Reversed));
  Print("; arcs ", Lengths(Orbits(group, arcs, OnTuples)));
  Print("; transitivity ", Transitivity(group, points));
  Print("; primitive ", IsPrimitive(group, points));
  if IsTransitive(group, points) and n > 1 then
    blocks := Filtered(RepresentativesMinimalBlocks(group, points), b -> Length(b) < n);
    Print("; blocks ", Lengths(blocks));
  else
    Print("; blocks -");
  fi;
  # Conjugacy classes: order of the elements, size, value of the permutation character.
  if Size(group) <= 50000 then
    classes := List(ConjugacyClasses(group), c -> [Order(Representative(c)), Size(c),
      n - Number(points, p -> p ^ Representative(c) <> p)]);
    Sort(classes);
    Print("; classes ", classes);
  else
    Print("; classes -");
  fi;
  Print("\n");
end;

Print("# name; graph6; answers of GAP, as answers.g asks for them.\n");
Print("# Written by make_answers.py.\n");
for graph in graphs do Describe(graph); od;
QUIT;
