/// The three kinds of operation (section 2.3 "Operations").
package enum OperationKind: String, Hashable, Sendable, CaseIterable {
  case query
  case mutation
  case subscription
}

/// An operation definition (section 2.3). The short form `{ a }` is an anonymous query.
package struct OperationDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var kind: OperationKind
  package var name: Name?
  package var variables: [VariableDefinition]
  package var directives: [Directive]
  package var selectionSet: SelectionSet
}

extension OperationDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, kind: OperationKind = .query, name: Name? = nil,
    variables: [VariableDefinition] = [], directives: [Directive] = [], selectionSet: SelectionSet,
    place: Place = .none
  ) {
    self.init(
      place: place, description: description, kind: kind, name: name, variables: variables, directives: directives,
      selectionSet: selectionSet)
  }
}

/// A variable's definition (section 2.10 "Variables"). `name` excludes the dollar sign.
package struct VariableDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var type: TypeReference
  package var defaultValue: Value?
  package var directives: [Directive]
}

extension VariableDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, type: TypeReference, defaultValue: Value? = nil,
    directives: [Directive] = [], place: Place = .none
  ) {
    self.init(
      place: place, description: description, name: name, type: type, defaultValue: defaultValue, directives: directives
    )
  }
}

/// The selections between braces (section 2.4 "Selection Sets").
package struct SelectionSet: Hashable, Sendable {
  package var place: Place
  package var selections: [Selection]
}

extension SelectionSet {
  @inline(__always)
  package init(_ selections: [Selection], place: Place = .none) {
    self.init(place: place, selections: selections)
  }
}

/// One member of a selection set.
package enum Selection: Hashable, Sendable {
  case field(Field)
  case fragmentSpread(FragmentSpread)
  case inlineFragment(InlineFragment)
}

/// A field (section 2.5 "Fields").
package struct Field: Hashable, Sendable {
  package var place: Place
  package var alias: Name?
  package var name: Name
  package var arguments: [Argument]
  package var directives: [Directive]
  package var selectionSet: SelectionSet?

  /// The field's key in the response: the alias, or else the name (section 2.7).
  package var responseKey: String { (alias ?? name).text }
}

extension Field {
  @inline(__always)
  package init(
    alias: Name? = nil, name: Name, arguments: [Argument] = [], directives: [Directive] = [],
    selectionSet: SelectionSet? = nil, place: Place = .none
  ) {
    self.init(
      place: place, alias: alias, name: name, arguments: arguments, directives: directives, selectionSet: selectionSet)
  }
}

/// An argument of a field or directive (section 2.6 "Arguments").
package struct Argument: Hashable, Sendable {
  package var place: Place
  package var name: Name
  package var value: Value
}

extension Argument {
  @inline(__always)
  package init(name: Name, value: Value, place: Place = .none) {
    self.init(place: place, name: name, value: value)
  }
}

/// `...Name` (section 2.8 "Fragments").
package struct FragmentSpread: Hashable, Sendable {
  package var place: Place
  package var name: Name
  package var directives: [Directive]
}

extension FragmentSpread {
  @inline(__always)
  package init(name: Name, directives: [Directive] = [], place: Place = .none) {
    self.init(place: place, name: name, directives: directives)
  }
}

/// `... on Type { }` or `... { }` (section 2.8.2 "Inline Fragments").
package struct InlineFragment: Hashable, Sendable {
  package var place: Place
  package var typeCondition: NamedType?
  package var directives: [Directive]
  package var selectionSet: SelectionSet
}

extension InlineFragment {
  @inline(__always)
  package init(
    typeCondition: NamedType? = nil, directives: [Directive] = [], selectionSet: SelectionSet,
    place: Place = .none
  ) {
    self.init(place: place, typeCondition: typeCondition, directives: directives, selectionSet: selectionSet)
  }
}

/// `fragment Name on Type { }` (section 2.8).
package struct FragmentDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var typeCondition: NamedType
  package var directives: [Directive]
  package var selectionSet: SelectionSet
}

extension FragmentDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, typeCondition: NamedType, directives: [Directive] = [],
    selectionSet: SelectionSet, place: Place = .none
  ) {
    self.init(
      place: place, description: description, name: name, typeCondition: typeCondition, directives: directives,
      selectionSet: selectionSet)
  }
}

/// `@name(arguments)` (section 2.12 "Directives").
package struct Directive: Hashable, Sendable {
  package var place: Place
  package var name: Name
  package var arguments: [Argument]
}

extension Directive {
  @inline(__always)
  package init(name: Name, arguments: [Argument] = [], place: Place = .none) {
    self.init(place: place, name: name, arguments: arguments)
  }
}
