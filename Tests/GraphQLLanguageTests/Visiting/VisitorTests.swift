import GraphQLLanguage
import Testing

@Suite("Visitor")
struct VisitorTests {
  @Test func `enters and leaves every node of a request in the order of the text`() throws {
    let document = try Document(
      "query Q($a: [B] = [1] @c) @d { e: f(g: {h: $a}) @i { ...J @k ... on L @m { n } } } fragment J on O @p { q }")
    var recorder = Recorder()
    document.visit(with: &recorder)
    #expect(
      recorder.events.joined(separator: " ") == """
        <query Q <$a B <list <1 1> list> <@c @c> $a> <@d @d> <set <e <g <object <h <$a $a> h> object> g> <@i @i> \
        <set <...J <@k @k> ...J> <...L L <@m @m> <set <n n> set> ...L> set> e> set> query Q> \
        <fragment J O <@p @p> <set <q q> set> fragment J>
        """)
  }

  @Test func `enters and leaves every node of a schema in the order of the text`() throws {
    let document = try Document(
      """
      schema @a { query: Q } type T implements I & J @b { f(x: X = 1 @c): [F!] @d } interface I implements K { g: G }
      union U @e = A | B enum E @f { V @g } input P @h { i: Y = {j: 2} } scalar S @k directive @l(m: M) on FIELD
      """)
    var recorder = Recorder()
    document.visit(with: &recorder)
    #expect(
      recorder.events.joined(separator: " ") == """
        <schema <@a @a> Q schema> <type T I J <@b @b> <field f <input x X <1 1> <@c @c> input x> F <@d @d> field f> type T> \
        <type I K <field g G field g> type I> <type U <@e @e> A B type U> <type E <@f @f> <value V <@g @g> value V> type E> \
        <type P <@h @h> <input i Y <object <j <2 2> j> object> input i> type P> <type S <@k @k> type S> \
        <directive l <input m M input m> directive l>
        """)
  }

  @Test func `neither descends into nor leaves what is skipped`() throws {
    var recorder = Recorder()
    recorder.skipped = ["e", "@d", "fragment J"]
    try Document("query @d(x: 1) { e { f } g } fragment J on K { h }").visit(with: &recorder)
    #expect(recorder.events.joined(separator: " ") == "<query <@d <set <e <g g> set> query> <fragment J")
  }

  @Test(arguments: [KitchenSink.query, KitchenSink.schema])
  func `leaves all that it enters, the last first`(_ text: String) throws {
    var recorder = Recorder()
    try Document(text).visit(with: &recorder)
    var open: [Substring] = []
    for event in recorder.events {
      if event.hasPrefix("<") { open.append(event.dropFirst()) }
      if event.hasSuffix(">") { #expect(open.popLast() == event.dropLast()) }
    }
    #expect(open.isEmpty)
    #expect(recorder.events.count > 100)
  }

  @Test func `asks for nothing that a visitor does not want`() throws {
    struct Nothing: DocumentVisitor {}
    var nothing = Nothing()
    try Document(KitchenSink.query + KitchenSink.schema).visit(with: &nothing)
  }
}

/// Writes down what it meets: `<name` for entering, `name>` for leaving.
private struct Recorder: DocumentVisitor {
  var events: [String] = []
  var skipped: Set<String> = []

  private mutating func enter(_ name: String) -> VisitStep {
    events.append("<" + name)
    return skipped.contains(name) ? .skip : .descend
  }

  private mutating func leave(_ name: String) { events.append(name + ">") }

  private func name(_ operation: OperationDefinition) -> String {
    ([operation.kind.rawValue] + (operation.name.map { [$0.text] } ?? [])).joined(separator: " ")
  }

  private func name(_ value: Value) -> String {
    switch value {
    case .list: "list"
    case .object: "object"
    default: value.printed()
    }
  }

  private func name(_ fragment: InlineFragment) -> String { "..." + (fragment.typeCondition?.name.text ?? "") }

  mutating func enter(_ node: OperationDefinition) -> VisitStep { enter(name(node)) }
  mutating func leave(_ node: OperationDefinition) { leave(name(node)) }
  mutating func enter(_ node: FragmentDefinition) -> VisitStep { enter("fragment \(node.name.text)") }
  mutating func leave(_ node: FragmentDefinition) { leave("fragment \(node.name.text)") }
  mutating func enter(_ node: VariableDefinition) -> VisitStep { enter("$\(node.name.text)") }
  mutating func leave(_ node: VariableDefinition) { leave("$\(node.name.text)") }
  mutating func enter(_: SelectionSet) -> VisitStep { enter("set") }
  mutating func leave(_: SelectionSet) { leave("set") }
  mutating func enter(_ node: Field) -> VisitStep { enter(node.responseKey) }
  mutating func leave(_ node: Field) { leave(node.responseKey) }
  mutating func enter(_ node: FragmentSpread) -> VisitStep { enter("...\(node.name.text)") }
  mutating func leave(_ node: FragmentSpread) { leave("...\(node.name.text)") }
  mutating func enter(_ node: InlineFragment) -> VisitStep { enter(name(node)) }
  mutating func leave(_ node: InlineFragment) { leave(name(node)) }
  mutating func enter(_ node: Argument) -> VisitStep { enter(node.name.text) }
  mutating func leave(_ node: Argument) { leave(node.name.text) }
  mutating func enter(_ node: Directive) -> VisitStep { enter("@\(node.name.text)") }
  mutating func leave(_ node: Directive) { leave("@\(node.name.text)") }
  mutating func enter(_ node: Value) -> VisitStep { enter(name(node)) }
  mutating func leave(_ node: Value) { leave(name(node)) }
  mutating func enter(_ node: ObjectField) -> VisitStep { enter(node.name.text) }
  mutating func leave(_ node: ObjectField) { leave(node.name.text) }
  mutating func visit(_ type: NamedType) { events.append(type.name.text) }
  mutating func enter(_: SchemaDefinition) -> VisitStep { enter("schema") }
  mutating func leave(_: SchemaDefinition) { leave("schema") }
  mutating func enter(_ node: TypeDefinition) -> VisitStep { enter("type \(node.name.text)") }
  mutating func leave(_ node: TypeDefinition) { leave("type \(node.name.text)") }
  mutating func enter(_ node: FieldDefinition) -> VisitStep { enter("field \(node.name.text)") }
  mutating func leave(_ node: FieldDefinition) { leave("field \(node.name.text)") }
  mutating func enter(_ node: InputValueDefinition) -> VisitStep { enter("input \(node.name.text)") }
  mutating func leave(_ node: InputValueDefinition) { leave("input \(node.name.text)") }
  mutating func enter(_ node: EnumValueDefinition) -> VisitStep { enter("value \(node.name.text)") }
  mutating func leave(_ node: EnumValueDefinition) { leave("value \(node.name.text)") }
  mutating func enter(_ node: DirectiveDefinition) -> VisitStep { enter("directive \(node.name.text)") }
  mutating func leave(_ node: DirectiveDefinition) { leave("directive \(node.name.text)") }
}
