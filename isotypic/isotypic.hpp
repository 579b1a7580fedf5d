// isotypic: the whole core with one include.
//
//     Graph -> Symmetry -> Channels -> features
//
// Networks and training need LibTorch and have headers of their own, below isotypic/nn,
// isotypic/train and isotypic/learn.
#pragma once

#include "isotypic/base/error.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/channel_vector.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/component_spectrum.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/explain.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/channels/structure.hpp"
#include "isotypic/channels/theory.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/distances.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/regularity.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/npy.hpp"
#include "isotypic/io/reader.hpp"
#include "isotypic/io/sparse6.hpp"
#include "isotypic/io/writer.hpp"
#include "isotypic/ladder/classes.hpp"
#include "isotypic/ladder/compare.hpp"
#include "isotypic/ladder/rungs.hpp"
#include "isotypic/symmetry/arc_orbits.hpp"
#include "isotypic/symmetry/invariants.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "isotypic/symmetry/tuples.hpp"
#include "isotypic/symmetry/weisfeiler_leman.hpp"
