import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Relations between types")
struct TypeRelationTests {
  private let sdl = """
    interface Node { id: ID }
    interface Named implements Node { id: ID }
    type Cat implements Named & Node { id: ID }
    type Dog implements Node { id: ID }
    type Rock { id: ID }
    union CatOrDog = Dog | Cat
    union Stone = Rock
    type Query { node: Node }
    """

  @Test("Possible types are a union's members in its order, an interface's objects in order of definition")
  func possibleTypes() throws {
    let schema = try schema(sdl)
    func names(_ name: String) throws -> [String] {
      schema.possibleTypes(of: try #require(schema.type(named: name))).map(\.name)
    }
    #expect(try names("Node") == ["Cat", "Dog"])
    #expect(try names("Named") == ["Cat"])
    #expect(try names("CatOrDog") == ["Dog", "Cat"])
    #expect(try names("Rock") == ["Rock"])
    #expect(try names("ID") == [])
  }

  @Test(
    "A reference is a subtype of another where a field may have it in its stead",
    arguments: [
      ("Cat", "Cat", true), ("Cat", "Node", true), ("Named", "Node", true), ("Node", "Named", false),
      ("Rock", "Node", false), ("Cat", "CatOrDog", true), ("Named", "CatOrDog", false), ("Cat!", "Cat", true),
      ("Cat", "Cat!", false), ("[Cat!]!", "[Node]", true), ("[Cat]", "[Cat!]", false), ("[Cat]", "Cat", false),
      ("Cat", "[Cat]", false), ("[[Cat]]", "[[Node]]", true), ("[Cat]", "[[Cat]]", false),
    ])
  func subtypes(type: String, other: String, isSubtype: Bool) throws {
    let schema = try schema(sdl)
    let left = TypeRef(try parseType(SourceText(type)))
    let right = TypeRef(try parseType(SourceText(other)))
    #expect(schema.isSubtype(left, of: right) == isSubtype)
  }

  @Test(
    "Two types overlap where an object may have both",
    arguments: [
      ("Node", "CatOrDog", true), ("Named", "CatOrDog", true), ("Stone", "Node", false), ("Cat", "Node", true),
      ("Cat", "Dog", false), ("Stone", "Rock", true), ("Cat", "Cat", true), ("Dog", "Named", false),
    ])
  func overlap(left: String, right: String, overlaps: Bool) throws {
    let schema = try schema(sdl)
    let first = try #require(schema.type(named: left))
    let second = try #require(schema.type(named: right))
    #expect(schema.overlap(first, second) == overlaps)
    #expect(schema.overlap(second, first) == overlaps)
  }

  @Test("A type reference knows its parts and prints as it is written")
  func references() throws {
    let type = TypeRef(try parseType(SourceText("[[Int!]]!")))
    #expect(type.description == "[[Int!]]!")
    #expect(type.typeName == "Int")
    #expect(type.isNonNull)
    #expect(type.isList)
    #expect(type.item?.description == "[Int!]")
    #expect(type.nullable.description == "[[Int!]]")
    #expect(TypeRef.named("Int").item == nil)
    #expect(!TypeRef.nonNull(.named("Int")).isList)
  }

  @Test("Kinds tell what a type can be used for")
  func kinds() throws {
    let schema = try schema(sdl + "enum E { A } input I { a: Int }")
    func kinds(where holds: (SchemaType) -> Bool) -> [String] {
      ["Int", "E", "I", "Cat", "Node", "Stone"].filter { schema.type(named: $0).map(holds) ?? false }
    }
    #expect(kinds(where: \.isLeaf) == ["Int", "E"])
    #expect(kinds(where: \.isInput) == ["Int", "E", "I"])
    #expect(kinds(where: \.isOutput) == ["Int", "E", "Cat", "Node", "Stone"])
    #expect(kinds(where: \.isComposite) == ["Cat", "Node", "Stone"])
    #expect(kinds(where: \.isAbstract) == ["Node", "Stone"])
    #expect(!schema.isInput(.named("Nothing")))
  }
}
