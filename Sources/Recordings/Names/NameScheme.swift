/// How many digits of a hash a name carries. Names are hints: what a folder or file is, its content decides.
///
/// A name carries the first of the counts; where that name is taken by another operation or another key, the next.
package struct NameScheme: Sendable {
  /// Ascending. The first is what an index is built over, so it is at most 8; the last is enough for any hash.
  package let digits: [Int]

  /// 8, then 16, then all 64.
  package static let standard = NameScheme(digits: [8, 16, 64])

  /// The digits that every name has.
  package var shortest: Int { digits.first ?? 8 }
}
