import FakeClauses
import OrderedJSON
import Recordings
import Yams

extension YAMLReader {
  private enum FakesKey: String, CaseIterable {
    case locale, nulls, errors, types, fields, fixtures, population, viewer, now
  }

  private enum TypeKey: String, CaseIterable {
    case key, population, page, real
  }

  private enum FieldKey: String, CaseIterable {
    case fake, options, examples, listLength, nulls, error, inverse, counts, arguments, pageSize, viewer, does, sets
    case tells, follows, owner
  }

  private enum ErrorKey: String, CaseIterable {
    case message, code, rate
  }

  func fakes(_ node: Node) throws(RecordingError) -> FakeConfiguration {
    var fakes = FakeConfiguration()
    for (key, value) in try mapping(node, "\"fakes\"", such: "locale: de") {
      switch try self.key(key, of: FakesKey.self) {
      case .locale:
        fakes.locale = .init(value: try string(value, "\"locale\"", such: "de"), place: place(value))
      case .nulls: fakes.nullPercent = try percent(value, "\"nulls\"")
      case .errors: fakes.errorRate = try rate(value, "\"errors\"")
      case .types: fakes.rules += try fakedTypes(value)
      case .fields: fakes.rules += try fakedFields(value)
      case .fixtures, .population, .viewer, .now: try data(key, value, &fakes)
      }
    }
    return fakes
  }

  /// Reads a setting that has the same form elsewhere. A number or a date is written without quotation marks, too.
  private func data(_ key: Node, _ value: Node, _ fakes: inout FakeConfiguration) throws(RecordingError) {
    guard let setting = key.scalar.flatMap({ DataSetting(rawValue: $0.string) }) else { return }
    guard let scalar = value.scalar else {
      throw error(value.mark, "\"\(setting.rawValue)\" must be a text, such as \"population: Task=200\".")
    }
    do throws(DataSettingProblem) {
      try fakes.set(setting, scalar.string, at: place(value))
    } catch {
      throw self.error(value.mark, error.description)
    }
  }

  // MARK: Types

  private func fakedTypes(_ node: Node) throws(RecordingError) -> [FakeConfiguration.Rule] {
    var rules: [FakeConfiguration.Rule] = []
    for (key, value) in try mapping(node, "\"types\"", such: "Launch: { population: 110 }") {
      let type = try name(key, "a type's name", such: "Launch")
      for (inner, value) in try mapping(value, "the entry for \"\(type)\"", such: "population: 110") {
        let known = try self.key(inner, of: TypeKey.self)
        let clause: FakeClause =
          switch known {
          case .key: .key(try nameOrNone(value, "\"key\" of \"\(type)\"", such: "id"))
          case .population: .population(try whole(value, "\"population\" of \"\(type)\"", such: "110"))
          case .real: .real(try nameOrNone(value, "\"real\" of \"\(type)\"", such: "country"))
          case .page: .page(try page(value, "\"page\" of \"\(type)\""))
          }
        rules.append(
          .init(
            type: type, field: nil, clause: clause, key: known.rawValue, place: place(value), subjectPlace: place(key)))
      }
    }
    return rules
  }

  // MARK: Fields

  private func fakedFields(_ node: Node) throws(RecordingError) -> [FakeConfiguration.Rule] {
    var rules: [FakeConfiguration.Rule] = []
    for (key, value) in try mapping(node, "\"fields\"", such: "User.email: { fake: email }") {
      let coordinate = try string(key, "a field", such: "User.email")
      let parts = coordinate.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy(\.isGraphQLName) else {
        throw error(
          key.mark,
          "\(RecordingError.shown(.string(coordinate))) is not a field: expected a type and a field, such as User.email."
        )
      }
      let said = try mapping(value, "the entry for \"\(coordinate)\"", such: "fake: email")
      let options = said.first { $0.key.scalar?.string == FieldKey.options.rawValue }
      for (inner, value) in said {
        let known = try self.key(inner, of: FieldKey.self)
        if known == .arguments {
          for said in try arguments(value, "\"arguments\" of \"\(coordinate)\"") {
            rules.append(
              .init(
                type: parts[0], field: parts[1], clause: .argument(path: said.path, is: said.text), key: known.rawValue,
                place: place(said.node), subjectPlace: place(key)))
          }
          continue
        }
        guard let clause = try clause(known, value, of: coordinate, options: options?.value) else {
          guard said.contains(where: { $0.key.scalar?.string == FieldKey.fake.rawValue }) else {
            throw error(inner.mark, "\"options\" needs \"fake\": add it.")
          }
          continue
        }
        rules.append(
          .init(
            type: parts[0], field: parts[1], clause: clause, key: known.rawValue, place: place(value),
            subjectPlace: place(key)))
      }
    }
    return rules
  }

  private func clause(
    _ key: FieldKey, _ value: Node, of coordinate: String, options: Node?
  ) throws(RecordingError) -> FakeClause? {
    let what = "\"\(key.rawValue)\" of \"\(coordinate)\""
    switch key {
    case .fake:
      let given = try options.map { (node) throws(RecordingError) in
        try members(node, "\"options\" of \"\(coordinate)\"")
      }
      return .fake(try string(value, what, such: "email"), options: given ?? [])
    case .options: return nil
    case .examples:
      let elements = try list(value, what, of: "values", such: "[\"KSC LC 39A\", \"VAFB SLC 4E\"]")
      var values: [JSON] = []
      for element in elements { values.append(json(element)) }
      return .examples(values)
    case .listLength:
      let (least, most) = try length(value, what)
      return .listLength(min: least, max: most)
    case .nulls: return .nulls(try percent(value, what))
    case .error: return try fakedError(value, coordinate)
    case .inverse: return .inverse(try nameOrNone(value, what, such: "posts"))
    case .counts: return try counts(value, what)
    case .arguments: return nil
    case .pageSize: return .pageSize(try whole(value, what, such: "20"))
    case .viewer: return .viewer(try boolean(value, what))
    case .does: return .does(try string(value, what, such: "create Post"))
    case .sets: return .sets(try effects(value, what))
    case .owner: return .owner(try boolean(value, what))
    case .tells: return .tells(try string(value, what, such: "created Post"))
    case .follows:
      let text = try string(value, what, such: "author, or none")
      return .follows(text == "none" ? nil : text)
    }
  }

  private func fakedError(_ node: Node, _ coordinate: String) throws(RecordingError) -> FakeClause {
    var message: String?
    var code: String?
    var rate = FakeClause.always
    for (key, value) in try mapping(node, "\"error\" of \"\(coordinate)\"", such: "code: SOLD_OUT") {
      switch try self.key(key, of: ErrorKey.self) {
      case .message: message = try string(value, "\"message\" of \"error\"", such: "\"No seats left\"")
      case .code: code = try string(value, "\"code\" of \"error\"", such: "SOLD_OUT")
      case .rate: rate = try self.rate(value, "\"rate\" of \"error\"")
      }
    }
    return .error(message: message, code: code, rate: rate)
  }
}
