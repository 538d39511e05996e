import GraphQLSchema

/// In which currency the prices of a type are; worked out once for a field.
///
/// All that belongs to one object is in one currency: the total of an order and its tax, wherever they are told.
struct PriceCurrency: Sendable {
  /// The currencies that the schema's enum allows, in its order; empty where any will do.
  private let allowed: [String]
  /// Whether the type tells a country, which then is that of the currency too.
  private let hasCountry: Bool
  /// Whether the type tells the currency of its prices.
  let isTold: Bool

  /// - Parameters:
  ///   - parent: the type with the price or the currency.
  ///   - siblings: the types of its fields, among which the enum of currencies may be.
  ///   - own: the enum of currencies that the field itself is of, if it is.
  init(_ parent: SchemaType, siblings: [SchemaType], own: SchemaType?) {
    let choice = own ?? siblings.first { $0.kind == .enum && Self.isCurrency($0.name) }
    let current = choice?.values.filter { $0.deprecationReason == nil } ?? []
    allowed = (current.isEmpty ? choice?.values ?? [] : current).map(\.name)
    let kinds = parent.fields.map { KindRow.texts[words(of: $0.name).joined(separator: " ")] }
    hasCountry = kinds.contains { $0 == .countryName || $0 == .countryCode || $0 == .countryCode3 }
    isTold =
      !allowed.isEmpty || kinds.contains { $0 == .currencyCode || $0 == .currencySymbol || $0 == .currencyName }
  }

  /// Whether a type by its name is a currency's code: `CurrencyCode`, `Currency`.
  static func isCurrency(_ type: String) -> Bool {
    let parts = words(of: type)
    return parts.last == "currency" || KindRow.texts[parts.suffix(2).joined(separator: " ")] == .currencyCode
  }

  /// The code of the currency: that of the country in which the object is, if the schema allows it.
  package func code(_ persona: Persona) -> String {
    let code = (hasCountry ? persona : persona.payer).country.currency
    if allowed.isEmpty || allowed.contains(code) { return code }
    var draw = Draw(persona.currencyIdentity.with("currency"))
    return draw.pick(allowed)
  }

  /// Whether prices have a smaller unit; so they have where nobody says in which currency they are.
  func hasCents(_ persona: Persona) -> Bool { !isTold || !Atlas.Currency.whole.contains(code(persona)) }
}
