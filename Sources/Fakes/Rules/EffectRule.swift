import FakeClauses
import OrderedJSON

extension SaidEffect {
  /// What may be said of a field instead of a value.
  enum Word: String, CaseIterable {
    /// The moment of the mutation.
    case now
    /// True where it was false, and false where it was true.
    case turned
    /// A number by one.
    case more, less
    /// Whoever asks comes into the list, or the object into a list of whoever asks.
    case joins
    case leaves
  }

  /// The word that was said; nil for values.
  var word: Word? { value.stringValue.flatMap(Word.init) }
}
