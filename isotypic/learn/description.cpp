#include "isotypic/learn/description.hpp"

#include "isotypic/base/build_info.hpp"
#include "isotypic/learn/features.hpp"

namespace isotypic::learn {

Json known_engines() {
  return {engine_name(SymmetryEngine::DenseNauty), engine_name(SymmetryEngine::Traces)};
}

std::string describe(const Pipeline& pipeline) {
  return dump_json({{"kind", "isotypic pipeline"},
                    {"version", build_version()},
                    {"engines", known_engines()},
                    {"options", pipeline_fields().to_json(pipeline.options)},
                    {"shape", shape_to_json(pipeline.shape)},
                    {"degree_histogram", pipeline.model->options.encoder.degree_histogram}});
}

train::Facts facts_of(const Pipeline& pipeline) {
  train::Facts facts = {{"the commit", build_commit()}, {"the compiler", build_compiler()}};
  const Json all = parse_json(describe(pipeline), "a description").flatten();
  for (const auto& [path, value] : all.items()) facts.emplace_back(path.substr(1), value.dump());
  return facts;
}

}  // namespace isotypic::learn
