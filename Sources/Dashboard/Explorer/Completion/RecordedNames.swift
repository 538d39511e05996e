import Engine
import GraphQLLanguage
import Recordings

/// The names that recorded operations have at one place, for endpoints without a schema.
struct RecordedNames {
  /// The fields, in the order of their first use.
  private(set) var fields: [CompletionItem] = []
  private var fieldNames: Set<String> = []
  private var argumentNames: [String: [String]] = [:]
  private let place: SelectionPlace
  private var fragments: [String: FragmentDefinition] = [:]
  /// The number of selections that may still be read.
  private var left = 20_000

  /// The most operations that are read.
  private static let limit = 500

  init(at place: SelectionPlace, of endpoint: Endpoint) {
    self.place = place
    guard let store = endpoint.store else { return }
    for entry in store.entries.prefix(Self.limit) {
      if case .operation(let kind) = place.root, entry.kind != kind { continue }
      guard let document = (try? store.document(inFolder: entry.folder))?.document,
        let operation = document.operations.first, !HTTPExchange.isOne(operation)
      else { continue }
      fragments = document.fragmentsByName
      switch place.root {
      case .operation: visit(operation.selectionSet, place.path[...], [])
      case .fragment(let type):
        for fragment in document.fragments where fragment.typeCondition.name.text == type {
          visit(fragment.selectionSet, place.path[...], [])
        }
      }
    }
  }

  func arguments(of field: String) -> [CompletionItem] {
    (argumentNames[field] ?? []).map { CompletionItem($0, .argument, insert: "\($0): ", detail: "recorded") }
  }

  private mutating func visit(_ set: SelectionSet, _ path: ArraySlice<String>, _ open: Set<String>) {
    for selection in set.selections where left > 0 {
      left -= 1
      switch selection {
      case .field(let field):
        guard let next = path.first else {
          note(field)
          continue
        }
        if field.name.text == next, let inner = field.selectionSet { visit(inner, path.dropFirst(), open) }
      case .inlineFragment(let fragment): visit(fragment.selectionSet, path, open)
      case .fragmentSpread(let spread):
        let name = spread.name.text
        guard !open.contains(name), let fragment = fragments[name] else { continue }
        visit(fragment.selectionSet, path, open.union([name]))
      }
    }
  }

  private mutating func note(_ field: Field) {
    let name = field.name.text
    if fieldNames.insert(name).inserted { fields.append(CompletionItem(name, .field, detail: "recorded")) }
    for argument in field.arguments where !(argumentNames[name] ?? []).contains(argument.name.text) {
      argumentNames[name, default: []].append(argument.name.text)
    }
  }
}
