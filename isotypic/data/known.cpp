#include "isotypic/data/known.hpp"

#include <array>
#include <filesystem>

#include "isotypic/base/error.hpp"
#include "isotypic/base/gunzip.hpp"
#include "isotypic/base/sha256.hpp"
#include "isotypic/data/open.hpp"

namespace isotypic {
namespace {

std::string inflated(const std::string& path) {
  Gunzip text(ByteSource::open(path));
  std::string bytes;
  std::array<char, 1 << 16> buffer{};
  while (const std::size_t count = text.read(buffer.data(), buffer.size())) {
    bytes.append(buffer.data(), count);
  }
  return bytes;
}

/// A truncated gzip file counts as changed.
bool is_intact(const std::string& path, const std::string& checksum) {
  try {
    return sha256(inflated(path)) == checksum;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::BadInput) throw;
    return false;
  }
}

/// The file of a data set that lies where `train` would find it: "TU/PROTEINS/PROTEINS_A.txt" is
/// PROTEINS_A.txt there, and of folders of parts and of OGB's layout the folder counts too.
std::filesystem::path file_in(const DatasetPlace& place, const std::filesystem::path& file) {
  const std::filesystem::path folder(place.directory);
  if (place.layout == DatasetPlace::Layout::Tu) return folder / file.filename();
  return folder / file.parent_path().filename() / file.filename();
}

}  // namespace

const std::vector<KnownDataset>& known_datasets() {
  static const std::vector<KnownDataset> list = {
      {"brec",
       "400 pairs of graphs that are hard to tell apart (Wang and Zhang 2024)",
       "https://github.com/GraphPKU/BREC, Data/raw",
       "",
       {{"brec/basic.npy", "adef7f761b803026b515d94172399f5db72fe73859b0e489a1edfaa5874aeec2"},
        {"brec/regular.npy", "e9e85ff2003f50676e2a2ac7ef70b8ad919598c3042aaf8f5f6f43184bfdc663"},
        {"brec/str.npy", "6de58d99b80b7ace4529d17cf8fe3d000b496b3c2a7ab7f59fe3f28f61746d6f"},
        {"brec/extension.npy", "9b76b59842f997a502a83724daba033d793c5fbc9c2aa758834beb78d2309d4a"},
        {"brec/cfi.npy", "e8d56d7c0a22768da8dfdcaae800bc8dc815fb10b1bf1b52dc7893ed68c4e92f"},
        {"brec/4vtx.npy", "a9e593c485f3fa08d3db967d7c545a4f5cf7f417f016c9a77a5c1cc646786cea"},
        {"brec/dr.npy", "11b861e1439ddee4c58fa04b523e874c25fdbb4ba867f3ac9104711cb3739d89"}}},
      {"PROTEINS",
       "1,113 proteins as graphs of secondary structure elements",
       "https://www.chrsmrrs.com/graphkerneldatasets/PROTEINS.zip",
       "",
       {{"TU/PROTEINS/PROTEINS_A.txt",
         "4c4b33e272fc95cac6d27ed6d5d12b9a852c8610e91fff59f8f0dbdd5a20df67"},
        {"TU/PROTEINS/PROTEINS_graph_indicator.txt",
         "8d4ff1e852a5c28561e9bffb44cf9490bc552b13a3b6156dd12dc7f44e9afc4a"}}},
      {"ENZYMES",
       "600 enzymes, likewise, of six classes",
       "https://www.chrsmrrs.com/graphkerneldatasets/ENZYMES.zip",
       "",
       {{"TU/ENZYMES/ENZYMES_A.txt",
         "5553c84f8f562f3e199dfd27192174f485e85c44c1357661098668937a739cbf"},
        {"TU/ENZYMES/ENZYMES_graph_indicator.txt",
         "95ba0fa47eba6f02e6b754a215dc66d5b49de3f45f57a128514301a8d7ed5f46"}}},
      {"ZINC",
       "12,000 molecules with their constrained solubility (Dwivedi et al. 2023)",
       "https://github.com/graphdeeplearning/benchmarking-gnns, molecules; or PyTorch Geometric's "
       "ZINC(subset=True)",
       "published as pickles: to be written in TU format as ZINC_train, ZINC_val and ZINC_test",
       {{"TU/ZINC_train/ZINC_train_A.txt",
         "d149dfb867f14a8627e266832c1a808721d21d5cb537f29ce334666282ae7422"},
        {"TU/ZINC_val/ZINC_val_A.txt",
         "97fa6de424168dc327bf16c4fa7023b9d83a266eea810d35c7db34e70d82b773"},
        {"TU/ZINC_test/ZINC_test_A.txt",
         "6f9f556e6e0a38d12a4838f17e4c3e0ef96742c6998dd08bc2900058fbf5436c"}}},
      {"ogbg_molhiv",
       "41,127 molecules, whether they inhibit HIV (Hu et al. 2020)",
       "http://snap.stanford.edu/ogb/data/graphproppred/csv_mol_download/hiv.zip",
       "the sums are of a copy rebuilt from its SMILES table; OGB's own file may differ in places",
       {{"ogbg_molhiv/raw/edge.csv.gz",
         "0d13b9c8f1371fb1431e04cccd8e4b84608128cbd9ccddb04f1f509bd5041890"},
        {"ogbg_molhiv/raw/num-node-list.csv.gz",
         "e49e3ca57bce991f2e334f6a93afcd8082d2db51be55273cd1d0570856cd1154"}}},
      {"strongly_regular",
       "complete lists of strongly regular graphs",
       "https://users.cecs.anu.edu.au/~bdm/data/graphs.html",
       "",
       {{"strongly_regular/sr16622.g6",
         "b70fecf1873307410bce49230bf06443dcbc4b0427732d46b6f1e9c8ab306db5"},
        {"strongly_regular/sr251256.g6",
         "f55f86eb48cd61c3315c62341cc3a8c59289c58504edb3ab859d7ef2068b9aa4"}}}};
  return list;
}

Presence find_known(const std::string& root, const KnownDataset& dataset) {
  const std::optional<DatasetPlace> place = find_dataset(root, dataset.name);
  Presence presence = Presence::Present;
  for (const KnownFile& file : dataset.files) {
    const std::filesystem::path path =
        place ? file_in(*place, file.path) : std::filesystem::path(root) / file.path;
    std::error_code unreadable;
    const bool exists = std::filesystem::exists(path, unreadable);
    if (!exists && !place) return Presence::Absent;
    if (!exists || !is_intact(path.string(), file.sha256)) presence = Presence::Changed;
  }
  return presence;
}

}  // namespace isotypic
