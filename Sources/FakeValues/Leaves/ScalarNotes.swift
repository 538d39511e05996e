package import GraphQLSchema
import OrderedJSON

/// The form of a custom scalar that its description and specification state beyond its name: `scalar CustomUUID` may be
/// `{"value": "<UUID>"}`, and `scalar Date` a number, which the names do not show.
package struct ScalarNotes: Hashable, Sendable {
  /// The only member of the object in which values are wrapped.
  package var member: String?
  /// Indicates whether letters are capitals.
  package var isUppercased = false
  /// The form in the description or specification, which overrides that of the scalar's name.
  package var form: ScalarForm?

  package init(_ type: SchemaType) {
    let description = type.description ?? ""
    let said = words(of: description)
    let text = " \(said.joined(separator: " ")) "
    member = Self.member(in: description)
    // Graphiti writes a scalar of its own type `CustomUUID(value:)` like that, and drops descriptions.
    if member == nil, description.isEmpty, type.name.hasPrefix("Custom"), ScalarForm.known(type.name) == .kind(.uuid) {
      member = "value"
      isUppercased = true
    }
    if text.contains(" capitals ") || text.contains(" capital letters ") || text.contains(" upper case ")
      || text.contains(" uppercase ")
    {
      isUppercased = true
    }
    form = Self.epoch(text) ?? Self.specified[type.specifiedByURL.map(Self.lastWords) ?? ""]
  }

  /// Returns the name in `{"value": "<UUID>"}` or `{ value: … }`; nil if there is none, or several members.
  private static func member(in description: String) -> String? {
    guard let open = description.firstIndex(of: "{"), let close = description[open...].firstIndex(of: "}") else {
      return nil
    }
    let inside = description[description.index(after: open)..<close]
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].contains(",") else { return nil }
    let name = String(parts[0].filter { $0 != " " && $0 != "\"" && $0 != "`" && $0 != "'" })
    return name.isEmpty || !name.utf8.allSatisfy({ $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A })
      ? nil : name
  }

  private static func epoch(_ text: String) -> ScalarForm? {
    let isMilliseconds = text.contains(" milliseconds since ") || text.contains(" milliseconds from ")
    let isSeconds = text.contains(" seconds since ") || text.contains(" seconds from ")
    let isUnix = text.contains(" unix ") && (text.contains(" timestamp ") || text.contains(" time "))
    guard isMilliseconds || isSeconds || isUnix else { return nil }
    return .epoch(
      ScalarForm.Epoch(
        // The reference date of Swift and Objective-C.
        zero: text.contains(" 2001 ") ? CivilTime(year: 2001, month: 1, day: 1).seconds : 0,
        isMilliseconds: isMilliseconds || text.contains(" in milliseconds "),
        hasFraction: text.contains(" fraction ") || text.contains(" fractional ")))
  }

  private static let specified: [String: ScalarForm] = [
    "rfc3339": .dateTime, "rfc4122": .kind(.uuid), "rfc9562": .kind(.uuid), "rfc3986": .kind(.url),
    "datetime": .dateTime, "localdate": .date, "iso8601": .dateTime, "rfc5322": .kind(.email),
  ]

  private static func lastWords(_ url: String) -> String {
    words(of: String(url.split(separator: "/").last ?? "").lowercased()).joined()
  }
}
