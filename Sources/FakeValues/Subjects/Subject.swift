/// The subject of a type's objects: it has the patterns of their names, and the kind of their texts.
///
/// A subject is an entry here, a row in `SubjectRow.all`, and a section `[names …]` in the word files.
package enum Subject: Int, CaseIterable, Sendable {
  case task, issue, pullRequest, commit, branch, label, milestone, project, repository, license, codeLanguage
  case product, offer, dish, medication
  case hotel, room, place
  case article, poll, comment, review, message
  case event, talk, course, visit, mission
  case movie, book, song, album, game, genre
  case person, company, team, department, category, topic, channel
  case vehicle, animal, colour
  /// Everything else.
  case thing
}

/// The kinds of sentences, each with a section `[prose …]` in the word files.
package enum Prose: Int, CaseIterable, Sendable {
  case work, plan, code, goods, food, offer, place, room, article, comment, review, message, bio, occasion, journey,
    care,
    story, music, group, about
}

/// The words of one subject, and its texts.
struct SubjectRow: Sendable {
  let subject: Subject
  /// Its words in the names of types: lower case, singular, as in `KindRow`.
  package let types: [String]
  /// The sentences that describe its objects.
  let prose: Prose
  /// The table of the things that people write about it.
  let things: String

  private init(
    _ subject: Subject, _ types: String, _ prose: Prose, things: String = "things"
  ) {
    self.subject = subject
    self.types = types.split(separator: ",").map { $0.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
    self.prose = prose
    self.things = things
  }

  static func of(_ subject: Subject) -> SubjectRow { all[subject.rawValue] }

  /// In the order of `Subject`.
  static let all = [
    SubjectRow(
      .task,
      """
      task, todo, chore, reminder, subtask, step, checklist, card, job, activity, action item, todo item, to do item,
      checklist item, project item, v2 item, aufgabe, tache, tarea
      """, .work,
      things: "workThings"),
    SubjectRow(.issue, "issue, bug, ticket, incident, defect, fehler, vorfall", .work, things: "workThings"),
    SubjectRow(.pullRequest, "pull request, merge request, pull, patch, changeset", .work, things: "workThings"),
    SubjectRow(.commit, "commit, revision", .work, things: "workThings"),
    SubjectRow(.branch, "gitbranch, ref", .work, things: "workThings"),
    SubjectRow(.label, "label, badge", .about, things: "workThings"),
    SubjectRow(
      .milestone, "milestone, sprint, iteration, release, epic, goal, objective, meilenstein, ziel", .plan,
      things: "workThings"),
    SubjectRow(
      .project, "project, workspace, initiative, program, programme, board, projekt, projet, proyecto", .plan,
      things: "workThings"),
    SubjectRow(
      .repository, "repository, repo, package, library, module, plugin, extension, crate, gem, gist", .code,
      things: "workThings"),
    SubjectRow(.license, "license, licence, lizenz", .about),
    SubjectRow(.codeLanguage, "codelanguage", .about, things: "workThings"),
    SubjectRow(
      .product, "product, item, variant, good, merchandise, produkt, artikel, ware, produit, producto, line", .goods,
      things: "goodsThings"),
    SubjectRow(
      .offer, "offer, discount, coupon, promotion, deal, campaign, sale, voucher, angebot, rabatt, gutschein", .offer,
      things: "goodsThings"),
    SubjectRow(.dish, "dish, meal, recipe, food, menu, gericht, rezept, speise", .food, things: "dishThings"),
    SubjectRow(.medication, "medication, medicine, drug, medikament", .care),
    SubjectRow(
      .hotel, "hotel, hostel, resort, accommodation, property, apartment, lodging, listing, unterkunft", .place,
      things: "placeThings"),
    SubjectRow(.room, "room, hall, suite, ward, classroom, raum, zimmer", .room, things: "placeThings"),
    SubjectRow(.place, "destination, landmark, attraction, park, beach, mountain", .place, things: "placeThings"),
    SubjectRow(
      .article,
      """
      article, post, story, page, chapter, paper, document, note, news, entry, publication, thread, discussion, blog,
      newsletter, announcement, guide, podcast, beitrag, notiz, dokument
      """, .article),
    SubjectRow(.poll, "poll, question, survey, quiz, faq, umfrage, frage", .article),
    SubjectRow(.comment, "comment, reply, answer, remark, annotation, kommentar, antwort", .comment),
    SubjectRow(.review, "review, testimonial, feedback, bewertung, rezension", .review),
    SubjectRow(.message, "message, mail, email, notification, nachricht, mitteilung", .message),
    SubjectRow(
      .event,
      "conference, event, meetup, festival, hackathon, workshop, webinar, concert, veranstaltung, konferenz, messe",
      .occasion),
    SubjectRow(.talk, "session, talk, lecture, presentation, keynote, vortrag", .occasion),
    SubjectRow(
      .course, "course, lesson, training, tutorial, curriculum, kurs, lektion", .occasion),
    SubjectRow(
      .visit, "appointment, visit, consultation, prescription, treatment, therapy, checkup, termin, behandlung", .care),
    SubjectRow(.mission, "mission, launch, expedition, voyage, trip, tour, journey, reise", .journey),
    SubjectRow(.movie, "movie, film, show, series, episode, video, pelicula", .story, things: "storyThings"),
    SubjectRow(.book, "book, novel, comic, buch, livre, libro", .story, things: "storyThings"),
    SubjectRow(.song, "song, track, single, lied", .music, things: "storyThings"),
    SubjectRow(.album, "album, playlist", .music, things: "storyThings"),
    SubjectRow(.game, "game, quest, level, spiel", .story, things: "storyThings"),
    SubjectRow(.genre, "genre", .about, things: "storyThings"),
    SubjectRow(.person, "", .bio),
    SubjectRow(.company, "", .group),
    SubjectRow(.team, "team, squad, crew, mannschaft", .group, things: "workThings"),
    SubjectRow(.department, "department, division, abteilung", .group),
    SubjectRow(
      .category, "category, collection, section, kategorie, rubrik, categorie, categoria", .about),
    SubjectRow(
      .topic, "tag, topic, keyword, subject, skill, interest, schlagwort, thema, fach, schulfach", .about,
    ),
    SubjectRow(.channel, "channel, community, forum, group, club, gruppe", .about),
    SubjectRow(.vehicle, "rocket, starship, vehicle, ship, spacecraft, satellite, model, car, aircraft", .about),
    SubjectRow(.animal, "animal, pet, species, breed", .about),
    SubjectRow(.colour, "color, colour, farbe, couleur", .about),
    SubjectRow(.thing, "", .about),
  ]

  /// The subjects by their words in the names of types.
  static let types = Dictionary(
    all.flatMap { row in row.types.map { ($0, row.subject) } }, uniquingKeysWith: { first, _ in first })
}

/// The names and the sentences of a field's objects.
package struct TextPlan: Hashable, Sendable {
  /// The subject of the objects, which their names show.
  package let subject: Subject
  let prose: Prose
  /// The subject that the sentences are about: that of the post of a comment.
  let about: Subject
  /// The hash of the field's name: the texts of two fields begin with different sentences.
  let field: UInt64

  package static let thing = TextPlan(subject: .thing, prose: .about, about: .thing)

  init(subject: Subject, prose: Prose, about: Subject, field: UInt64 = 0) {
    self.subject = subject
    self.prose = prose
    self.about = about
    self.field = field
  }
}
