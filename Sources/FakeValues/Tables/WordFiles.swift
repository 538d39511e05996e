/// The word files of all locales, in the format of `WordFile`. They are texts in Swift files that contain nothing else:
/// as embedded resources, which are array literals of bytes, they would take the compiler ten seconds.
enum WordFiles {
  static let common = [commonWords]
  static let english = [
    englishWords, englishWork, englishPlans, englishGoods, englishPlaces, englishTalk,
    englishWriting, englishEvents, englishStories, englishGroups,
  ]
  static let german = [
    germanWords, germanWork, germanPlans, germanGoods, germanPlaces, germanTalk,
    germanWriting, germanEvents, germanStories, germanGroups,
  ]
  static let japanese = [
    japaneseWords, japaneseWork, japanesePlans, japaneseGoods, japanesePlaces, japaneseTalk,
    japaneseWriting, japaneseEvents, japaneseStories, japaneseGroups,
  ]
}
