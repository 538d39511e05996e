package import EndpointConfiguration
package import GraphQLSchema
import Recordings

extension ValidationRule {
  /// The rules that an endpoint's `validation` and `ignoreRules` leave, in the order of all of them.
  package static func rules(_ settings: ValidationSettings) -> [ValidationRule] {
    if settings == .strict { return specified }
    return specified.filter { rule in ValidationSettings.Rule(rawValue: rule.name).map(settings.applies) ?? true }
  }
}
