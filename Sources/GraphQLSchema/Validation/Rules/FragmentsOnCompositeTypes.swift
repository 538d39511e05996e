import GraphQLLanguage

extension ValidationRule {
  /// Requires composite types in fragments (section 5.5.1.3 "Fragments on Object, Interface or Union Types").
  static let fragmentsOnCompositeTypes = ValidationRule("FragmentsOnCompositeTypes") { context, visitor in
    visitor.enterInlineFragment.append { fragment in
      guard let condition = fragment.typeCondition?.name, let type = context.schema.type(named: condition.text),
        !type.isComposite
      else { return }
      context.report(
        "Fragment cannot condition on non composite type \"\(condition.text)\".", at: condition.place)
    }
    visitor.enterFragment.append { fragment in
      let condition = fragment.typeCondition.name
      guard let type = context.schema.type(named: condition.text), !type.isComposite else { return }
      context.report(
        "Fragment \"\(fragment.name.text)\" cannot condition on non composite type \"\(condition.text)\".",
        at: condition.place)
    }
  }
}
