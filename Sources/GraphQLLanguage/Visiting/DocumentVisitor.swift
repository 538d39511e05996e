/// A visitor of the nodes of a document, in source order; see `Document.visit(with:)`.
///
/// Every method has an empty default. Calls are resolved at compile time, so unused ones cost nothing.
package protocol DocumentVisitor {
  mutating func enter(_ definition: OperationDefinition) -> VisitStep
  mutating func leave(_ definition: OperationDefinition)
  mutating func enter(_ definition: FragmentDefinition) -> VisitStep
  mutating func leave(_ definition: FragmentDefinition)
  mutating func enter(_ variable: VariableDefinition) -> VisitStep
  mutating func leave(_ variable: VariableDefinition)
  mutating func enter(_ selectionSet: SelectionSet) -> VisitStep
  mutating func leave(_ selectionSet: SelectionSet)
  mutating func enter(_ field: Field) -> VisitStep
  mutating func leave(_ field: Field)
  mutating func enter(_ spread: FragmentSpread) -> VisitStep
  mutating func leave(_ spread: FragmentSpread)
  mutating func enter(_ fragment: InlineFragment) -> VisitStep
  mutating func leave(_ fragment: InlineFragment)
  mutating func enter(_ argument: Argument) -> VisitStep
  mutating func leave(_ argument: Argument)
  mutating func enter(_ directive: Directive) -> VisitStep
  mutating func leave(_ directive: Directive)
  mutating func enter(_ value: Value) -> VisitStep
  mutating func leave(_ value: Value)
  mutating func enter(_ field: ObjectField) -> VisitStep
  mutating func leave(_ field: ObjectField)
  /// Visits a type reference: in a type reference or condition, as an interface, union member or root type.
  mutating func visit(_ type: NamedType)

  mutating func enter(_ definition: SchemaDefinition) -> VisitStep
  mutating func leave(_ definition: SchemaDefinition)
  mutating func enter(_ definition: TypeDefinition) -> VisitStep
  mutating func leave(_ definition: TypeDefinition)
  mutating func enter(_ definition: FieldDefinition) -> VisitStep
  mutating func leave(_ definition: FieldDefinition)
  mutating func enter(_ definition: InputValueDefinition) -> VisitStep
  mutating func leave(_ definition: InputValueDefinition)
  mutating func enter(_ definition: EnumValueDefinition) -> VisitStep
  mutating func leave(_ definition: EnumValueDefinition)
  mutating func enter(_ definition: DirectiveDefinition) -> VisitStep
  mutating func leave(_ definition: DirectiveDefinition)
}

/// The next step of a walk after a visitor has entered a node.
package enum VisitStep: Hashable, Sendable {
  /// Visit the node's children, then leave the node.
  case descend
  /// Skip the node's children and its `leave`.
  case skip
}

extension DocumentVisitor {
  package mutating func enter(_: OperationDefinition) -> VisitStep { .descend }
  package mutating func leave(_: OperationDefinition) {}
  package mutating func enter(_: FragmentDefinition) -> VisitStep { .descend }
  package mutating func leave(_: FragmentDefinition) {}
  package mutating func enter(_: VariableDefinition) -> VisitStep { .descend }
  package mutating func leave(_: VariableDefinition) {}
  package mutating func enter(_: SelectionSet) -> VisitStep { .descend }
  package mutating func leave(_: SelectionSet) {}
  package mutating func enter(_: Field) -> VisitStep { .descend }
  package mutating func leave(_: Field) {}
  package mutating func enter(_: FragmentSpread) -> VisitStep { .descend }
  package mutating func leave(_: FragmentSpread) {}
  package mutating func enter(_: InlineFragment) -> VisitStep { .descend }
  package mutating func leave(_: InlineFragment) {}
  package mutating func enter(_: Argument) -> VisitStep { .descend }
  package mutating func leave(_: Argument) {}
  package mutating func enter(_: Directive) -> VisitStep { .descend }
  package mutating func leave(_: Directive) {}
  package mutating func enter(_: Value) -> VisitStep { .descend }
  package mutating func leave(_: Value) {}
  package mutating func enter(_: ObjectField) -> VisitStep { .descend }
  package mutating func leave(_: ObjectField) {}
  package mutating func enter(_: SchemaDefinition) -> VisitStep { .descend }
  package mutating func leave(_: SchemaDefinition) {}
  package mutating func enter(_: TypeDefinition) -> VisitStep { .descend }
  package mutating func leave(_: TypeDefinition) {}
  package mutating func enter(_: FieldDefinition) -> VisitStep { .descend }
  package mutating func leave(_: FieldDefinition) {}
  package mutating func enter(_: InputValueDefinition) -> VisitStep { .descend }
  package mutating func leave(_: InputValueDefinition) {}
  package mutating func enter(_: EnumValueDefinition) -> VisitStep { .descend }
  package mutating func leave(_: EnumValueDefinition) {}
  package mutating func enter(_: DirectiveDefinition) -> VisitStep { .descend }
  package mutating func leave(_: DirectiveDefinition) {}
  package mutating func visit(_: NamedType) {}
}
