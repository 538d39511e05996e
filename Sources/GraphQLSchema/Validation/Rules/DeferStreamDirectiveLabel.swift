import GraphQLLanguage

extension ValidationRule {
  /// Requires the labels of `@defer` and `@stream` to be literal and unique (working draft "Defer And Stream Directive
  /// Labels Are Unique"). Applies only if the schema declares the directives.
  static let deferStreamDirectiveLabel = ValidationRule("DeferStreamDirectiveLabel") { context, visitor in
    let subjects = ["defer": "Defer", "stream": "Stream"].filter { context.schema.directive(named: $0.key) != nil }
    if subjects.isEmpty { return }
    var known: [StringValue: Place] = [:]
    visitor.enterDirective.append { directive, _ in
      guard let subject = subjects[directive.name.text],
        let label = directive.arguments.first(where: { $0.name.text == "label" })?.value
      else { return }
      switch label {
      case .null: return
      case .string(let text):
        let name = StringValue(text.value)
        if let first = known[name] {
          context.report("Defer/Stream directive label argument must be unique.", at: first, directive.place)
        } else {
          known[name] = directive.place
        }
      default:
        context.report("\(subject) directive label argument must be a static string.", at: directive.place)
      }
    }
  }
}
