extension WordFiles {
  static let germanGroups = #"""
    # Groups of people and of things.

    [words teamName]
    Plattform, Zahlung, Wachstum, Mobil, Gestaltung, Suche, Daten, Kasse, Konten, Infrastruktur, Inhalte
    Support, Sicherheit, Entwicklung, Auswertung, Einarbeitung, Nachrichten, Katalog, Betrieb, Übersetzung
    Außendienst, Schulung

    [words channelName]
    allgemein, plaudern, ankündigungen, buchclub, garten, mittagessen, musik, laufen, fotografie, hilfe
    vorstellung, eltern, reisetipps, fragen, stellen, brettspiele, kochen, heimarbeit, haustiere, radfahren
    gestaltung, versionen, sprachen, wochenende

    [names team]
    {teamName}
    Team {teamName}
    Gruppe {teamName}

    [names department]
    {departments}

    [names category]
    {categories}

    [names topic]
    {topics}

    [names channel]
    {channelName}

    [names animal]
    {animals}

    [names colour]
    {colours}

    [names company]
    {companies} {companyKinds}

    [names thing]
    {adjectives}{nouns}

    [prose about]
    Alles zum Thema „{name}“ an einem Ort.
    Für alles, was zu „{name}“ gehört.
    Eine kurze Einführung: „{name}“.
    Neues zum Thema „{name}“.
    „{Name}“: ausgewählt von Leuten, die sich auskennen.
    Einträge zu „{name}“, die neuesten zuerst.
    Das Wichtigste zu „{name}“.
    Ein guter Einstieg in „{name}“.
    „{Name}“ von A bis Z.
    Unsere Notizen zu „{name}“.
    Ein monatlich ergänzter Überblick: „{name}“.
    Hier steht, was andere zu „{name}“ fragen.
    „{Name}“, in wenigen Worten erklärt.
    Die Grundlagen zu „{name}“, mit Beispielen.
    Über viele Jahre gesammelt: „{name}“.
    Fragen zu „{name}“ werden hier beantwortet.
    + Jede Woche aktualisiert.
    + Die Regeln sind kurz und freundlich.
    + Ältere Einträge bleiben erhalten.
    + Vorschläge sind willkommen.
    + Im letzten Frühjahr neu geordnet.
    + Wer folgt, bekommt Neuigkeiten.
    + Alle dürfen beitragen.
    + Die beliebtesten Einträge stehen oben.
    + Eine längere Beschreibung folgt.
    + Näheres steht im Leitfaden.
    + Mit drei anderen verknüpft.
    + Manches sehen nur Mitglieder.
    + Die Zuständigkeit wechselt jedes Jahr.
    + Doppelte Einträge werden monatlich zusammengelegt.
    + Neue Einträge werden vorher geprüft.
    + Am Anfang waren es fünf Einträge.
    + Der Name hat eine lange Geschichte.
    + Wir halten es bewusst einfach.
    + Alles ist durchsuchbar.
    + Ohne Werbung.
    + Rückmeldungen liest ein kleines Team.
    + Neulinge sind willkommen.
    + In diesem Jahr wird erweitert.
    + Das Archiv reicht zehn Jahre zurück.

    [prose group]
    „{Name}“ kümmert sich um alles vom ersten Anruf bis zur letzten Rechnung.
    Bei „{name}“ arbeiten drei Städte mit einer Liste.
    „{Name}“ begann mit zwei Tischen und einem Wasserkocher.
    Klein, schnell und leicht zu erreichen: „{name}“.
    „{Name}“ bringt Menschen zusammen, die sich sonst nie treffen.
    Wenn etwas gut werden soll, fragt man „{name}“.
    „{Name}“ ist bekannt für kurze Besprechungen und klare Antworten.
    Heute hat „{name}“ neunzehn Mitglieder.
    „{Name}“ macht Schwieriges einfach.
    Seit letztem Jahr hat „{name}“ ein Büro am Fluss.
    Die Hälfte von „{name}“ arbeitet von zu Hause.
    „{Name}“ beantwortet jede Anfrage binnen eines Tages.
    Bei „{name}“ gehen alle einmal ans Telefon.
    „{Name}“ wurde von drei Freundinnen gegründet.
    Das Motto von „{name}“: weniger machen, aber gut.
    „{Name}“ wächst langsam, mit Absicht.
    + Die Tür steht immer offen.
    + Neue bekommen einen Monat lang Begleitung.
    + Freitags gibt es Suppe.
    + Die Wochennotizen sind öffentlich.
    + Jeden Sommer kommen zwei Praktikanten.
    + Entscheidungen stehen an einem Ort.
    + Am Wochenende arbeitet niemand.
    + Die Telefonnummer ist seit zwanzig Jahren dieselbe.
    + Dienstags sind Gäste willkommen.
    + Einmal im Jahr werden die Zahlen veröffentlicht.
    + Der Gewinn fließt in die Ausbildung.
    + Der nächste offene Tag ist im Herbst.
    + Das meiste steht im Handbuch.
    + Es gibt eine Warteliste, aber sie ist kurz.
    + Mit den Nachbarn wird viel zusammengearbeitet.
    + Der Kaffee ist besser als sein Ruf.
    + Alle dürfen Änderungen vorschlagen.
    + Das Archiv füllt zwei Räume.
    + Im Schnitt bleibt man acht Jahre.
    + Nur einmal wurde ein Termin verpasst.
    + Offene Stellen gibt es immer.
    + Mittwochs kommt der Bürohund.
    + Geplant wird in Quartalen.
    + Im Frühjahr wurde ein größeres Stockwerk bezogen.
    """#
}
