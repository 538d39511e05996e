import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Checks of further effects of mutations, and of the owner of a part.

extension StatementCheck {
  mutating func checkEffects(
    _ effects: [SaidEffect], _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    guard owner.name == schema.rootTypeName(of: .mutation) else {
      return fail("\(statement.name) is set on \(place), but applies only to mutations.", statement)
    }
    for effect in effects {
      let subject = "\(statement.name) of \(place) is about \(effect.type).\(effect.field)"
      guard let type = composite(effect.type, subject, statement),
        let held = self.field(effect.field, of: type, subject, statement), let named = schema.type(of: held.type)
      else { continue }
      if let problem = misfit(effect, held, named) {
        fail("\(subject), which is \(held.type): \(problem)", statement)
      }
    }
  }

  /// Returns the reason why a field cannot be set as stated; nil if it can.
  private func misfit(_ effect: SaidEffect, _ field: SchemaField, _ named: SchemaType) -> String? {
    if named.isLeaf, schema.fits(effect.value, field.type) { return nil }
    guard named.isLeaf else {
      guard !leadsTo(named).isEmpty else { return "only values and links are set." }
      if isMany(field) {
        if effect.value == .null || effect.word == .joins || effect.word == .leaves { return nil }
        return "expected joins, leaves or null."
      }
      if effect.value == .null, !field.type.isNonNull { return nil }
      return field.type.isNonNull ? "it is never null." : "expected null."
    }
    let form = ScalarForm(scalar: named.name)
    let isOne = !field.type.isList && named.kind == .scalar
    switch effect.word {
    case .turned where isOne && form == .boolean, .now where isOne && form != .boolean: return nil
    case .more where isOne && form.isNumeric, .less where isOne && form.isNumeric: return nil
    default:
      let words = isOne ? form == .boolean ? " or turned" : form.isNumeric ? ", more, less or now" : " or now" : ""
      return
        "\(effect.value.compactText) is not a value of it. Expected a value\(words).\(enumHint(effect.value, named))"
    }
  }

  // MARK: Parts

  mutating func checkOwner(
    _ isOwner: Bool, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    guard let named = schema.type(of: field.type), named.isComposite, !isMany(field) else {
      return fail(
        "\(statement.name) is set on \(place), which is \(field.type): a part belongs to one object.", statement)
    }
    if isOwner, let argument = field.arguments.first(where: \.isRequired) {
      fail(
        "\(statement.name) is set on \(place), which requires \"\(argument.name)\": the owner of a part does not depend on arguments.",
        statement)
    }
  }
}
