package import GraphQLLanguage
package import GraphQLSchema
package import Recordings
package import Redaction
import Synchronization
package import Transports

/// An operation of a document's text, parsed once for all requests with the same text.
package final class PreparedOperation: Sendable {
  package let source: SourceText
  package let document: Document
  package let canonical: CanonicalOperation
  package let key: DocumentKey
  /// The redaction plan of this text, or of another text of the same operation.
  package let redaction: RedactionPlan
  /// A description of an anonymous operation: its first root fields, and the number in its folder's name; else nil.
  package let sketch: String?
  /// The schema that it was found valid in, by the rules of its endpoint.
  private let validSchema = Mutex<SchemaReference?>(nil)

  /// Prepares the operation of a request, with the redaction plans of earlier ones by their hash. Throws an error if
  /// the text does not parse, or lacks the named operation.
  package init(
    _ request: GraphQLRequest, endpoint: String, plans: BoundedCache<ContentHash, RedactionPlan>
  ) throws(ResolutionProblem) {
    source = SourceText(request.query)
    do {
      document = try parse(source)
    } catch {
      throw .syntax(error)
    }
    do {
      canonical = try CanonicalOperation(of: document, operationName: request.operationName)
    } catch {
      throw .selection(error)
    }
    key = DocumentKey(endpoint: endpoint, operation: canonical)
    sketch = canonical.name == nil ? canonical.sketch(key) : nil
    if let known = plans[key.hash] {
      redaction = known
    } else {
      redaction = RedactionPlan(document: document, operation: canonical.operation)
      plans.keep(redaction, for: key.hash, bytes: Self.heldBytes(ofText: source.utf8.count))
    }
  }

  /// An estimate of the bytes it holds: its text, and its document, which takes about 16 times as much.
  package var heldBytes: Int { Self.heldBytes(ofText: source.utf8.count) }

  private static func heldBytes(ofText bytes: Int) -> Int { 2_000 + 17 * bytes }

  package func isKnownToBeValid(in schema: Schema) -> Bool { validSchema.withLock { $0?.refers(to: schema) ?? false } }

  package func noteValid(in schema: Schema) { validSchema.withLock { $0 = SchemaReference(schema) } }

  package var kind: OperationKind { canonical.kind }
  package var name: String? { canonical.name }
  /// True if it uses `@defer` or `@stream`.
  package var isIncremental: Bool { key.mayComeInParts }
  /// True if it may have more than one result.
  package var mayStream: Bool { kind == .subscription || isIncremental }

  /// The operation's key after redaction, which differs only if the text contained a secret.
  package func key(of redacted: RedactedRequest) -> DocumentKey {
    guard redaction.hasLiterals, redacted.document != redaction.document,
      let canonical = try? CanonicalOperation(of: redacted.document, operationName: name)
    else { return key }
    return DocumentKey(endpoint: key.endpoint, operation: canonical)
  }
}

extension CanonicalOperation {
  /// The most root fields to name.
  private static var limit: Int { 3 }

  fileprivate func sketch(_ key: DocumentKey) -> String {
    let selections = operation.selectionSet.selections
    let keys = selections.prefix(Self.limit).map { selection in
      switch selection {
      case .field(let field): field.responseKey
      case .fragmentSpread(let spread): "...\(spread.name.text)"
      case .inlineFragment: "..."
      }
    }
    let shown = keys + (selections.count > Self.limit ? ["…"] : [])
    return "{ \(shown.joined(separator: " ")) } \(key.hash.hex(digits: 8))"
  }
}

/// The reasons why a request cannot be answered, before anything is looked up.
package enum ResolutionProblem: Error {
  case request(RequestProblem)
  case syntax(SyntaxError)
  case selection(OperationSelectionError)
  case mutationByGET
  case subscriptionByGET
  case session(SessionNameProblem)
  case identity(IdentityError)

  /// A short reason for the terminal of a recorder, which passes the request on anyway.
  package var reason: String {
    switch self {
    case .request(let problem): problem.message
    case .syntax(let error): "the document does not parse: \(error.message)"
    case .selection(let error): "\(error)"
    case .mutationByGET: "a mutation by GET"
    case .subscriptionByGET: "a subscription by GET"
    case .session(let problem): problem.message
    case .identity(let error): "\(error)"
    }
  }
}
