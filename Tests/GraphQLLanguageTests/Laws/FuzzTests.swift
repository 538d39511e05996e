import GraphQLLanguage
import Testing

@Suite("Laws, on texts that were never meant to be documents")
struct FuzzTests {
  @Test func `hold for every short text of punctuators and names`() {
    var parsed = 0
    for text in EveryString(of: ["{", "}", "a", "(", ")", ":", "$", "...", "\"\"", "1", "on "], upTo: 4) {
      parsed += check(text) ? 1 : 0
    }
    #expect(parsed > 5)
  }

  @Test func `hold for every short block string`() {
    var parsed = 0
    for content in EveryString(of: ["\n", " ", "a", "\"", "\\", "\t"], upTo: 5) {
      parsed += checkValue("\"\"\"\(content)\"\"\"") ? 1 : 0
    }
    #expect(parsed > 1_000)
  }

  @Test func `hold for every short string`() {
    var parsed = 0
    for content in EveryString(of: ["\\", "u", "{", "}", "0", "D8", "\"", "é"], upTo: 4) {
      parsed += checkValue("\"\(content)\"") ? 1 : 0
    }
    #expect(parsed > 100)
  }

  @Test func `hold for every short number`() {
    var parsed = 0
    for text in EveryString(of: ["0", "1", "-", "+", ".", "e", " "], upTo: 5) { parsed += checkValue(text) ? 1 : 0 }
    #expect(parsed > 100)
  }

  @Test(arguments: [KitchenSink.query, KitchenSink.schema])
  func `hold for every document that breaks off`(_ text: String) {
    for length in stride(from: 0, to: text.unicodeScalars.count, by: 3) {
      check(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))))
    }
  }

  @Test(arguments: [KitchenSink.query, KitchenSink.schema])
  func `hold for every document that lacks a word, or has one twice or misplaced`(_ text: String) {
    let words = Words(text).words
    #expect(words.joined() == text)
    var random = SeededRandom(seed: 1)
    for index in words.indices where words[index].first?.isWhitespace == false {
      var mutant = words
      mutant.remove(at: index)
      check(mutant.joined())
      mutant.insert(random.pick(words), at: index)
      check(mutant.joined())
      mutant.insert(words[index], at: random.below(words.count))
      check(mutant.joined())
    }
  }

  @Test func `hold for bytes of every kind`() {
    for seed in 0..<2_000 {
      var random = SeededRandom(seed: seed)
      var bytes = Array(random.pick(ClientOperations.all).text.utf8.prefix(200))
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      check(SourceText(utf8: bytes))
    }
  }

  @discardableResult
  private func check(_ text: String) -> Bool { check(SourceText(text)) }

  /// What any text must satisfy: it is a document that survives printing, or an error in a place inside the text.
  /// Tells which.
  @discardableResult
  private func check(_ source: SourceText) -> Bool {
    do throws(SyntaxError) {
      let document = try parse(source, limits: .schema)
      let printed = document.printed()
      #expect((try? Document(printed)) == document, "\(printed)")
      return true
    } catch {
      expectSound(error)
      return false
    }
  }

  private func checkValue(_ text: String) -> Bool {
    do throws(SyntaxError) {
      let value = try parseValue(SourceText(text))
      let printed = value.printed()
      #expect((try? parseValue(SourceText(printed))) == value, "\(text)")
      return true
    } catch {
      expectSound(error)
      return false
    }
  }

  private func expectSound(_ error: SyntaxError) {
    let isInside =
      error.place.start >= 0 && error.place.start <= error.place.end
      && Int(error.place.end) <= error.source.utf8.count
    let isReadable = error.message.hasPrefix("Syntax Error: ") && error.message.last.map(".?".contains) == true
    if !isInside || !isReadable || !error.description.contains("^") { Issue.record(error) }
  }
}

/// All concatenations of pieces, from none to a number of them.
private struct EveryString: Sequence, IteratorProtocol {
  private let pieces: [String]
  private let longest: Int
  private var indices: [Int] = []
  private var isDone = false

  init(of pieces: [String], upTo longest: Int) {
    self.pieces = pieces
    self.longest = longest
  }

  mutating func next() -> String? {
    if isDone { return nil }
    defer { advance() }
    return indices.map { pieces[$0] }.joined()
  }

  private mutating func advance() {
    var position = indices.count - 1
    while position >= 0 {
      indices[position] += 1
      if indices[position] < pieces.count { return }
      indices[position] = 0
      position -= 1
    }
    indices.append(0)
    isDone = indices.count > longest
  }
}

/// A text cut roughly into tokens and white space.
private struct Words {
  var words: [String] = []

  init(_ text: String) {
    func kind(_ character: Character) -> Int {
      if character.isWhitespace { return 0 }
      return character.isLetter || character.isNumber || character == "_" ? 1 : 2
    }
    var last = 2
    for character in text {
      let next = kind(character)
      if next != 2, next == last { words[words.count - 1].append(character) } else { words.append(String(character)) }
      last = next
    }
  }
}
