/// A country, as the app shows it.
public struct Country: Decodable, Hashable, Sendable {
  /// Two letters, such as `CA`.
  public let code: String
  /// In English.
  public let name: String
  /// Nil for the few that have none.
  public let capital: String?
  /// The flag.
  public let emoji: String
}

extension GraphQLClient {
  /// A country by its code; nil where there is none.
  public func country(_ code: String) async throws -> Country? {
    struct Variables: Encodable { let code: String }
    struct Answer: Decodable { let country: Country? }
    let operation = """
      query CountryDetail($code: ID!) {
        country(code: $code) {
          __typename
          code
          name
          native
          capital
          emoji
          currency
          phone
          continent { __typename name }
          languages { __typename code name native }
          states { __typename name }
        }
      }
      """
    return try await data(of: operation, named: "CountryDetail", Variables(code: code), as: Answer.self).country
  }
}
