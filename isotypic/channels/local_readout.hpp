// The isotypic readout and `explain` on local decompositions, in time linear in the graph.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/channels/explain.hpp"
#include "isotypic/channels/local_decomposition.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {

/// The number of features: a function of the options and, for max_blocks = 0, of the components.
[[nodiscard]] std::int64_t num_features(const IsotypicReadoutOptions& options,
                                        const LocalChannels& channels);

/// What isotypic_features reads from the channels of decompose() with Grouping::Components, up to
/// rounding.
///
/// Throws Error as it does.
[[nodiscard]] Features<double> isotypic_features(
    const LocalChannels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
    const IsotypicReadoutOptions& options = {});
[[nodiscard]] Features<float> isotypic_features(const LocalChannels& channels,
                                                const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                                const IsotypicReadoutOptions& options = {});

/// The same with a given R.
[[nodiscard]] Features<double> isotypic_features(
    const LocalChannels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
    const IsotypicReadoutOptions& options, const Eigen::MatrixXd& projection);

/// What explain() says of the channels of decompose() with Grouping::Components, up to rounding.
///
/// Throws Error as it does.
[[nodiscard]] Explanation explain(const LocalChannels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXd>& embeddings);

}  // namespace isotypic
