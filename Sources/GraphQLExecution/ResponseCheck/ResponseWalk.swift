import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Compares a response's data with the plan of its operation.
///
/// Recurses as deep as the response is nested, which the JSON parser limits.
struct ResponseWalk {
  let plan: ResponsePlan
  /// The paths that errors explain, and all their prefixes.
  let failedPaths: Set<[GraphQLError.PathElement]>
  let isPlaceholder: @Sendable (String) -> Bool
  private(set) var findings = ResponseFindings()
  /// The path from `data`.
  private var path: [GraphQLError.PathElement] = []
  /// The number of objects compared with candidate types inside other candidates, where guesses multiply.
  private var guesses = 0
  private var guessDepth = 0

  private static let mostGuesses = 50_000

  init(
    plan: ResponsePlan, failedPaths: Set<[GraphQLError.PathElement]>,
    isPlaceholder: @escaping @Sendable (String) -> Bool
  ) {
    self.plan = plan
    self.failedPaths = failedPaths
    self.isPlaceholder = isPlaceholder
  }

  mutating func checkData(_ data: JSON, _ selectionSet: SelectionSet, on root: SchemaType, hasErrors: Bool) {
    switch data {
    case .null:
      if !hasErrors { report(.error, "is null, and there are no errors that explain it.") }
    case .object(let object):
      checkObject(object, plan.selection([.init(selections: selectionSet)], on: root))
    default: report(.error, "is \(data.brief()): expected an object.")
    }
  }

  // MARK: Objects

  private mutating func checkObject(_ object: JSONObject, _ selection: PlannedSelection) {
    if guessDepth > 1 { guesses += 1 }
    var isThere = [Bool](repeating: false, count: selection.fields.count)
    for member in object.members {
      path.append(.key(member.name))
      if let index = selection.index(of: member.name) {
        isThere[index] = true
        check(member.value, selection.fields[index], on: selection.type)
      } else {
        report(.error, isAboutName: true, "was not requested.")
      }
      path.removeLast()
    }
    for (index, field) in selection.fields.enumerated() where !isThere[index] && !field.isOptional && field.type != nil
    {
      reportMissing(field)
    }
  }

  private mutating func check(_ value: JSON, _ field: PlannedField, on type: SchemaType) {
    guard let completion = field.completion else { return }
    if field.isTypename {
      if value != .string(type.name), !isPlaceholderValue(value) {
        report(.error, "is \(value.brief()): expected \"\(type.name)\".")
      }
      return
    }
    check(value, completion, field)
  }

  private mutating func check(_ value: JSON, _ completion: Completion, _ field: PlannedField) {
    if case .nonNull(let inner) = completion {
      if value.isNull { return reportNull(field) }
      return check(value, inner, field)
    }
    if value.isNull { return }
    if isPlaceholderValue(value) {
      // The placeholder is valid for a redacted value, but clients that know the enum's values cannot parse it.
      guard case .leaf(let type) = completion, type.kind == .enum else { return }
      return report(
        .note,
        "is a placeholder instead of a value of enum \"\(type.name)\", which clients cannot read. If it is not secret, list "
          + "\(field.coordinate) under redaction: keep: in endpoint.yaml and record again.")
    }
    switch completion {
    case .leaf(let type): checkLeaf(value, type, field)
    case .object(let type):
      guard case .object(let object) = value else { return reportKind(value, "an object", field) }
      checkObject(object, field.selection(on: type, plan))
    case .abstract(let type):
      guard case .object(let object) = value else { return reportKind(value, "an object", field) }
      checkAbstract(object, type, field)
    case .list(let item):
      guard case .array(let items) = value else { return reportKind(value, "a list", field) }
      for (index, element) in items.enumerated() {
        path.append(.index(index))
        check(element, item, field)
        path.removeLast()
      }
    case .impossible, .nonNull: break
    }
  }

  /// Checks an object of an interface or union against its `__typename`, or else against the candidate that fits best.
  private mutating func checkAbstract(_ object: JSONObject, _ type: SchemaType, _ field: PlannedField) {
    let candidates = field.candidates(of: type, plan)
    let named = candidates.compactMap { candidate -> PlannedSelection? in
      for key in candidate.selection.typenameKeys {
        guard let name = object[key]?.stringValue, candidate.names.contains(name) else { continue }
        return plan.schema.type(named: name).map { field.selection(on: $0, plan) }
      }
      return nil
    }
    if let selection = named.first { return checkObject(object, selection) }
    let unnamed = candidates.filter { $0.selection.typenameKeys.isEmpty }
    if unnamed.isEmpty, let key = candidates.first?.selection.typenameKeys.first(where: { object[$0] != nil }),
      let value = object[key]
    {
      if isPlaceholderValue(value) { return }
      return reportType(value, key, type, field)
    }
    checkBestFit(object, unnamed.isEmpty ? candidates : unnamed)
  }

  private mutating func checkBestFit(_ object: JSONObject, _ candidates: [PlannedField.Candidate]) {
    if candidates.count == 1 { return checkObject(object, candidates[0].selection) }
    let before = findings
    // If no candidate fits, reports the findings of the one with the most similar keys, then with the fewest errors.
    var best: (findings: ResponseFindings, strangeness: Int)?
    guessDepth += 1
    for candidate in candidates where guesses < Self.mostGuesses {
      findings = ResponseFindings()
      checkObject(object, candidate.selection)
      let strangeness = findings.errorCount == 0 ? 0 : candidate.selection.strangeness(of: object)
      if best.map({ (strangeness, findings.errorCount) < ($0.strangeness, $0.findings.errorCount) }) ?? true {
        best = (findings, strangeness)
      }
      if findings.errorCount == 0 {
        best = (findings, 0)
        break
      }
    }
    guessDepth -= 1
    findings = before
    // A response that takes too many guesses is not judged.
    if let best, guesses < Self.mostGuesses { findings.add(best.findings) }
  }

  // MARK: Leafs

  private mutating func checkLeaf(_ value: JSON, _ type: SchemaType, _ field: PlannedField) {
    if type.kind == .enum {
      guard let text = value.stringValue else { return reportKind(value, "a value of enum \(type.name)", field) }
      if type.value(named: text) == nil {
        let suggestions = didYouMean(suggestionList(text, type.values.map(\.name)))
        report(.error, "is \(value.brief()), which is not a value of enum \(type.name).\(suggestions)")
      }
      return
    }
    switch (type.name, value) {
    case ("Int", .number(let number)):
      guard let int = number.int else { return reportKind(value, "a whole number", field) }
      if Int32(exactly: int) == nil {
        reportKind(value, "a whole number from -2147483648 to 2147483647", field)
      }
    case ("Int", _): reportKind(value, "a whole number", field)
    case ("Float", .number), ("String", .string), ("Boolean", .bool), ("ID", .string): break
    case ("Float", _): reportKind(value, "a number", field)
    case ("String", _): reportKind(value, "a string", field)
    case ("Boolean", _): reportKind(value, "true or false", field)
    case ("ID", .number(let number)) where number.int != nil:
      report(.note, "is \(value.brief()): an ID is written as a string (\(Self.description(of: field))).")
    case ("ID", _): reportKind(value, "a string", field)
    default: break  // Only the server knows the format of a custom scalar.
    }
  }

  private func isPlaceholderValue(_ value: JSON) -> Bool {
    if case .string(let text) = value { isPlaceholder(text) } else { false }
  }

  // MARK: Findings

  private mutating func report(_ kind: ResponseFinding.Kind, isAboutName: Bool = false, _ rest: String) {
    let place = JSONPath(path: path)
    findings.add(ResponseFinding(kind, at: place, isAboutName: isAboutName, "\(place) \(rest)"))
  }

  private mutating func reportKind(_ value: JSON, _ expected: String, _ field: PlannedField) {
    report(.error, "is \(value.brief()): expected \(expected) (\(Self.description(of: field))).")
  }

  private mutating func reportMissing(_ field: PlannedField) {
    let place = JSONPath(path: path)
    findings.add(
      ResponseFinding(
        .error, at: place,
        "\(place.appending(.name(field.key))) is missing: the operation requests \(Self.description(of: field))."))
  }

  private mutating func reportNull(_ field: PlannedField) {
    guard failedPaths.contains(path) else {
      return report(.error, "is null, and no error has its path (\(Self.description(of: field))).")
    }
    report(
      .note, "is null where the null should have propagated; an error explains it (\(Self.description(of: field))).")
  }

  private mutating func reportType(_ value: JSON, _ key: String, _ type: SchemaType, _ field: PlannedField) {
    let names = plan.schema.possibleTypes(of: type).map(\.name)
    let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " or \(names.count - 5) more" : "")
    path.append(.key(key))
    let suggestion = value.stringValue.map { didYouMean(suggestionList($0, names)) } ?? ""
    report(.error, "is \(value.brief()): \(type.name) can be \(shown).\(suggestion)")
    path.removeLast()
  }

  private static func description(of field: PlannedField) -> String {
    "\(field.coordinate)\(field.type.map { ": \($0)" } ?? "")"
  }
}

extension JSONPath {
  /// Makes the path from the response's root of one from `data`.
  init(path: [GraphQLError.PathElement]) {
    self.init(
      [.name("data")]
        + path.map { element in
          switch element {
          case .key(let key): .name(key)
          case .index(let index): .index(index)
          }
        })
  }
}
