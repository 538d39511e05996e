extension WordFiles {
  static let germanEvents = #"""
    # Events, talks, courses and visits.

    [words events]
    -Konferenz, -Tage, -Treffen, -Forum, -Festival, -Woche, -Kongress

    [words eventTheme]
    Schrift, Stadtgarten, Jazz, Robotik, Heimatgeschichte, Holzbau, Film, Kaffee, Nachthimmel, Nahverkehr
    Keramik, Brettspiel, Chor, Fahrrad, Kinderforschungs, Web, Lyrik, Reparatur, Klima, Foto, Brot, Theater
    Natur, Handwerks

    [words eventPlace]
    am Fluss, im Park, am Hafen, in der alten Fabrik, unter der Brücke, in der Bücherei, auf dem Hügel
    in der Altstadt

    [words season]
    Frühling, Sommer, Herbst, Winter

    [words skill]
    Aquarell, Spanisch, Brotbacken, Datenanalyse, Freies Reden, Holzarbeit, Erste Hilfe, Fotografie
    Musiktheorie, Swift, Kreatives Schreiben, Yoga, Buchführung, Schach, Oberflächengestaltung, Statistik, Nähen
    Gebärdensprache, Astronomie, Projektplanung, Fahrradreparatur, Maschinelles Lernen, Gemüseanbau, Typografie

    [words level]
    Einführung, Grundlagen, Auffrischung, Fortgeschrittene, Vertiefung, Abendkurs, Wochenendkurs, Für Lehrkräfte

    [words reasonFor]
    Nachuntersuchung, Jahresuntersuchung, Impfung, Blutabnahme, Halsschmerzen, Rückenschmerzen, Hautausschlag
    Migräne, Knieschmerzen, Reiseberatung, Allergietest, Blutdruckkontrolle, Schlafprobleme, Ohrenentzündung
    Wundkontrolle, Sehtest, Rezeptverlängerung, Ultraschall, Magenschmerzen, Krankengymnastik
    Anhaltender Husten, Sportverletzung, Zahnreinigung, Zweitmeinung

    [names event]
    {EventTheme}{events}
    {EventTheme}{events} {eventPlace}
    {EventTheme}-Abend
    {EventTheme}{events} im {season}
    {EventTheme}-Nacht {eventPlace}
    Lange {EventTheme}-Nacht

    [names talk]
    Was wir gelernt haben: {topics}
    {Topics} ohne Tränen
    Neu gedacht: {topics}
    {Topics} in der Praxis
    Die versteckten Kosten: {topics}
    {Topics} im großen Maßstab
    {Topics}: Fragen und Antworten
    Ein neuer Blick: {topics}
    Gestern und morgen: {topics}
    Von null an: {topics}

    [names course]
    {Skill}: {level}
    {Skill} in zehn Wochen
    {Skill} Schritt für Schritt
    {Level}: {skill}
    {Skill} von Anfang an
    {Skill} zum Mitmachen

    [names visit]
    {reasonFor}

    [prose occasion]
    „{Name}“ ist für alle, die etwas Neues lernen möchten.
    Nach einer kurzen Einführung wird in Gruppen gearbeitet.
    Herzliche Einladung: „{name}“.
    „{Name}“ bringt Neulinge und Fachleute zusammen.
    Vorkenntnisse sind nicht nötig, nur Neugier.
    Das findet nun zum dritten Mal statt.
    Zwei Stunden, drei Vorträge und viel Zeit für Fragen.
    Aus einem kleinen Treffen wurde eine Tradition.
    „{Name}“ ist bewusst zwanglos.
    Mitbringen: gute Laune, ein Notizbuch und feste Schuhe.
    In kleinen Gruppen wird alles selbst ausprobiert.
    Die Zahl der Plätze ist auf dreißig begrenzt.
    Diesmal stehen praktische Beispiele im Mittelpunkt.
    Wir blicken zurück und planen das nächste Jahr.
    Von der Theorie zur Praxis an einem Tag.
    Für viele ist das der schönste Tag des Jahres.
    + Einlass ist eine halbe Stunde vorher.
    + Kaffee und Kuchen sind inbegriffen.
    + Das Material wird gestellt.
    + Wer nicht kommen kann, bekommt eine Aufzeichnung.
    + Kinder sind willkommen.
    + Bitte bis zum Monatsende anmelden.
    + Der Raum ist stufenlos erreichbar.
    + Danach geht es in das Lokal gegenüber.
    + Fragen sind jederzeit willkommen.
    + Bei Regen treffen wir uns drinnen.
    + Das Programm erscheint zwei Wochen vorher.
    + Am Ende gibt es eine Bescheinigung.
    + Für Studierende ist es günstiger.
    + Alle bekommen die Folien.
    + Eine Pause von zwanzig Minuten ist geplant.
    + Für den Abend werden noch Helfer gesucht.
    + Der letzte Bus fährt um elf.
    + Bitte den eigenen Rechner mitbringen.
    + Auf Wunsch wird übersetzt.
    + Die Plätze werden nach Anmeldung vergeben.
    + Letztes Jahr war nach drei Tagen alles ausgebucht.
    + Das Mittagessen ist vegetarisch.
    + Fotos nur mit Erlaubnis.
    + Die Warteliste ist offen.

    [prose care]
    Seit dem letzten Besuch keine Beschwerden.
    Die Beschwerden begannen vor etwa zwei Wochen.
    Es geht besser, abends aber noch müde.
    Leichte Schmerzen beim Treppensteigen.
    Die Werte liegen im normalen Bereich.
    Drei Tage Ruhe empfohlen.
    Gut geschlafen, guter Appetit.
    Eine Tablette nach dem Frühstück.
    Blutdruck leicht erhöht, wird erneut gemessen.
    Die Wunde heilt gut.
    Hat mit einem Bewegungsprogramm begonnen.
    Keine Allergien bekannt.
    Kommt wegen nächtlichem Husten.
    Viel Wasser trinken.
    Die letzte Behandlung wurde gut vertragen.
    Möchte die Möglichkeiten besprechen.
    + Kontrolle in sechs Wochen.
    + Bitte anrufen, wenn der Schmerz wiederkommt.
    + Nicht auf nüchternen Magen einnehmen.
    + Bis dahin nicht schwer heben.
    + Nächste Blutabnahme in drei Monaten.
    + Bei Ausschlag absetzen und anrufen.
    + Beim nächsten Mal die Medikamentenliste mitbringen.
    + Täglich ein kurzer Spaziergang.
    + Die Dosis bleibt gleich.
    + Eine Überweisung wurde ausgestellt.
    + Den Verband trocken halten.
    + Kein Alkohol während der Behandlung.
    + Die Ergebnisse kommen per Post.
    + Das Formular für die Kasse liegt bei.
    + Krankengymnastik zweimal in der Woche.
    + Kühl lagern.
    + Der Impfpass ist vollständig.
    + Bitte zehn Minuten früher kommen.
    + Das Gewicht ist unverändert.
    + Die Packung zu Ende nehmen.
    + Kalte Umschläge können helfen.
    + Die Familie wurde informiert.
    + Eine Brille könnte nötig sein.
    + Vor der Untersuchung ab Mitternacht nichts essen.
    """#
}
