/// The numbers of hash digits in a name. Names are only hints: the content decides what a folder or file is.
///
/// A name has the first number of digits. If another operation or key has that name, it has the next.
package struct NameScheme: Sendable {
  /// In ascending order. The index uses the first, which is at most 8; the last is enough for any hash.
  package let digits: [Int]

  package static let standard = NameScheme(digits: [8, 16, 64])

  /// The number of digits that every name has.
  package var shortest: Int { digits.first ?? 8 }
}
