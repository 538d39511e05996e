// `printed()` returns a node as readable text, in the layout of graphql-js's `print`. Parsing it gives an equal tree.
// The text has no trailing line end; its first line is not indented.

extension Printer {
  fileprivate static func text(_ write: (inout Printer) -> Void) -> String {
    var printer = Printer()
    write(&printer)
    return String(decoding: printer.bytes, as: UTF8.self)
  }
}

extension Document {
  /// Returns the document as text, with an empty line between definitions.
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Definition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension OperationDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension VariableDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FragmentDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension SelectionSet {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Selection {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Field {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FragmentSpread {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension InlineFragment {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Argument {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Directive {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension Value {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension StringValue {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension TypeReference {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension SchemaDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension OperationTypeDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension TypeDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension FieldDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension InputValueDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension EnumValueDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}

extension DirectiveDefinition {
  package func printed() -> String { Printer.text { $0.write(self) } }
}
