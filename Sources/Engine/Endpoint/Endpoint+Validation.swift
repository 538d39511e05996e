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
  ///   - document: the document of the operation, or the part of it that is answered.
  ///   - operation: the operation, for its title and the places in its text.
  ///   - schema: the schema that generates or checks the answer.
  ///   - context: the context of the run.
  /// - Returns: the errors; none for a valid operation.
  func problems(
    with document: Document, of operation: PreparedOperation, in schema: Schema, _ context: EngineContext
  ) -> OperationProblems {
    func errors(_ rules: [ValidationRule]) -> [GraphQLError] {
      schema.validate(document, source: operation.source, rules: rules)
    }
    if context.configuration.isLenient { return OperationProblems(errors: errors(lenientRules ?? validationRules)) }
    var problems = OperationProblems(errors: errors(validationRules))
    // Advice is given only if it helps with this very operation.
    if !problems.errors.isEmpty, let lenientRules, errors(lenientRules).isEmpty {
      problems.errors[0].message += " \(advice)"
      problems.warning = "\(operation.title()) was refused: \(problems.errors[0].message)"
    }
    return problems
  }

  private var advice: String {
    "Some servers accept this operation. To accept it here, start with --lenient, or add this line to \(name)/\(EndpointFolder.configurationFileName): validation: lenient"
  }
}
