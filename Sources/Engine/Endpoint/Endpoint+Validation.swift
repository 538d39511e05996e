import GraphQLLanguage
import GraphQLSchema
import Recordings
import Requests

/// The errors of an operation that does not match a schema.
struct OperationProblems {
  var errors: [GraphQLError]
  /// The warning for the terminal; nil unless a setting accepts the operation. The first error then names it, too.
  var warning: String?
}

extension Endpoint {
  /// Validates an operation by the rules of the endpoint, or by the lenient ones if the run sets them.
  ///
  /// - Parameters:
  ///   - operation: the operation. If it was found valid before, it is not validated again.
  ///   - part: the part of its document that is answered; nil for all of it.
  ///   - schema: the schema that generates or checks the answer.
  ///   - context: the context of the run.
  /// - Returns: the errors; none for a valid operation.
  func problems(
    with operation: PreparedOperation, part: Document? = nil, in schema: Schema, _ context: EngineContext
  ) -> OperationProblems {
    if part == nil, operation.isKnownToBeValid(in: schema) { return OperationProblems(errors: []) }
    func errors(_ rules: [ValidationRule]) -> [GraphQLError] {
      schema.validate(part ?? operation.document, source: operation.source, rules: rules)
    }
    let isLenient = context.configuration.isLenient
    var problems = OperationProblems(errors: errors(isLenient ? lenientRules ?? validationRules : validationRules))
    if problems.errors.isEmpty {
      if part == nil { operation.noteValid(in: schema) }
    } else if !isLenient, let lenientRules, errors(lenientRules).isEmpty {
      // Advice is given only if it helps with this very operation.
      problems.errors[0].message += " \(advice)"
      problems.warning = "\(operation.title()) was refused: \(problems.errors[0].message)"
    }
    return problems
  }

  private var advice: String {
    "Some servers accept this operation. To accept it here, start with --lenient, or add this line to \(name)/\(EndpointFolder.configurationFileName): validation: lenient"
  }
}
