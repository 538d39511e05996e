import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// Finds types that no answer can end with.
///
/// An answer ends where the client's selection ends, so a circular schema alone is no problem: `type A { id: ID! b: B!
/// }` and `type B { a: A! }` can be selected to any depth. But if a type only has non-null fields to types of the same
/// sort, no selection ever reaches a value except `__typename`. Such a schema is a mistake, which is reported at
/// startup.
struct EndlessTypes {
  private let schema: Schema
  /// The names of the types that have an end; all others are endless.
  private var ends: Set<String> = []

  init(_ schema: Schema) {
    self.schema = schema
    // A type has an end if a field is a leaf, nullable, a list, or leads to a type with an end. Rounds go back from
    // leaves.
    var rest = schema.types.filter { $0.kind == .object }
    var isFound = true
    while isFound {
      isFound = false
      rest.removeAll { type in
        guard type.fields.isEmpty || type.fields.contains(where: hasEnd) else { return false }
        ends.insert(type.name)
        isFound = true
        return true
      }
    }
  }

  private func hasEnd(_ field: SchemaField) -> Bool {
    guard case .nonNull(.named) = field.type, let named = schema.type(of: field.type), named.isComposite else {
      return true
    }
    let possible = schema.possibleTypes(of: named)
    return possible.isEmpty || possible.contains { ends.contains($0.name) }
  }

  /// Returns a problem for each circle of such types, with the place of its first type.
  func problems(in texts: [SourceText]) -> [SchemaProblem] {
    var told: Set<String> = []
    var problems: [SchemaProblem] = []
    for type in schema.types where type.kind == .object && !ends.contains(type.name) && !told.contains(type.name) {
      let circle = circle(from: type)
      told.insert(type.name)
      // A type that leads into a reported circle is fixed with it.
      guard let first = circle.first, !told.contains(first.type) || first.type == type.name else { continue }
      told.formUnion(circle.map(\.type))
      let way = (circle.map { "\($0.type).\($0.field)" } + [first.type]).joined(separator: " → ")
      let message =
        "Type \(first.type) can only be answered by an endless response: \(way). Make one of these fields nullable."
      problems.append(SchemaProblem(message, places: Self.place(of: first.type, in: texts).map { [$0] } ?? []))
    }
    return problems
  }

  /// Returns the circle that a path from a type runs into.
  private func circle(from type: SchemaType) -> [(type: String, field: String)] {
    var way: [(type: String, field: String)] = []
    var next: SchemaType? = type
    while let here = next, let field = here.fields.first {
      if let start = way.firstIndex(where: { $0.type == here.name }) { return Array(way[start...]) }
      way.append((here.name, field.name))
      next = schema.type(of: field.type).flatMap { schema.possibleTypes(of: $0).first }
    }
    return way
  }

  private static func place(of type: String, in texts: [SourceText]) -> SchemaProblem.SourcePlace? {
    for text in texts {
      guard let document = try? parse(text, limits: .schema) else { continue }
      for case .type(let definition) in document.definitions where definition.name.text == type {
        let location = text.location(at: Int(definition.name.place.start))
        return SchemaProblem.SourcePlace(file: text.name, location: location, excerpt: text.excerpt(at: location))
      }
    }
    return nil
  }
}
