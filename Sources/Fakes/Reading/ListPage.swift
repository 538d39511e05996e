/// A part of a list, and what connections and pages say of it.
struct ListPage<Member> {
  var items: [Member]
  /// How many members there are on all pages, after filtering.
  var totalCount: Int
  /// How many of them are in front of the first item; of an empty page, where it would stand.
  var offset: Int
  /// How many items a page may have; nil if the request sets no bound.
  var pageSize: Int?
  var hasNext: Bool
  var hasPrevious: Bool

  /// The number of the page, counted from 1.
  var currentPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return offset / pageSize + 1
  }

  /// How many pages of this size there are, at least 1.
  var lastPage: Int {
    guard let pageSize, pageSize > 0 else { return 1 }
    return max(1, (totalCount + pageSize - 1) / pageSize)
  }
}

extension ListPage: Sendable where Member: Sendable {}
extension ListPage: Equatable where Member: Equatable {}
