import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("What counts a list")
struct CountTests {
  /// The objects below a list at the root, each with its members by name.
  private func rows(_ sdl: String, _ query: String, _ list: String) throws -> [JSONObject] {
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let answer = world.respond(to: SourceText(query))
    let data = try #require(answer.objectValue?["data"]?.objectValue, "\(answer.compactText)")
    return data[list]?.arrayValue?.compactMap(\.objectValue) ?? []
  }

  private func length(_ list: JSON?, where holds: (JSONObject) -> Bool = { _ in true }) -> Int? {
    list?.arrayValue?.compactMap(\.objectValue).count(where: holds)
  }

  @Test("of movies, and of likes beside those who like")
  func plurals() throws {
    let sdl = """
      type Query { genres: [Genre!]! movies: [Movie!]! }
      type Genre { id: ID! movies: [Movie!]! movieCount: Int! }
      type Movie { id: ID! genre: Genre! liked_by: [Genre!]! likes_count: Int! }
      """
    let genres = try rows(sdl, "{ genres { movieCount movies { id } } }", "genres")
    #expect(genres.contains { ($0["movieCount"]?.intValue ?? 0) > 0 })
    for genre in genres { #expect(genre["movieCount"]?.intValue == length(genre["movies"])) }
    let movies = try rows(sdl, "{ movies { likes_count liked_by { id } } }", "movies")
    for movie in movies { #expect(movie["likes_count"]?.intValue == length(movie["liked_by"])) }
  }

  @Test("of those that are open, and of those that are done")
  func adjectives() throws {
    let sdl = """
      type Query { lists: [Plan!]! projects: [Project!]! }
      type Plan { id: ID! todos: [Todo!]! todoCount: Int! completedCount: Int! openCount: Int! lateCount: Int! }
      type Todo { id: ID! done: Boolean! plan: Plan! }
      enum State { OPEN CLOSED }
      type Project { id: ID! issues: [Issue!]! openIssuesCount: Int! strangeIssuesCount: Int! }
      type Issue { id: ID! state: State! project: Project! }
      """
    let lists = try rows(sdl, "{ lists { todoCount completedCount openCount todos { done } } }", "lists")
    for list in lists {
      let done = length(list["todos"]) { $0["done"] == .bool(true) }
      #expect(list["completedCount"]?.intValue == done)
      #expect(list["openCount"]?.intValue == length(list["todos"]) { $0["done"] == .bool(false) })
      #expect(list["todoCount"]?.intValue == length(list["todos"]))
    }
    #expect(lists.contains { $0["openCount"] != $0["completedCount"] })
    let projects = try rows(sdl, "{ projects { openIssuesCount strangeIssuesCount issues { state } } }", "projects")
    for project in projects {
      #expect(project["openIssuesCount"]?.intValue == length(project["issues"]) { $0["state"] == .string("OPEN") })
      let strange = try #require(project["strangeIssuesCount"]?.intValue)
      #expect((0...(length(project["issues"]) ?? 0)).contains(strange))
    }
  }

  @Test("of a root's lists, with the same arguments, and in a part that tells of them")
  func roots() throws {
    let sdl = """
      enum State { OPEN CLOSED }
      type Query { movies(state: State): [Movie!]! movieCount(state: State): Int! stats: Stats! }
      type Movie { id: ID! state: State! }
      type Stats { movieCount: Int! openMovies: Int! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let answer = world.respond(
      to: SourceText(
        """
        { all: movies { id } open: movies(state: OPEN) { id } movieCount openCount: movieCount(state: OPEN)
          stats { movieCount openMovies } }
        """))
    let data = try #require(answer.objectValue?["data"]?.objectValue, "\(answer.compactText)")
    let (all, open) = (try #require(length(data["all"])), try #require(length(data["open"])))
    #expect(open < all)
    #expect(data["movieCount"]?.intValue == all && data["openCount"]?.intValue == open)
    #expect(data["stats"] == (try JSON.parse(text: #"{"movieCount":\#(all),"openMovies":\#(open)}"#)))
  }

  @Test("in a summary, all of a list beside some of it", arguments: ["summary", "dashboard", "userStatistics"])
  func summaries(part: String) throws {
    let sdl = """
      type Query { todos: [Todo!]! \(part): Numbers! }
      type Todo { id: ID! done: Boolean! }
      type Numbers { total: Int! completed: Int! pending: Int! todoCount: Int! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let data = world.respond(to: SourceText("{ todos { done } \(part) { total completed pending todoCount } }"))["data"]
    let all = try #require(length(data?["todos"]))
    let done = try #require(length(data?["todos"]) { $0["done"] == true })
    let expected = #"{"total":\#(all),"completed":\#(done),"pending":\#(all - done),"todoCount":\#(all)}"#
    #expect(data?[part]?.compactText == expected)
  }

  @Test("the sum of a field is not the number of the objects, whatever the field's name")
  func sums() throws {
    let sdl = """
      type Query { orders_aggregate: orders_aggregate! }
      type orders_aggregate { aggregate: orders_aggregate_fields nodes: [orders!]! }
      type orders_aggregate_fields { count: Int! sum: orders_sum_fields max: orders_max_fields }
      type orders_sum_fields { total: Int } type orders_max_fields { total: Int }
      type orders { id: Int! total: Int! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let query = "{ orders_aggregate { aggregate { count sum { total } max { total } } nodes { id } } }"
    let orders = world.respond(to: SourceText(query))["data"]?["orders_aggregate"]
    let aggregate = try #require(orders?["aggregate"])
    #expect(aggregate["count"]?.intValue == length(orders?["nodes"]))
    #expect(aggregate["sum"]?["total"] != aggregate["count"] && aggregate["max"]?["total"] != aggregate["count"])
  }

  @Test("pages tell which part of the list they show")
  func fromAndTo() throws {
    let sdl = """
      type Query { movies(page: Int, perPage: Int): Movies! letters: [Letter!]! }
      type Movies { data: [Movie!]! meta: Meta! }
      type Meta { total: Int! page: Int! perPage: Int! from: Int to: Int }
      type Movie { id: ID! }
      type Letter { id: ID! from: String! to: String! pages: [Movie!]! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let answer = world.respond(to: SourceText("{ movies(page: 2, perPage: 3) { data { id } meta { from to } } }"))
    let movies = answer.objectValue?["data"]?.objectValue?["movies"]?.objectValue
    let count = try #require(length(movies?["data"]))
    #expect(movies?["meta"] == (try JSON.parse(text: #"{"from":4,"to":\#(3 + count)}"#)))
    #expect(world.explanation.contains("Letter: ") && !world.explanation.contains("Letter: page"))
  }
}
