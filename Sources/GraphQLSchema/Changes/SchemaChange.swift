extension SchemaChange {
  /// The kinds of changes. The names are graphql-js's: version 16 for breaking and dangerous changes, 17 for safe ones.
  /// Changes that neither reports have similar names and are marked here.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    // Breaking.
    case typeRemoved = "TYPE_REMOVED"
    case typeChangedKind = "TYPE_CHANGED_KIND"
    case typeRemovedFromUnion = "TYPE_REMOVED_FROM_UNION"
    case valueRemovedFromEnum = "VALUE_REMOVED_FROM_ENUM"
    case requiredInputFieldAdded = "REQUIRED_INPUT_FIELD_ADDED"
    case implementedInterfaceRemoved = "IMPLEMENTED_INTERFACE_REMOVED"
    case fieldRemoved = "FIELD_REMOVED"
    case fieldChangedKind = "FIELD_CHANGED_KIND"
    case requiredArgumentAdded = "REQUIRED_ARG_ADDED"
    case argumentRemoved = "ARG_REMOVED"
    case argumentChangedKind = "ARG_CHANGED_KIND"
    case directiveRemoved = "DIRECTIVE_REMOVED"
    case directiveArgumentRemoved = "DIRECTIVE_ARG_REMOVED"
    case requiredDirectiveArgumentAdded = "REQUIRED_DIRECTIVE_ARG_ADDED"
    case directiveRepeatableRemoved = "DIRECTIVE_REPEATABLE_REMOVED"
    case directiveLocationRemoved = "DIRECTIVE_LOCATION_REMOVED"

    // Breaking; not checked by graphql-js.
    case rootTypeRemoved = "ROOT_TYPE_REMOVED"
    case rootTypeChanged = "ROOT_TYPE_CHANGED"
    case oneOfAdded = "ONE_OF_ADDED"
    case directiveArgumentChangedKind = "DIRECTIVE_ARG_CHANGED_KIND"
    case requiredArgumentDefaultRemoved = "REQUIRED_ARG_DEFAULT_REMOVED"
    case requiredInputFieldDefaultRemoved = "REQUIRED_INPUT_FIELD_DEFAULT_REMOVED"
    case requiredDirectiveArgumentDefaultRemoved = "REQUIRED_DIRECTIVE_ARG_DEFAULT_REMOVED"

    // Dangerous.
    case valueAddedToEnum = "VALUE_ADDED_TO_ENUM"
    case typeAddedToUnion = "TYPE_ADDED_TO_UNION"
    case optionalInputFieldAdded = "OPTIONAL_INPUT_FIELD_ADDED"
    case optionalArgumentAdded = "OPTIONAL_ARG_ADDED"
    case implementedInterfaceAdded = "IMPLEMENTED_INTERFACE_ADDED"
    case argumentDefaultChanged = "ARG_DEFAULT_VALUE_CHANGE"

    // Dangerous; graphql-js checks defaults only of fields' arguments.
    case inputFieldDefaultChanged = "INPUT_FIELD_DEFAULT_VALUE_CHANGE"
    case directiveArgumentDefaultChanged = "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE"

    // Safe in graphql-js 17.
    case descriptionChanged = "DESCRIPTION_CHANGED"
    case typeAdded = "TYPE_ADDED"
    case directiveAdded = "DIRECTIVE_ADDED"
    case fieldAdded = "FIELD_ADDED"
    case directiveRepeatableAdded = "DIRECTIVE_REPEATABLE_ADDED"
    case directiveLocationAdded = "DIRECTIVE_LOCATION_ADDED"
    case optionalDirectiveArgumentAdded = "OPTIONAL_DIRECTIVE_ARG_ADDED"
    case fieldChangedKindSafely = "FIELD_CHANGED_KIND_SAFE"
    case argumentChangedKindSafely = "ARG_CHANGED_KIND_SAFE"
    case argumentDefaultAdded = "ARG_DEFAULT_VALUE_ADDED"

    // Safe; not checked by graphql-js.
    case inputFieldDefaultAdded = "INPUT_FIELD_DEFAULT_VALUE_ADDED"
    case defaultRewritten = "DEFAULT_VALUE_REWRITTEN"
    case deprecationAdded = "DEPRECATION_ADDED"
    case deprecationRemoved = "DEPRECATION_REMOVED"
    case deprecationReasonChanged = "DEPRECATION_REASON_CHANGED"
    case rootTypeAdded = "ROOT_TYPE_ADDED"
    case oneOfRemoved = "ONE_OF_REMOVED"
    case specifiedByChanged = "SPECIFIED_BY_CHANGED"
    case appliedDirectiveAdded = "APPLIED_DIRECTIVE_ADDED"
    case appliedDirectiveRemoved = "APPLIED_DIRECTIVE_REMOVED"

    package var severity: Severity {
      switch self {
      case .typeRemoved, .typeChangedKind, .typeRemovedFromUnion, .valueRemovedFromEnum, .requiredInputFieldAdded,
        .implementedInterfaceRemoved, .fieldRemoved, .fieldChangedKind, .requiredArgumentAdded, .argumentRemoved,
        .argumentChangedKind, .directiveRemoved, .directiveArgumentRemoved, .requiredDirectiveArgumentAdded,
        .directiveRepeatableRemoved, .directiveLocationRemoved, .rootTypeRemoved, .rootTypeChanged, .oneOfAdded,
        .directiveArgumentChangedKind, .requiredArgumentDefaultRemoved, .requiredInputFieldDefaultRemoved,
        .requiredDirectiveArgumentDefaultRemoved:
        .breaking
      case .valueAddedToEnum, .typeAddedToUnion, .optionalInputFieldAdded, .optionalArgumentAdded,
        .implementedInterfaceAdded, .argumentDefaultChanged, .inputFieldDefaultChanged,
        .directiveArgumentDefaultChanged:
        .dangerous
      case .descriptionChanged, .typeAdded, .directiveAdded, .fieldAdded, .directiveRepeatableAdded,
        .directiveLocationAdded, .optionalDirectiveArgumentAdded, .fieldChangedKindSafely,
        .argumentChangedKindSafely, .argumentDefaultAdded, .inputFieldDefaultAdded, .defaultRewritten,
        .deprecationAdded, .deprecationRemoved, .deprecationReasonChanged, .rootTypeAdded, .oneOfRemoved,
        .specifiedByChanged, .appliedDirectiveAdded, .appliedDirectiveRemoved:
        .safe
      }
    }
  }
}

/// A difference between two versions of a schema.
package struct SchemaChange: Hashable, Sendable, CustomStringConvertible {
  package var kind: Kind
  /// The change in one line, with graphql-js's message if it has one.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// The effect on clients of the older version.
  package var severity: Severity { kind.severity }

  /// The kind and the sentence: `FIELD_REMOVED: Query.a was removed.`
  package var description: String { "\(kind.rawValue): \(sentence)" }

  /// The effect of a change on clients, worst first.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Valid operations become invalid, or return data that their client cannot read.
    case breaking
    /// Operations stay valid, but may surprise a client: with a new enum value or another default.
    case dangerous
    case safe
  }
}
