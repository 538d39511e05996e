import GraphQLSchema

/// The currency of the prices of a type, found once for a field. One object and its parts have one currency: the total
/// of an order and its tax, in whatever fields they are.
struct PriceCurrency: Sendable {
  /// The currencies that the schema's enum allows, in its order; empty if all are allowed.
  private let allowed: [String]
  /// Indicates whether the type has a country, which then is that of the currency, too.
  private let hasCountry: Bool
  /// Indicates whether the type has the currency of its prices.
  let isTold: Bool

  /// Finds the currency of the parent's prices. `siblings` are the types of its fields, which may have the enum of
  /// currencies; `own` is the field's own enum of currencies, if it has one.
  init(_ parent: SchemaType, siblings: [SchemaType], own: SchemaType?) {
    let choice = own ?? siblings.first { $0.kind == .enum && Self.isCurrency($0.name) }
    let current = choice?.values.filter { $0.deprecationReason == nil } ?? []
    allowed = (current.isEmpty ? choice?.values ?? [] : current).map(\.name)
    let kinds = parent.fields.map { KindRow.texts[words(of: $0.name).joined(separator: " ")] }
    hasCountry = kinds.contains { $0 == .countryName || $0 == .countryCode || $0 == .countryCode3 }
    isTold =
      !allowed.isEmpty || kinds.contains { $0 == .currencyCode || $0 == .currencySymbol || $0 == .currencyName }
  }

  /// Indicates whether a type is a currency's code by its name: `CurrencyCode`, `Currency`.
  static func isCurrency(_ type: String) -> Bool {
    let parts = words(of: type)
    return parts.last == "currency" || KindRow.texts[parts.suffix(2).joined(separator: " ")] == .currencyCode
  }

  /// Returns the code of the currency: that of the object's country, if the schema allows it.
  package func code(_ persona: Persona) -> String {
    let code = (hasCountry ? persona : persona.payer).country.currency
    if allowed.isEmpty || allowed.contains(code) { return code }
    var draw = Draw(persona.currencyIdentity.with("currency"))
    return draw.pick(allowed)
  }

  /// Indicates whether prices have a smaller unit; prices without a stated currency do.
  func hasCents(_ persona: Persona) -> Bool { !isTold || !Atlas.Currency.whole.contains(code(persona)) }
}
