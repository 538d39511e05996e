import Engine
import Recordings
import Requests

/// The findings in the summary that a server prints at its end.
struct Findings {
  let counts: Reporter.Counts
  /// The number of different misses.
  private(set) var misses: Int
  private(set) var refusals: Int
  private(set) var escapes: [Escape] = []
  private(set) var inferred: [InferredAnswer] = []
  private(set) var inferredTally: Tally?
  /// The uses of recordings, with the derived answers.
  private(set) var uses: [Use] = []
  /// The sentences about incomplete lists.
  private(set) var remarks: [String] = []

  init(_ counts: Reporter.Counts) {
    self.counts = counts
    misses = counts.misses
    refusals = counts.refusals
  }

  /// Adds the findings of an engine, whose numbers replace those of the events.
  mutating func add(_ engine: Engine) {
    let (misses, refusals, inferred) = (engine.missTally, engine.refusalTally, engine.inferredTally)
    self.misses = misses.count + engine.answeredMissCount
    self.refusals = refusals.count
    self.inferred = engine.inferredAnswers
    inferredTally = inferred
    escapes = engine.escapes
    uses = engine.uses
    let remarks = [misses.remark("misses"), refusals.remark("refusals"), inferred.remark("inferred answers")]
    self.remarks = remarks.compactMap(\.self)
  }
}
