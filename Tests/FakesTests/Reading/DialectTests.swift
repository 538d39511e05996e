import OrderedJSON
import Testing

@testable import Fakes

/// Filters and orderings in the words of Hasura, Prisma, Strapi, PostGraphile, AniList, GitHub, Gatsby and others.
@Suite("Reading lists: dialects")
struct DialectTests {
  /// One list of articles, and every argument that a test below needs beside it.
  static func articles(_ arguments: String, _ inputs: String = "") throws -> ListCase {
    try ListCase(
      sdl: """
        scalar DateTime scalar Decimal
        enum Status { OPEN CLOSED MERGED }
        enum Episode { NEWHOPE EMPIRE JEDI }
        enum Direction { ASC DESC }
        type Author { id: ID! name: String! age: Int articles: [Article!]! }
        type Parts { romaji: String english: String }
        type CommentConnection { nodes: [Comment!]! totalCount: Int! }
        type Comment { id: ID! text: String! }
        type Article {
          id: ID! title: String! subtitle: String price: Decimal! score: Int tags: [String!]! status: Status!
          appearsIn: [Episode!]! author: Author createdAt: DateTime! isDraft: Boolean! names: Parts
          comments(first: Int): CommentConnection!
        }
        \(inputs)
        input IDs { id: ID! }
        type Query { articles(\(arguments)): [Article!]! }
        """, field: "articles", of: "Article",
      world: """
        {
          "Article/9": {"id": "9", "title": "Alpha", "subtitle": null, "price": "9.50", "score": 3, "tags": ["a", "b"],
            "status": "OPEN", "appearsIn": ["JEDI"], "author": "Author/1", "createdAt": "2024-01-01T00:00:00Z",
            "isDraft": false, "comments": ["Comment/1", "Comment/2"]},
          "Article/10": {"id": "10", "title": "beta", "subtitle": "50% off", "price": "10.00", "score": null,
            "tags": [], "status": "CLOSED", "appearsIn": ["NEWHOPE", "EMPIRE"], "author": null,
            "createdAt": "2024-02-01T00:00:00Z", "isDraft": true, "comments": []},
          "Article/11": {"id": "11", "title": "Gamma", "subtitle": "", "price": "100.25", "score": 7, "tags": ["b"],
            "status": "MERGED", "appearsIn": [], "author": "Author/2", "createdAt": "2024-03-01T00:00:00Z",
            "isDraft": false, "names": "Parts/11", "comments": ["Comment/3"]},
          "Author/1": {"id": "1", "name": "Ann", "age": 30, "articles": ["Article/9"]},
          "Author/2": {"id": "2", "name": "Ben", "age": null, "articles": ["Article/11"]},
          "Parts/11": {"romaji": "Ganma", "english": "Gamma ray"},
          "Comment/1": {"id": "1", "text": "x"}, "Comment/2": {"id": "2", "text": "y"},
          "Comment/3": {"id": "3", "text": "z"}
        }
        """)
  }

  static let all = "9 10 11"

  static let hasura = """
    input article_bool_exp {
      _and: [article_bool_exp!] _or: [article_bool_exp!] _not: article_bool_exp
      title: String_exp subtitle: String_exp price: Decimal_exp score: Int_exp tags: Array_exp author: author_bool_exp
      comments: comment_bool_exp createdAt: Int_exp id: Int_exp
    }
    input author_bool_exp { _not: author_bool_exp name: String_exp age: Int_exp articles: article_bool_exp }
    input comment_bool_exp { text: String_exp }
    input String_exp {
      _eq: String _neq: String _in: [String!] _nin: [String!] _like: String _ilike: String _nlike: String _nilike: String
      _regex: String _iregex: String _nregex: String _is_null: Boolean _gt: String _lte: String
    }
    input Int_exp { _eq: Int _gt: Int _gte: Int _lt: Int _lte: Int _is_null: Boolean _in: [Int!] }
    input Decimal_exp { _gt: Decimal _lte: Decimal _eq: Decimal }
    input Array_exp { _contains: [String!] }
    enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last }
    input article_order_by {
      title: order_by score: order_by id: order_by author: author_order_by price: order_by
      comments_aggregate: aggregate_order_by
    }
    input author_order_by { name: order_by age: order_by }
    input aggregate_order_by { count: order_by }
    """

  @Test(
    "Hasura",
    arguments: [
      (#"{"where": {"title": {"_eq": "Alpha"}}}"#, "9"),
      (#"{"where": {"title": {"_neq": "Alpha"}}}"#, "10 11"),
      (#"{"where": {"title": {"_like": "%a"}}}"#, "9 10 11"),
      (#"{"where": {"title": {"_like": "_eta"}}}"#, "10"),
      (#"{"where": {"title": {"_like": "alpha"}}}"#, ""),
      (#"{"where": {"title": {"_ilike": "ALPHA"}}}"#, "9"),
      (#"{"where": {"title": {"_nlike": "%m%"}}}"#, "9 10"),
      (#"{"where": {"title": {"_nilike": "%M%"}}}"#, "9 10"),
      (#"{"where": {"subtitle": {"_like": "%\\%%"}}}"#, "10"),
      (#"{"where": {"title": {"_regex": "^[A-G]"}}}"#, "9 11"),
      (#"{"where": {"title": {"_nregex": "^[A-G]"}}}"#, "10"),
      (#"{"where": {"title": {"_iregex": "^B"}}}"#, "10"),
      (#"{"where": {"subtitle": {"_is_null": true}}}"#, "9"),
      (#"{"where": {"subtitle": {"_is_null": false}}}"#, "10 11"),
      (#"{"where": {"score": {"_gt": 3}}}"#, "11"),
      (#"{"where": {"score": {"_gte": 3, "_lt": 7}}}"#, "9"),
      (#"{"where": {"price": {"_gt": "9.5"}}}"#, "10 11"),
      (#"{"where": {"price": {"_eq": 10}}}"#, "10"),
      (#"{"where": {"id": {"_gt": 9}}}"#, "10 11"),
      (#"{"where": {"id": {"_in": [9, 11]}}}"#, "9 11"),
      (#"{"where": {"tags": {"_contains": ["b"]}}}"#, "9 11"),
      (#"{"where": {"tags": {"_contains": ["a", "b"]}}}"#, "9"),
      (#"{"where": {"author": {"name": {"_eq": "Ben"}}}}"#, "11"),
      (#"{"where": {"author": {}}}"#, all),
      (#"{"where": {"_not": {"author": {"name": {"_eq": "Ben"}}}}}"#, "9 10"),
      (#"{"where": {"author": {"_not": {"name": {"_eq": "Ben"}}}}}"#, "9"),
      (#"{"where": {"author": {"articles": {"title": {"_eq": "Gamma"}}}}}"#, "11"),
      (#"{"where": {"comments": {"text": {"_in": ["y", "z"]}}}}"#, "9 11"),
      (#"{"where": {"_or": [{"title": {"_eq": "beta"}}, {"score": {"_eq": 7}}]}}"#, "10 11"),
      (#"{"where": {"_and": [{"title": {"_neq": "beta"}}, {"score": {"_eq": 7}}]}}"#, "11"),
      (#"{"where": {"_not": {}}}"#, all),
      (#"{"where": {"title": {"_eq": "Alpha"}, "_or": null}}"#, "9"),
      (#"{"order_by": [{"title": "desc"}]}"#, "10 11 9"),
      (#"{"order_by": {"score": "asc"}}"#, "9 11 10"),
      (#"{"order_by": {"score": "desc"}}"#, "10 11 9"),
      (#"{"order_by": {"score": "asc_nulls_first"}}"#, "10 9 11"),
      (#"{"order_by": {"score": "desc_nulls_last"}}"#, "11 9 10"),
      (#"{"order_by": {"price": "asc"}}"#, "9 10 11"), (#"{"order_by": {"price": "desc"}}"#, "11 10 9"),
      (#"{"order_by": {"id": "desc"}}"#, "11 10 9"),
      (#"{"order_by": {"author": {"name": "desc"}}}"#, "10 11 9"),
      (#"{"order_by": [{"author": {"name": "desc_nulls_last"}}]}"#, "11 9 10"),
      (#"{"order_by": {"comments_aggregate": {"count": "asc"}}}"#, "10 11 9"),
      (#"{"limit": 1, "offset": 1}"#, "10"), (#"{"offset": 2, "limit": 9}"#, "11"), (#"{"limit": 0}"#, ""),
    ])
  func hasura(arguments: String, expected: String) throws {
    let list = try Self.articles(
      "where: article_bool_exp, order_by: [article_order_by!], limit: Int, offset: Int, distinct_on: [String!]",
      Self.hasura)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  static let prisma = """
    enum QueryMode { default insensitive }
    enum SortOrder { asc desc }
    input Where {
      AND: [Where!] OR: [Where!] NOT: [Where!] id: IDFilter title: StringFilter subtitle: StringNullableFilter
      score: IntFilter tags: ListFilter status: EnumFilter author: AuthorRelation comments: CommentList isDraft: BoolFilter
    }
    input IDFilter { equals: ID in: [ID!] not: ID }
    input EnumFilter { equals: Status in: [Status!] notIn: [Status!] }
    input BoolFilter { equals: Boolean not: Boolean }
    input StringFilter {
      equals: String in: [String!] notIn: [String!] lt: String contains: String startsWith: String endsWith: String
      mode: QueryMode not: StringFilter
    }
    input StringNullableFilter { equals: String not: String contains: String }
    input IntFilter { equals: Int not: Int gte: Int }
    input ListFilter { equals: [String!] has: String hasEvery: [String!] hasSome: [String!] isEmpty: Boolean }
    input AuthorRelation { is: AuthorWhere isNot: AuthorWhere }
    input AuthorWhere { name: StringFilter age: IntFilter }
    input CommentList { every: CommentWhere some: CommentWhere none: CommentWhere }
    input CommentWhere { text: StringFilter }
    input OrderBy { title: SortOrder score: SortInput author: AuthorOrder comments: CountOrder }
    input SortInput { sort: SortOrder! nulls: String }
    input AuthorOrder { name: SortOrder }
    input CountOrder { _count: SortOrder }
    """

  @Test(
    "Prisma",
    arguments: [
      (#"{"where": {"title": {"contains": "A", "mode": "insensitive"}}}"#, "9 10 11"),
      (#"{"where": {"title": {"contains": "A"}}}"#, "9"),
      (#"{"where": {"title": {"startsWith": "al", "mode": "insensitive"}}}"#, "9"),
      (#"{"where": {"title": {"in": ["alpha"], "mode": "insensitive"}}}"#, "9"),
      (#"{"where": {"title": {"not": {"contains": "m"}}}}"#, "9 10"),
      (#"{"where": {"subtitle": {"not": null}}}"#, "10 11"),
      (#"{"where": {"subtitle": {"equals": null}}}"#, "9"),
      (#"{"where": {"subtitle": {"contains": null}}}"#, all),
      (#"{"where": {"subtitle": null}}"#, all),
      (#"{"where": {"score": {"not": 3}}}"#, "10 11"),
      (#"{"where": {"id": {"in": [9, "10"]}}}"#, "9 10"),
      (#"{"where": {"id": {"equals": 9}}}"#, "9"),
      (#"{"where": {"status": {"notIn": ["OPEN"]}}}"#, "10 11"),
      (#"{"where": {"isDraft": {"equals": true}}}"#, "10"),
      (#"{"where": {"isDraft": {"not": true}}}"#, "9 11"),
      (#"{"where": {"tags": {"has": "b"}}}"#, "9 11"),
      (#"{"where": {"tags": {"hasEvery": ["a", "b"]}}}"#, "9"),
      (#"{"where": {"tags": {"hasSome": ["a", "z"]}}}"#, "9"),
      (#"{"where": {"tags": {"isEmpty": true}}}"#, "10"),
      (#"{"where": {"tags": {"isEmpty": false}}}"#, "9 11"),
      (#"{"where": {"tags": {"equals": ["b"]}}}"#, "11"),
      (#"{"where": {"tags": {"equals": []}}}"#, "10"),
      (#"{"where": {"author": {"is": {"name": {"equals": "Ann"}}}}}"#, "9"),
      (#"{"where": {"author": {"isNot": {"name": {"equals": "Ann"}}}}}"#, "10 11"),
      (#"{"where": {"author": {"is": null}}}"#, "10"),
      (#"{"where": {"author": {"isNot": null}}}"#, "9 11"),
      (#"{"where": {"author": null}}"#, "10"),
      (#"{"where": {"comments": {"some": {"text": {"equals": "y"}}}}}"#, "9"),
      (#"{"where": {"comments": {"every": {"text": {"equals": "z"}}}}}"#, "10 11"),
      (#"{"where": {"comments": {"none": {}}}}"#, "10"),
      (#"{"where": {"NOT": [{"title": {"equals": "beta"}}, {"title": {"equals": "Gamma"}}]}}"#, "9"),
      (#"{"where": {"OR": [{"title": {"equals": "beta"}}, {"AND": [{"score": {"gte": 5}}]}]}}"#, "10 11"),
      (#"{"where": {"title": {"not": {"in": []}}}}"#, all),
      (#"{"where": {"score": {"in": [null, 7]}}}"#, "10 11"),
      (#"{"where": {"score": {"notIn": [null, 7]}}}"#, "9"),
      (#"{"orderBy": [{"title": "desc"}]}"#, "10 11 9"),
      (#"{"orderBy": [{"score": {"sort": "asc", "nulls": "first"}}]}"#, "10 9 11"),
      (#"{"orderBy": [{"author": {"name": "asc"}}]}"#, "9 11 10"),
      (#"{"orderBy": [{"comments": {"_count": "desc"}}]}"#, "9 11 10"),
      (#"{"take": 2}"#, "9 10"), (#"{"take": -2}"#, "10 11"), (#"{"skip": 1, "take": 1}"#, "10"),
      (#"{"cursor": {"id": "10"}, "take": 2}"#, "10 11"), (#"{"cursor": {"id": 10}, "skip": 1}"#, "11"),
      (#"{"cursor": {"id": "404"}}"#, ""),
    ])
  func prisma(arguments: String, expected: String) throws {
    let list = try Self.articles(
      "where: Where, orderBy: [OrderBy!], cursor: IDs, take: Int, skip: Int", Self.prisma)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  @Test(
    "Strapi, with its pages in an object and its orderings in texts",
    arguments: [
      (#"{"filters": {"title": {"containsi": "ALPHA"}}}"#, "9"),
      (#"{"filters": {"title": {"notContainsi": "ALPHA"}}}"#, "10 11"),
      (#"{"filters": {"title": {"eqi": "ALPHA"}}}"#, "9"),
      (#"{"filters": {"title": {"startsWith": "B"}}}"#, ""),
      (#"{"filters": {"score": {"between": [3, 6]}}}"#, "9"),
      (#"{"filters": {"score": {"notNull": true}}}"#, "9 11"),
      (#"{"filters": {"score": {"null": true}}}"#, "10"),
      (#"{"filters": {"title": {"or": [{"eq": "beta"}, {"startsWith": "G"}]}}}"#, "10 11"),
      (#"{"filters": {"title": {"not": {"eq": "beta"}}}}"#, "9 11"),
      (#"{"filters": {"not": {"title": {"eq": "beta"}}}}"#, "9 11"),
      (#"{"filters": {"author": {"name": {"in": ["Ben"]}}}}"#, "11"),
      (#"{"sort": ["title:desc"]}"#, "10 11 9"), (#"{"sort": ["author.name:desc", "id"]}"#, "10 11 9"),
      (#"{"sort": ["-score"]}"#, "10 11 9"), (#"{"sort": ["isDraft desc, id desc"]}"#, "10 11 9"),
      (#"{"pagination": {"page": 2, "pageSize": 2}}"#, "11"), (#"{"pagination": {"page": 0, "pageSize": 2}}"#, "9 10"),
      (#"{"pagination": {"start": 1, "limit": 1}}"#, "10"), (#"{"pagination": {"page": 9}}"#, ""),
    ])
  func strapi(arguments: String, expected: String) throws {
    let list = try Self.articles(
      "filters: Filters, sort: [String], pagination: PaginationArg = {}",
      """
      input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
      input Filters {
        title: StringFilterInput score: StringFilterInput author: AuthorFilters and: [Filters] or: [Filters] not: Filters
      }
      input AuthorFilters { name: StringFilterInput }
      input StringFilterInput { and: [String] or: [String] not: StringFilterInput eq: String eqi: String containsi: String
        notContainsi: String startsWith: String between: [String] null: Boolean notNull: Boolean in: [String] }
      """)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  @Test(
    "arguments that filter by themselves",
    arguments: [
      (#"{"status": "OPEN"}"#, "9"), (#"{"status": null}"#, all), (#"{"status_not": "OPEN"}"#, "10 11"),
      (#"{"status_in": ["OPEN", "MERGED"]}"#, "9 11"), (#"{"status_not_in": ["OPEN", "MERGED"]}"#, "10"),
      (#"{"statuses": ["CLOSED"]}"#, "10"), (#"{"statuses": []}"#, ""),
      (#"{"score_greater": 3}"#, "11"), (#"{"score_lesser": 7}"#, "9"), (#"{"title_like": "%mm%"}"#, "11"),
      (#"{"ids": ["11", "9"]}"#, "9 11"), (#"{"id": 10}"#, "10"),
      (#"{"authorId": "1"}"#, "9"), (#"{"authorIds": [1, 2]}"#, "9 11"), (#"{"author_name": "Ben"}"#, "11"),
      (#"{"author": "2"}"#, "11"), (#"{"tag": "a"}"#, "9"), (#"{"tag_in": ["a", "b"]}"#, "9 11"),
      (#"{"episode": "EMPIRE"}"#, "10"), (#"{"is_draft": true}"#, "10"),
      (#"{"minPrice": "10"}"#, "10 11"), (#"{"maxPrice": 10}"#, "9 10"), (#"{"price_min": 9.75}"#, "10 11"),
      (#"{"priceMax": 9.5}"#, "9"), (#"{"createdAfter": "2024-01-15"}"#, "10 11"),
      (#"{"createdBefore": "2024-02-01"}"#, "9"), (#"{"from": "2024-02-01"}"#, "10 11"),
      (#"{"since": "2024-02-02", "until": "2024-12-31"}"#, "11"), (#"{"unknown": 1, "minFoo": 3}"#, all),
    ])
  func bare(arguments: String, expected: String) throws {
    let list = try Self.articles(
      """
      status: Status, status_not: Status, status_in: [Status], status_not_in: [Status], statuses: [Status!],
      score_greater: Int, score_lesser: Int, title_like: String, ids: [ID!], id: ID, authorId: ID, authorIds: [ID!],
      author_name: String, author: ID, tag: String, tag_in: [String], episode: Episode, is_draft: Boolean,
      minPrice: Decimal, maxPrice: Decimal, price_min: Float, priceMax: Float, createdAfter: DateTime,
      createdBefore: DateTime, from: DateTime, since: DateTime, until: String, unknown: Int, minFoo: Int
      """)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
    #expect(list.plan.unread == [["unknown"], ["minFoo"]])
  }

  @Test(
    "orderings in enums and with a direction beside them",
    arguments: [
      (#"{"orderBy": "TITLE"}"#, "9 11 10"), (#"{"orderBy": "TITLE", "direction": "DESC"}"#, "10 11 9"),
      (#"{"orderBy": "CREATED"}"#, all), (#"{"orderBy": "CREATED_AT_DESC"}"#, "11 10 9"),
      (#"{"orderBy": "PRIMARY_KEY_DESC"}"#, "11 10 9"), (#"{"orderBy": "COMMENTS"}"#, "10 11 9"),
      (#"{"orderBy": "AUTHOR_NAME"}"#, "9 11 10"), (#"{"orderBy": "NATURAL"}"#, all),
      (#"{"reverse": true}"#, "11 10 9"),
      (#"{"direction": "ASC"}"#, all), (#"{"sort": ["IS_DRAFT_DESC", "SCORE_DESC"]}"#, "10 11 9"),
      (#"{"order": {"field": "TITLE", "direction": "DESC"}}"#, "10 11 9"),
      (#"{"order": {"field": "TITLE"}}"#, "9 11 10"),
      (#"{"order": {"field": null, "direction": "DESC"}}"#, all),
      (#"{"sorting": {"fields": ["isDraft", "id"], "order": ["ASC", "DESC"]}}"#, "11 9 10"),
    ])
  func orders(arguments: String, expected: String) throws {
    let list = try Self.articles(
      """
      orderBy: ArticleOrder, direction: Direction, reverse: Boolean, sort: [ArticleOrder], order: FieldOrder,
      sorting: Sorting
      """,
      """
      enum ArticleOrder {
        TITLE CREATED CREATED_AT_DESC PRIMARY_KEY_DESC COMMENTS AUTHOR_NAME NATURAL SCORE_DESC IS_DRAFT_DESC
      }
      input FieldOrder { field: ArticleOrder direction: Direction }
      input Sorting { fields: [String] order: [Direction] }
      """)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }
}
