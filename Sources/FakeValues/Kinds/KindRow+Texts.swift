extension KindRow {
  static let textual: [KindRow] = [
    KindRow(.name, rules: "financeAccountName, name", texts: "gebaeude") { p, _ in p.phrase.text },
    KindRow(
      .title, rules: "words, title",
      types: """
        session, talk, book, movie, film, song, album, track, show, episode, post, story, page, course, video,
        chapter, lesson, recipe, game, series, podcast, paper, review, issue, task, todo, ticket, project,
        repository, mission, launch, campaign, goal, milestone, document, note, message, buch, beitrag, kurs,
        lied, aufgabe, livre, libro, pelicula
        """,
      texts: "title, heading, subject, mission name, titel, ueberschrift, betreff, titre, titulo",
      phrases: "headline, title"
    ) { p, _ in p.title },
    KindRow(
      .event, rules: "event",
      types: """
        conference, event, meetup, festival, hackathon, workshop, webinar, veranstaltung, konferenz, messe
        """,
      phrases: "name of the event, event name"
    ) { p, _ in p.event },
    KindRow(
      .slug, rules: "dbCollation, slug", texts: "slug, handle slug, permalink, key, identifier",
      phrases: "slug, url friendly, url safe name"
    ) { p, _ in p.phrase.slug },
    KindRow(
      .word, rules: "productMaterial, dbColumn, dbEngine, hackerAbbr, word",
      types: "rocket, starship, vehicle, ship, spacecraft, satellite, model, car, aircraft", texts: "suite"
    ) { _, draw in "\(draw.pick(Lexicon.vehicles)) \(draw.within(1...9))" },
    KindRow(
      .variety, rules: "dbType, financeTransactionType",
      texts: "type, kind, variety, style, mode, format, tier, plan, edition"
    ) { _, draw in draw.pick(Lexicon.varieties) },
    KindRow(
      .sentence, rules: "companyCatchPhrase, companyBS, hackerPhrase, sentence",
      texts: """
        headline, comment, caption, subtitle, message, note, excerpt, tagline, slogan, quote, reason, question,
        answer, hint, memo, remark, remarks, purpose, payment reference text, kommentar, bemerkung, anmerkung,
        nachricht, notiz, notizen, hinweis, grund, frage, antwort, verwendungszweck, commentaire, comentario
        """,
      phrases: "short text, one sentence, one line summary"
    ) { p, draw in Phrase.sentence(p.lexicon, &draw) },
    KindRow(
      .paragraph, rules: "lorem, paragraph",
      texts: """
        description, body, content, text, summary, bio, biography, about, abstract, details, overview,
        instructions, synopsis, plot, crawl, article, beschreibung, inhalt, zusammenfassung, lebenslauf,
        descripcion, contenu, contenido
        """,
      phrases: "free text, long text, multi line text"
    ) { p, draw in Phrase.paragraph(draw.within(2...3), p.lexicon, &draw) },
    KindRow(
      .markdown, rules: "markdown", texts: "markdown, body markdown, readme",
      phrases: "markdown, in markdown, as markdown"
    ) { p, draw in Phrase.markdown(p.lexicon, &draw) },
    KindRow(
      .html, rules: "html", texts: "html, body html, content html", phrases: "html, as html, in html, rendered html"
    ) { p, draw in "<p>\(Phrase.sentence(p.lexicon, &draw))</p>" },
    KindRow(
      .category, rules: "productCategory",
      types: """
        category, collection, channel, section, board, forum, group, kategorie, rubrik, categorie, categoria
        """,
      texts: "category, section, group, collection, kategorie, rubrik", phrases: "category, name of the category"
    ) { p, draw in draw.pick(p.lexicon.categories) },
    KindRow(
      .topic, rules: "topic",
      types: "label, tag, topic, keyword, subject, skill, interest, schlagwort, thema, fach, schulfach",
      texts: "tag, keyword, topic, label, schlagwort, schlagworte, stichwort", phrases: "tag, topic, keyword"
    ) { p, draw in draw.pick(p.lexicon.topics) },
    KindRow(.hashtag, texts: "hashtag, hash tag") { p, draw in
      "#" + draw.pick(p.lexicon.topics).filter { $0 != " " && $0 != "-" }
    },
    KindRow(.genre, rules: "genre", types: "genre", texts: "genre", phrases: "genre") { p, draw in
      draw.pick(p.lexicon.genres)
    },
    KindRow(
      .animal, rules: "animal", types: "animal, pet, species, breed", texts: "animal, species, breed",
      phrases: "animal, species, breed"
    ) { p, draw in draw.pick(p.lexicon.animals) },
    KindRow(
      .status, rules: "status", texts: "status, state name, stage, phase", phrases: "current status, status"
    ) { _, draw in draw.pick(Lexicon.states) },
    KindRow(.severity, texts: "severity, urgency, risk level, threat level") { _, draw in
      draw.pick(KindWords.severities)
    },
    KindRow(
      .contentRating, texts: "certificate, certification, content rating, age rating, film rating, mpaa rating, fsk"
    ) { _, draw in draw.pick(KindWords.contentRatings) },
    KindRow(
      .colourName, rules: "colorName", types: "color, colour, farbe, couleur",
      texts: """
        colour, color, color name, colour name, eye color, hair color, skin color, farbe, couleur
        """,
      phrases: "name of the colour, name of the color, color name, colour name"
    ) { p, draw in p.lexicon.colours[draw.below(p.lexicon.colours.count)].name },
    // The labels of types such as `NavItem`.
    KindRow(.navigation) { p, draw in draw.pick(KindWords.navigation(p.locale)) },
    KindRow(.callToAction, texts: "cta, cta label, cta text, button text, button label, call to action") { p, draw in
      draw.pick(KindWords.callsToAction(p.locale))
    },
  ]
}
