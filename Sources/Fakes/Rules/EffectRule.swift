import FakeValues
import GraphQLSchema
package import OrderedJSON

/// What somebody says that a mutation does to a field of an object besides.
package struct SaidEffect: Hashable, Sendable {
  package var type: String
  package var field: String
  /// A value, or one of the words of `Word`.
  package var value: JSON

  package init(type: String, field: String, value: JSON) {
    self.type = type
    self.field = field
    self.value = value
  }

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
