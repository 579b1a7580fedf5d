#include "isotypic/train/training_state.hpp"

#include <cmath>
#include <limits>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/json_reader.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::train {
namespace {

// JSON has neither infinities nor NaN; here they are texts.
nlohmann::json number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(std::to_string(value));
}

double read_number(const JsonReader& reader, const char* key, const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  if (value == "nan" || value == "-nan") return std::numeric_limits<double>::quiet_NaN();
  reader.reject(key, "must be a number");
}

double read_finite(const JsonReader& reader, const char* key, const Json& value) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    reader.reject(key, "must be a finite number");
  }
  return value.get<double>();
}

std::int64_t read_integer(const JsonReader& reader, const char* key, const Json& value) {
  constexpr double most = 1e15;
  if (!value.is_number_integer() || std::abs(value.get<double>()) > most) {
    reader.reject(key, "must be a whole number");
  }
  return value.get<std::int64_t>();
}

std::uint64_t read_word(const JsonReader& reader, const char* key, const Json& value) {
  if (!value.is_number_unsigned()) reader.reject(key, "must be two whole numbers");
  return value.get<std::uint64_t>();
}

std::vector<EpochRecord> read_curve(JsonReader& reader) {
  constexpr const char* key = "curve";
  std::vector<EpochRecord> curve;
  for (const Json& row : reader.list(key)) {
    if (!row.is_array() || row.size() != 4) reader.reject(key, "must be a list of four numbers");
    curve.push_back({read_integer(reader, key, row[0]), read_finite(reader, key, row[1]),
                     read_number(reader, key, row[2]), read_finite(reader, key, row[3])});
    if (curve.back().epoch != std::ssize(curve) - 1) {
      reader.reject(key, "must count the epochs from 0");
    }
  }
  return curve;
}

}  // namespace

std::string format_state(const TrainingState& state) {
  nlohmann::json json = {{"steps", state.steps},
                         {"learning_rate", state.learning_rate},
                         {"plateau_best", number(state.plateau_best)},
                         {"plateau_bad_epochs", state.plateau_bad_epochs},
                         {"best", number(state.best)},
                         {"best_epoch", state.best_epoch},
                         {"dropout", {state.dropout_seed, state.dropout_counter}},
                         {"curve", nlohmann::json::array()}};
  for (const EpochRecord& record : state.curve) {
    json["curve"].push_back(
        {record.epoch, record.train_loss, number(record.valid_score), record.learning_rate});
  }
  return json.dump();
}

TrainingState parse_state(const std::string& text, const std::string& source) {
  const Json json = parse_json(text, source);
  JsonReader reader(json, source);
  TrainingState state{
      .steps = reader.count("steps"),
      .learning_rate = read_finite(reader, "learning_rate", reader.at("learning_rate")),
      .plateau_best = read_number(reader, "plateau_best", reader.at("plateau_best")),
      .plateau_bad_epochs = reader.count("plateau_bad_epochs"),
      .best = read_number(reader, "best", reader.at("best")),
      .best_epoch = read_integer(reader, "best_epoch", reader.at("best_epoch"))};
  const Json& dropout = reader.list("dropout");
  if (dropout.size() != 2) reader.reject("dropout", "must be two whole numbers");
  state.dropout_seed = read_word(reader, "dropout", dropout[0]);
  state.dropout_counter = read_word(reader, "dropout", dropout[1]);
  state.curve = read_curve(reader);
  if (state.learning_rate < 0.0) reader.reject("learning_rate", "is negative");
  const std::int64_t epochs = std::ssize(state.curve);
  if (state.best_epoch < -1 || state.best_epoch >= epochs) {
    reader.reject("best_epoch", "is none of the epochs of the curve");
  }
  if (state.steps < epochs) reader.reject("steps", "are fewer than the epochs of the curve");
  reader.finish();
  return state;
}

void write_learning_curve(const std::filesystem::path& path, std::span<const EpochRecord> curve) {
  std::string text = "epoch,train_loss,valid_score,learning_rate\n";
  for (const EpochRecord& record : curve) {
    text += std::to_string(record.epoch + 1);
    for (const double value : {record.train_loss, record.valid_score, record.learning_rate}) {
      text += ',' + exact_number(value);
    }
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace isotypic::train
