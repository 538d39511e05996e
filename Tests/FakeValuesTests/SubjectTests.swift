import GraphQLSchema
import OrderedJSON
import Testing

@testable import FakeValues

@Suite("Names and texts by subject")
struct SubjectTests {
  @Test("the word files have no mistakes, and each list is there", arguments: FakeLocale.allCases)
  func files(locale: FakeLocale) {
    let lexicon = Lexicon.of(locale)
    #expect(lexicon.problems == [])
    for kind in Prose.allCases where !lexicon.missingProse.contains(kind) {
      #expect(lexicon.prose[kind.rawValue].patterns.count >= 40, "\(locale) \(kind): add sentences to its section")
    }
    // A kind without sentences of its own would use those of `about`.
    #expect(lexicon.missingProse == [])
  }

  @Test("mistakes in a word file are found")
  func mistakes() {
    let lines = WordFile(["lost\n[words a]\nx\n[wrong b]\n[words a]\ny"]).problems
    #expect(lines == ["outside of a section: lost", "[wrong b]", "[words a] is there twice"])
    var problems: [String] = []
    _ = WordPattern("{nothing} and {open", sizes: [], problems: &problems) { _ in nil }
    #expect(
      problems == ["no table for {nothing} in \"{nothing} and {open\"", "{ without } in \"{nothing} and {open\""])
  }

  @Test("the rows are in the order of the subjects, and no word has two")
  func rows() {
    #expect(SubjectRow.all.map(\.subject) == Subject.allCases)
    let words = SubjectRow.all.flatMap(\.types)
    #expect(words.count == Set(words).count)
    #expect(words.filter { KindRow.types[$0] != nil } == [])
  }

  @Test("no two of 20 members have the same name", arguments: FakeLocale.allCases, Subject.allCases)
  func different(locale: FakeLocale, subject: Subject) {
    for population in 0..<50 {
      let hash = StableHash().with("population").with(UInt64(population))
      let names = (0..<20).map { number in
        let member = Persona.Member(number: number, population: hash)
        var persona = Persona(identity: hash.with(UInt64(number)), member: member, locale: locale)
        persona.texts = TextPlan(subject: subject, prose: .about, about: subject)
        // The names of things of the atlas are cities.
        return persona.ownName
      }
      let count = Lexicon.of(locale).names[subject.rawValue].patterns.count
      #expect(Set(names).count == 20, "\(locale) \(subject), \(count) patterns: \(names)")
      #expect(names.allSatisfy { !$0.isEmpty && !$0.contains("{") })
    }
  }

  @Test(
    "the subject of a type",
    arguments: [
      ("Task", Subject.task), ("GitHubIssue", .issue), ("PullRequest", .pullRequest), ("OrderLine", .product),
      ("IssueComment", .comment), ("BlogPost", .article), ("ProjectV2Item", .task), ("TodoItem", .task),
      ("Author", .person), ("Vendor", .company), ("City", .place), ("Gadget", .thing), ("Episodes", .movie),
      ("Aufgabe", .task), ("Ref", .branch), ("Category", .category),
    ])
  func types(type: String, subject: Subject) { #expect(Subject(type: type) == subject) }

  @Test("fields decide between two meanings, and the description if the name says nothing")
  func meanings() {
    func type(_ name: String, _ fields: [String], _ description: String? = nil) -> SchemaType {
      SchemaType(
        name: name, kind: .object, description: description,
        fields: fields.map { SchemaField(name: $0, type: .named("String")) })
    }
    #expect(Subject(type("Branch", ["name", "lastCommit"])) == .branch)
    #expect(Subject(type("Branch", ["name", "street"])) == .place)
    #expect(Subject(type("Language", ["name", "color"])) == .codeLanguage)
    #expect(Subject(type("Language", ["name"], "A programming language")) == .codeLanguage)
    #expect(Subject(type("Thingy", ["name"], "A task of a person.")) == .task)
  }

  @Test("branch names look like branches")
  func branches() {
    for text in Leaf("PullRequest", "headRefName").texts() {
      #expect(text.wholeMatch(of: /[a-z]+\/[a-z0-9-]+/) != nil, "\(text)")
    }
  }

  @Test("a color is in hexadecimal digits where a description shows them, and in labels")
  func colours() {
    #expect(Leaf("Thing", "color", description: "For example #ff8800").plan.kind == .colourHex)
    #expect(Leaf("Label", "color").plan.kind == .colourHex)
    #expect(Leaf("Thing", "color").plan.kind == .colourName)
  }

  @Test("a description is about the thing in the title")
  func description() {
    let title = Leaf("Article", "title"), body = Leaf("Article", "body")
    let topics = WordFile(WordFiles.english).words["topicA"] ?? []
    var said = 0
    for persona in Persona.some(100) {
      let topic = topics.first { title.text(persona).lowercased().contains($0) }
      if let topic, body.text(persona).lowercased().contains(topic) { said += 1 }
    }
    #expect(said > 90, "\(said)")
  }
}
