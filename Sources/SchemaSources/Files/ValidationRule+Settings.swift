package import EndpointConfiguration
package import GraphQLSchema
import Recordings

extension ValidationRule {
  /// Returns the rules that apply under an endpoint's `validation` and `ignoreRules`, in their usual order.
  package static func rules(_ settings: ValidationSettings) -> [ValidationRule] {
    if settings == .strict { return specified }
    let merging = overlappingFieldsOfAnyShapeCanBeMerged
    return specified.filter { rule in ValidationSettings.Rule(rawValue: rule.name).map(settings.applies) ?? true }
      .map { rule in settings.level == .lenient && rule.name == merging.name ? merging : rule }
  }
}
