package import OrderedJSON

/// Information that an introspection query did not request. It is unknown rather than absent or false.
package enum IntrospectionGap: Int, Hashable, Sendable, CaseIterable {
  case descriptions
  case schemaDescription
  case isRepeatable
  case specifiedByURL
  case isOneOf
  /// The deprecation of arguments and input fields. Deprecated ones may not be listed at all.
  case inputDeprecation
  case interfacesOfInterfaces
  case directives
  /// The locations of directives, beyond the three flags used before 2016.
  case directiveLocations

  /// The missing information as the subject of a sentence: `whether directives are repeatable`.
  package var subject: String {
    switch self {
    case .descriptions: "descriptions"
    case .schemaDescription: "the schema's own description"
    case .isRepeatable: "whether directives are repeatable"
    case .specifiedByURL: "where scalars are specified"
    case .isOneOf: "which input objects are one-of"
    case .inputDeprecation: "which arguments and input fields are deprecated, and maybe not those that are"
    case .interfacesOfInterfaces: "which interfaces an interface implements"
    case .directives: "directives"
    case .directiveLocations: "where directives may stand"
    }
  }

  /// Returns the gaps of an introspection result; none for other JSON.
  package static func gaps(in json: JSON) -> Set<IntrospectionGap> {
    guard let root = IntrospectionRoot(json) else { return [] }
    let types = objects(root.object["types"])
    let directives = objects(root.object["directives"])
    func ofKind(_ kind: String) -> [JSONObject] { types.filter { $0["kind"]?.stringValue == kind } }
    func lacks(_ objects: [JSONObject], _ keys: String...) -> Bool {
      objects.contains { object in !keys.contains { object[$0] != nil } }
    }
    var inputs = types.flatMap { Self.objects($0["inputFields"]) } + directives.flatMap { Self.objects($0["args"]) }
    inputs += types.flatMap { Self.objects($0["fields"]) }.flatMap { Self.objects($0["args"]) }
    var gaps: Set<IntrospectionGap> = []
    if !types.contains(where: { $0["description"] != nil }) { gaps.insert(.descriptions) }
    if root.object["description"] == nil { gaps.insert(.schemaDescription) }
    if lacks(directives, "isRepeatable") { gaps.insert(.isRepeatable) }
    if lacks(ofKind("SCALAR"), "specifiedByURL", "specifiedByUrl") { gaps.insert(.specifiedByURL) }
    if lacks(ofKind("INPUT_OBJECT"), "isOneOf") { gaps.insert(.isOneOf) }
    if lacks(inputs, "isDeprecated") { gaps.insert(.inputDeprecation) }
    if ofKind("INTERFACE").contains(where: { $0["interfaces"]?.arrayValue == nil }) {
      gaps.insert(.interfacesOfInterfaces)
    }
    if root.object["directives"]?.arrayValue == nil { gaps.insert(.directives) }
    if lacks(directives, "locations") { gaps.insert(.directiveLocations) }
    return gaps
  }

  private static func objects(_ json: JSON?) -> [JSONObject] { (json?.arrayValue ?? []).compactMap(\.objectValue) }
}
