import OrderedJSON

extension KindRow {
  static let times: [KindRow] = [
    KindRow(
      .time, rules: "time", texts: "time, opening time, closing time, start time of day, uhrzeit",
      phrases: "time of day"
    ) { _, draw in padded(draw.within(6...22), 2) + ":" + ["00", "15", "30", "45"][draw.below(4)] + ":00" },
    KindRow(.sunrise, texts: "sunrise, dawn, moonrise") { _, draw in
      "0\(draw.within(5...7)):\(padded(draw.below(60), 2))"
    },
    KindRow(.sunset, texts: "sunset, dusk, moonset") { _, draw in "\(draw.within(17...20)):\(padded(draw.below(60), 2))"
    },
    KindRow(
      .weekday, rules: "weekday", texts: "weekday, day of week, week day, wochentag",
      phrases: "day of the week, weekday"
    ) { p, draw in draw.pick(p.lexicon.weekdays) },
    KindRow(.monthName, rules: "month", texts: "month, month name", phrases: "name of the month") { p, draw in
      draw.pick(p.lexicon.months)
    },
    KindRow(sampled: .month, numbers: "month, monat", phrases: "number of the month") { _, draw in
      .number(draw.within(1...12), decimals: 0)
    },
    KindRow(sampled: .year, rules: "year", numbers: "year, season year, vintage, jahr", phrases: "year") { p, _ in
      .number(p.moment(.created).date.year, decimals: 0)
    },
    KindRow(sampled: .age, rules: "age", numbers: "age, alter, edad", phrases: "age in years") { p, _ in
      .number(p.age, decimals: 0)
    },
    KindRow(
      sampled: .duration, rules: "duration", texts: "duration, runtime, length text, playtime, dauer",
      numbers: "duration, runtime, dauer",
      phrases: "in seconds, number of seconds, length in seconds, duration in seconds"
    ) { _, draw in .number(draw.within(1...180) * 60, decimals: 0) },
    KindRow(
      .moment(.created), rules: "pastDate",
      texts: """
        created at, inserted at, registered at, joined at, timestamp, date added, created date time, zeitpunkt,
        zeitstempel, erstellt, erstellt am, angelegt am, registriert am, creado
        """,
      numbers: "created at, timestamp, created",
      phrases: """
        iso 8601, iso8601, rfc 3339, rfc3339, date and time, timestamp, date time, iso 8601 timestamp, iso 8601
        date time, unix timestamp, unix time, seconds since the epoch, time of creation, when it was created
        """
    ),
    KindRow(
      .moment(.ended), rules: "futureDate",
      texts: """
        end, ends at, ended at, end time, finish, finished at, closes at, arrival, arrives at, arrived at, arrival time,
        completed at, delivered at, received at, executed at, processed at, valid to, valid through, effective to, check out
        at, checked out at, dropoff at, drop off at, dropped off at, ende, beendet am, abgeschlossen am, geliefert am,
        erledigt am, gueltig bis, fin
        """
    ),
    KindRow(
      .moment(.updated), rules: "recentDate",
      texts: """
        updated at, modified at, last modified, changed at, last updated, updated, edited, edited at, modified,
        geaendert, geaendert am, aktualisiert am, bearbeitet am
        """,
      numbers: "updated at, updated, modified",
      phrases: "time of the last change, last change, when it was updated, last updated"
    ),
    KindRow(
      .moment(.published), rules: "date",
      texts: """
        published at, posted at, released at, sent at, submitted at, ordered at, confirmed at, placed at, booked
        at, issued at, reported at, requested at, authorized at, authorised at, admitted at, prescribed at, departed
        at, opened for orders at, veroeffentlicht am, bestellt am, gesendet am
        """
    ),
    KindRow(
      .date(.birthday), rules: "birthday",
      texts: """
        birthday, birth date, birthdate, date of birth, dob, born, geburtsdatum, geburtstag, geboren am, date de
        naissance, date naissance, fecha de nacimiento, fecha nacimiento
        """,
      phrases: "date of birth, birthday, born on"
    ),
    KindRow(
      .date(.created),
      texts: "date, created, joined on, member since, customer since, date created, registered, datum, fecha, hizuke",
      phrases: "iso 8601 date, calendar date, yyyy mm dd"
    ),
    KindRow(
      .date(.published),
      texts: """
        published, release date, publication date, posted, publish date, launch date, order date,
        erscheinungsdatum, veroeffentlichungsdatum
        """
    ),
    KindRow(
      .moment(.started),
      texts: """
        start, starts at, started at, start time, begin, begins at, from time, opens at, departure, departs at,
        departure time, shipped at, dispatched at, opened at, activated at, valid from, effective from, check in at,
        checked in at, pickup at, pick up at, picked up at, beginn, anfang, begonnen am, versendet am, gueltig von,
        gueltig ab, debut, inicio
        """
    ),
    KindRow(
      .date(.started),
      texts: """
        start date, from date, begin date, check in, check in date, shipping date, ship date, shipped date,
        opening date, opened date, startdatum, anfangsdatum, beginndatum, anreise
        """
    ),
    KindRow(
      .date(.ended),
      texts: """
        end date, to date, check out, finish date, check out date, delivery date, delivered date, completion
        date, completed date, enddatum, abreise
        """
    ),
    KindRow(
      .moment(.seen),
      texts: """
        last seen at, last seen, seen at, last login, last login at, last active at, pushed at, read at
        """
    ),
    KindRow(
      .moment(.closed),
      texts: """
        deleted at, archived at, closed at, cancelled at, canceled at, merged at, resolved at, removed at,
        returned at, refunded at, terminated at, geloescht am, archiviert am, storniert am, geschlossen am
        """
    ),
    KindRow(
      .moment(.expiry),
      texts: """
        expires at, expiry, expires, expiration, valid until, expiration date, expiry date, ablaufdatum, laeuft
        ab am
        """,
      phrases: "expiry date, expiration date, time of expiry, when it expires"
    ),
    KindRow(.date(.closed), texts: "closing date, closed date, termination date"),
    KindRow(
      .date(.due), texts: "due, due date, due by, deadline, faellig, faellig am, faelligkeit, faelligkeitsdatum"
    ),
    KindRow(.moment(.due), texts: "due at"),
    KindRow(.date(.death), texts: "deathday, death day, death date, date of death, died, todestag, sterbedatum"),
    KindRow(.yearOf(.birthday), numbers: "birth year, year of birth, year born, born, geburtsjahr"),
    KindRow(
      .yearOf(.published),
      numbers: "release year, publication year, year of release, year of publication, erscheinungsjahr"
    ),
    KindRow(.yearOf(.started), numbers: "start year, first year"),
    KindRow(.yearOf(.ended), numbers: "end year, last year"),
    KindRow(.yearOf(.expiry), numbers: "expiry year, expiration year, exp year"),
    KindRow(.yearOf(.death), numbers: "died, death year, year of death"),
  ]
}
