import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// The ids that a set-up's mutation issued, and those that its request named.
@Suite struct IssuedIDsTests {
  /// Books on shelves, and tasks of users.
  private struct Library: SchemaHints {
    var queryType: String? { "Query" }
    func isObjectType(_ name: String) -> Bool { ["Book", "Shelf", "Task", "User"].contains(name) }
    func objectTypes(of type: String) -> [String] {
      type == "BookResult" ? ["Book", "Problem"] : isObjectType(type) ? [type] : []
    }
    func type(of field: String, on parent: String?) -> String? {
      switch (parent, field) {
      case ("Mutation", "createBook"): "Book"
      case ("Mutation", "addBook"): "BookResult"
      case ("Mutation", "updateShelf"): "UpdateShelfPayload"
      case ("Mutation", "createTask"): "Task"
      case ("Task", "assignee"): "User"
      case ("Book", "shelf"), ("UpdateShelfPayload", "shelf"): "Shelf"
      case ("Book", "id"), ("Shelf", "id"), ("Task", "id"), ("User", "id"), ("UpdateShelfPayload", "id"): "ID"
      default: nil
      }
    }
  }

  @Test(
    arguments: [
      // A new book with the number of its shelf, which the request names.
      ("createBook(shelf: $v) { id shelf { id } }", ["id": "1", "shelf": ["id": "1"]], ["createBook.id"]),
      ("createBook(shelfId: $v) { id }", ["id": "1"], ["createBook.id"]),
      ("createBook(shelf: $v) { id }", ["id": "2"], ["createBook.id"]),
      // An id of the request, by another name, in a payload, and in an input object.
      ("createTask(assigneeId: $v) { id assignee { id } }", ["id": "9", "assignee": ["id": "1"]], ["createTask.id"]),
      ("createTask(taskId: $v) { id }", ["id": "1"], []), ("updateShelf(id: $v) { id }", ["id": "1"], []),
      ("updateShelf(id: $v) { shelf { id } }", ["shelf": ["id": "1"]], []),
      ("createBook(input: {shelf: {id: $v}}) { shelf { id } }", ["shelf": ["id": "1"]], []),
    ] as [(String, JSON, [String])])
  func idsThatTheRequestDoesNotName(field: String, value: JSON, expected: [String]) throws {
    let name = String(field.prefix { $0 != "(" })
    let document = try parse(SourceText("mutation ($v: ID!) { \(field) }"))
    let stated = try StatedOperation(document: document, variables: ["v": "1"])
    let issued = Tracer(stated, hints: Library()).issued(in: ["data": [name: value]]) { $0.id }
    #expect(issued.map(\.path) == expected)
  }

  @Test func anErrorOfAUnionHasNoID() {
    let kind = IDKind(field: "id", holder: "addBook", type: "BookResult", hints: Library())
    #expect(kind.types == ["Book"])
  }

  @Test func theIDThatIsWrittenIsCompared() throws {
    let document = try parse(SourceText("mutation ($v: ID!) { rename(id: $v) { id } }"))
    let stated = try StatedOperation(document: document, variables: ["v": "1"])
    let recorded = try #require(ObjectID("1"))
    #expect(Tracer(stated).issued(in: ["data": ["rename": ["id": "7"]]]) { _ in recorded }.isEmpty)
  }
}
