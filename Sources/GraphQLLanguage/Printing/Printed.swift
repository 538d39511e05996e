// `printed()` of every node: the text for people, laid out as the reference's `print` does. Parsing it gives an
// equal tree. It has no line end at its end, and further lines are indented from the first column.

extension Printer {
  fileprivate static func text(_ write: (inout Printer) -> Void) -> String {
    var printer = Printer()
    write(&printer)
    return String(decoding: printer.bytes, as: UTF8.self)
  }
}

extension Document {
  /// The document as text, an empty line between definitions.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Definition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension OperationDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension VariableDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FragmentDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension SelectionSet {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Selection {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Field {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FragmentSpread {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension InlineFragment {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Argument {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Directive {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Value {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension StringValue {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension TypeReference {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension SchemaDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension OperationTypeDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension TypeDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FieldDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension InputValueDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension EnumValueDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension DirectiveDefinition {
  /// The node as text for people.
  package func printed() -> String { Printer.text { $0.write(self) } }
}
