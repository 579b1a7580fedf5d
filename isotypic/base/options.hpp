// OptionFields: the options of a struct, each declared once.
//
//   struct TeaOptions {
//     std::int64_t minutes = 3;  ///< to brew
//     bool sugar = false;
//   };
//   const OptionFields<TeaOptions>& tea_fields() {
//     static const auto fields =
//         OptionFields<TeaOptions>()
//             .add("minutes", &TeaOptions::minutes, "Time to brew", from_to(1, 10))
//             .add("sugar", &TeaOptions::sugar, "With sugar");
//     return fields;
//   }
//
// From the list come JSON in both directions, the checks, the command line
// (cli/options/option_fields.hpp) and tables of options. Defaults are those of the struct.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/base/option_field.hpp"
#include "isotypic/base/option_type.hpp"
#include "isotypic/base/suggestion.hpp"

namespace isotypic {

template <typename Options>
class OptionFields {
 public:
  /// An option that is a member of the struct.
  template <typename Value>
  OptionFields& add(std::string name, Value Options::*member, std::string about,
                    Accept accept = {}) {
    return add_computed<Value>(
        std::move(name), [member](const Options& options) { return options.*member; },
        [member](Options& options, Value value) { options.*member = std::move(value); },
        std::move(about), std::move(accept));
  }

  /// An option that stands for something in the struct: get(options), set(options, value).
  template <typename Value, typename Get, typename Set>
  OptionFields& add_computed(std::string name, Get get, Set set, std::string about,
                             Accept accept = {}) {
    using Type = OptionType<Value>;
    OptionField field{.name = std::move(name),
                      .about = std::move(about),
                      .kind = Type::kind,
                      .is_list = Type::is_list,
                      .accept = std::move(accept)};
    if (field.accept.names.empty()) field.accept.names = OptionNames<Value>::all();
    if (std::is_same_v<Value, bool>) {
      field.switch_name = field.name;
      field.switch_value = true;
    }
    field.get = [get](const void* options) {
      return Type::to_json(get(*static_cast<const Options*>(options)));
    };
    field.put = [set](void* options, const Json& value) {
      set(*static_cast<Options*>(options), Type::from_json(value));
    };
    fields_.push_back(std::move(field));
    return *this;
  }

  /// The options of a member that is a struct itself: those of the names, in their order, or all.
  /// Throws Error if there is no such name.
  template <typename Part>
  OptionFields& nest(Part Options::*member, const OptionFields<Part>& part,
                     const std::vector<std::string>& names = {}) {
    const auto adopt = [&](OptionField field) {
      field.get = [member, get = field.get](const void* options) {
        return get(&(static_cast<const Options*>(options)->*member));
      };
      field.put = [member, put = field.put](void* options, const Json& value) {
        put(&(static_cast<Options*>(options)->*member), value);
      };
      fields_.push_back(std::move(field));
    };
    if (names.empty()) {
      for (const OptionField& field : part.list()) adopt(field);
    } else {
      for (const std::string& name : names) adopt(part.at(name));
    }
    for (const OptionRule& each : part.rules()) {
      rules_.push_back({each.fields, [member, test = each.check](const void* options) {
                          test(&(static_cast<const Options*>(options)->*member));
                        }});
    }
    return *this;
  }

  /// Of the last field: on the command line it is a switch that sets it to `value`.
  OptionFields& as_switch(std::string name, Json value) {
    fields_.back().switch_name = std::move(name);
    fields_.back().switch_value = std::move(value);
    return *this;
  }
  /// Of the last field: another name on the command line.
  OptionFields& also_called(std::string alias) {
    fields_.back().alias = std::move(alias);
    return *this;
  }
  /// Of the last field: whether to_json() writes it.
  OptionFields& recorded(Recorded when) {
    fields_.back().recorded = when;
    return *this;
  }
  /// Of the last field: its value gives others theirs, unless these are assigned too.
  OptionFields& stands_for(std::function<Json(const Json& value)> values) {
    fields_.back().stands_for = std::move(values);
    return *this;
  }
  /// Of the last field: the command line does not offer it.
  OptionFields& not_on_command_line() {
    fields_.back().on_command_line = false;
    return *this;
  }
  /// What the fields of these names must fulfil together: `test` throws Error.
  template <typename Test>
  OptionFields& rule(std::vector<std::string> fields, Test test) {
    rules_.push_back({std::move(fields), [test](const void* options) {
                        test(*static_cast<const Options*>(options));
                      }});
    return *this;
  }

  [[nodiscard]] const std::vector<OptionField>& list() const { return fields_; }
  [[nodiscard]] const std::vector<OptionRule>& rules() const { return rules_; }
  /// Throws Error if there is no field of this name.
  [[nodiscard]] const OptionField& at(const std::string& name) const {
    const auto found = std::ranges::find(fields_, name, &OptionField::name);
    if (found == fields_.end()) fail("options", "there is no option \"", name, '"');
    return *found;
  }

  /// Every field, recorded or not.
  [[nodiscard]] Json values(const Options& options) const {
    Json json = Json::object();
    for (const OptionField& field : fields_) json[field.name] = field.get(&options);
    return json;
  }

  /// The fields that are recorded, in their order.
  [[nodiscard]] Json to_json(const Options& options) const {
    const Options defaults{};
    Json json = Json::object();
    for (const OptionField& field : fields_) {
      if (field.recorded == Recorded::Never) continue;
      Json value = field.get(&options);
      if (field.recorded == Recorded::UnlessDefault && value == field.get(&defaults)) continue;
      json[field.name] = std::move(value);
    }
    return json;
  }

  /// Sets the fields that `json` has. Throws Error, naming `source`, the field and the reason, on
  /// unknown fields, wrong types and values that are not accepted. Does not check the rules.
  void assign(Options& options, const Json& json, const std::string& source) const {
    if (!json.is_object()) fail("options", source, ": expected a JSON object");
    assign_what_others_stand_for(options, json, source);
    for (const auto& [name, value] : json.items()) {
      const auto field = std::ranges::find(fields_, name, &OptionField::name);
      if (field == fields_.end()) {
        const std::vector<std::string> all = names();
        const std::string meant = did_you_mean(name, all);
        fail("options", source, ": there is no option \"", name, '"',
             meant.empty() ? "; there are " + listed(all) : meant);
      }
      try {
        field->put(&options, accepted(*field, value));
      } catch (const Error& error) {
        fail("options", source, ": \"", name, "\" ", error.reason());
      }
    }
  }

  /// The struct with its defaults where `json` is silent. Throws Error as assign() and check() do.
  [[nodiscard]] Options from_json(const Json& json, const std::string& source) const {
    Options options{};
    assign(options, json, source);
    check(options, source);
    return options;
  }

  /// Throws Error, naming `source`, unless every field has an accepted value and all rules hold.
  void check(const Options& options, const std::string& source) const {
    for (const OptionField& field : fields_) {
      try {
        (void)accepted(field, field.get(&options));
      } catch (const Error& error) {
        fail("options", source, ": \"", field.name, "\" ", error.reason());
      }
    }
    for (const OptionRule& each : rules_) {
      try {
        each.check(&options);
      } catch (const Error& error) {
        fail("options", source, ": ", error.reason());
      }
    }
  }

 private:
  /// A field that this struct does not have is nobody's concern here.
  void assign_what_others_stand_for(Options& options, const Json& json,
                                    const std::string& source) const {
    for (const OptionField& field : fields_) {
      if (!field.stands_for || !json.contains(field.name)) continue;
      Json values;
      try {
        values = field.stands_for(accepted(field, json.at(field.name)));
      } catch (const Error& error) {
        fail("options", source, ": \"", field.name, "\" ", error.reason());
      }
      for (const auto& [name, value] : values.items()) {
        const auto other = std::ranges::find(fields_, name, &OptionField::name);
        if (other != fields_.end()) other->put(&options, accepted(*other, value));
      }
    }
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const OptionField& field : fields_) all.push_back(field.name);
    return all;
  }

  std::vector<OptionField> fields_;
  std::vector<OptionRule> rules_;
};

}  // namespace isotypic
