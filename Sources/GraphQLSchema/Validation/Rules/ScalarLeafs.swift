import GraphQLLanguage

extension ValidationRule {
  /// Requires selection sets on all fields but leaves (section 5.3.3 "Leaf Field Selections").
  static let scalarLeafs = ValidationRule("ScalarLeafs") { context, visitor in
    visitor.enterField.append { field in
      guard let type = context.types.type, let named = context.types.namedType else { return }
      let name = field.name.text
      if named.isLeaf {
        guard let selectionSet = field.selectionSet else { return }
        context.report(
          "Field \"\(name)\" must not have a selection since type \"\(type)\" has no subfields.",
          at: selectionSet.place)
      } else if field.selectionSet == nil {
        context.report(
          "Field \"\(name)\" of type \"\(type)\" must have a selection of subfields. Did you mean \"\(name) { ... }\"?",
          at: field.place)
      }
    }
  }
}
