import Foundation

/// Feeds mutated texts to the GraphQL rooms and checks the laws that hold for every input.
///
///     graphql-fuzz [--seconds N] [--runs N] [--seed N] [--from N] FILE...
///
/// What run number N does follows from the seed, N and the files alone, so a finding is seen again with
/// `--from N --runs 1`. A crash ends the program; the number of the run is in the file `--note` names.
@main
struct GraphQLFuzz {
  static func main() throws {
    var options = Options()
    try options.read(CommandLine.arguments.dropFirst())
    let corpus = try Corpus(options.files)
    guard !corpus.texts.isEmpty else { throw Complaint("no .graphql, .graphqls or .json files given") }
    var laws = try Laws(corpus)
    let end = Date().addingTimeInterval(options.seconds)
    var run = options.from
    var findings = 0
    while options.runs.map({ run < options.from + $0 }) ?? (Date() < end) {
      if let note = options.note { try String(run).write(toFile: note, atomically: false, encoding: .utf8) }
      var mutator = Mutator(corpus, chance: Chance(seed: options.seed, run: run))
      let (text, isJSON) = mutator.next()
      if let broken = laws.firstBroken(by: text, isJSON: isJSON) {
        findings += 1
        print("run \(run), seed \(options.seed): \(broken)\n\(String(decoding: text, as: UTF8.self))\n----")
        if findings >= 20 { break }
      }
      run += 1
    }
    print("\(run - options.from) runs, \(laws.summary), \(findings) findings")
    if findings > 0 { exit(1) }
  }
}

/// What the command line says.
struct Options {
  var seconds = 60.0
  /// Nil: as many as the time allows.
  var runs: Int?
  var seed: UInt64 = 1
  var from = 0
  var note: String?
  var files: [String] = []

  mutating func read(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.hasPrefix("--") else {
        files.append(argument)
        continue
      }
      guard let value = rest.next() else { throw Complaint("\(argument) needs a value") }
      switch argument {
      case "--seconds": seconds = try number(value, argument)
      case "--runs": runs = Int(try number(value, argument))
      case "--seed": seed = UInt64(try number(value, argument))
      case "--from": from = Int(try number(value, argument))
      case "--note": note = value
      default: throw Complaint("unknown option \(argument): --seconds, --runs, --seed, --from or --note")
      }
    }
  }

  private func number(_ text: String, _ option: String) throws -> Double {
    guard let number = Double(text), number >= 0 else { throw Complaint("\(option) needs a number, not \"\(text)\"") }
    return number
  }
}

/// Why the fuzzer cannot start.
struct Complaint: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
