extension WordFiles {
  static let germanPlans = #"""
    # Projects, milestones and repositories.

    [words codeTopic]
    Datumsangaben, große CSV-Dateien, Diagramme, Formulare, Zwischenspeicher, Mailversand, Bildgrößen
    Geldbeträge, Geheimnisse, Hintergrundaufgaben, Weiterleitungen, Zusammenführungen, Linkprüfung, Markdown
    Protokollsuche, Symbole, Schnappschüsse, Sortierung, Dateiabgleich, Kommandozeilen

    [words quarter]
    Q1, Q2, Q3, Q4

    [words theme]
    Schnellerer Start, Abrechnung zum Selbermachen, Neuer mobiler Auftritt, Barrierefreiheit, Bessere Suche
    Gestaltungssystem, Datenexport, Teamkonten, Weniger Supportanfragen, Öffentliche Schnittstelle
    Offline-Modus, Einmalanmeldung, Kluge Benachrichtigungen, Zahlungsarten, Kundenportal, Plattformwechsel
    Umzug in die Cloud, Einarbeitung, Mehrsprachigkeit, Datenschutzprüfung, Qualitätswoche, Auswertungen
    Marktplatz, Aufräumen

    [names milestone]
    {theme}
    {theme} {quarter}
    Beta: {theme}
    {theme}, Teil {digits}

    [names project]
    {theme}
    {theme} {quarter}
    {theme} {digits}.0
    Pilot: {theme}

    [prose plan]
    Bis zum Ende des Quartals soll „{name}“ bei allen angekommen sein.
    „{Name}“ hat drei Ziele, und das erste heißt: weniger machen.
    Die Idee zu „{name}“ kam von einer Kundin.
    „{Name}“ ersetzt zwei ältere Pläne.
    Wir beginnen „{name}“ mit einer kleinen Gruppe und erweitern schrittweise.
    Alles zu „{name}“ ist hier gesammelt.
    „{Name}“ liegt im Zeitplan.
    Die erste Hälfte von „{name}“ ist geschafft.
    Ohne „{name}“ hat die nächste Veröffentlichung wenig Sinn.
    Der Umfang von „{name}“ wurde halbiert, und das war richtig.
    „{Name}“ braucht zwei Leute für sechs Wochen.
    Bei „{name}“ helfen drei Pilotkunden.
    „{Name}“ ist die Antwort auf die Umfrage vom letzten Jahr.
    Das größte Risiko bei „{name}“ ist die Zeit.
    „{Name}“ endet, wenn der Support weniger Anrufe bekommt.
    Vier Teams arbeiten an „{name}“.
    + Der Auftakt war im März.
    + Ein Prototyp liegt vor und wurde zweimal getestet.
    + Das Budget ist bewilligt.
    + Offene Fragen stehen in der verlinkten Liste.
    + Jeden zweiten Mittwoch prüfen wir den Stand.
    + Die Gestaltung ist fertig, die Texte sind es nicht.
    + Nächste Woche fällt die entscheidende Wahl.
    + Der Termin steht fest.
    + In diesen Wochen ist sonst nichts geplant.
    + Gelungen ist es, wenn niemand den Wechsel bemerkt.
    + Jeder Schritt lässt sich zurücknehmen.
    + Zwei Aufgaben wandern ins nächste Quartal.
    + Gemessen wird davor und danach.
    + Die ersten Rückmeldungen sind gut.
    + Für Freitag ist ein Probelauf geplant.
    + Schulungsunterlagen folgen.
    + Für einen Teil fehlt noch jemand.
    + Die Reihenfolge kann sich ändern.
    + Die Rechtsabteilung hat zugestimmt.
    + Danach räumen wir eine Woche lang auf.
    + Die Zusammenfassung geht montags an alle.
    + Aus dem letzten Versuch haben wir viel gelernt.
    + Die Kosten liegen unter der Schätzung.
    + Risiken bitte sofort eintragen.

    [prose code]
    Eine kleine Bibliothek für {codeTopic}.
    Werkzeuge für {codeTopic}, ohne Abhängigkeiten.
    Schnell und einfach: eine Lösung für {codeTopic}.
    Alles, was wir für {codeTopic} benutzen.
    {CodeTopic} leicht gemacht.
    Experimente zum Thema {codeTopic}.
    Ein Kommandozeilenprogramm für {codeTopic}.
    Der Quelltext unseres Dienstes für {codeTopic}.
    Ein eigenwilliger Ansatz für {codeTopic}.
    Typsicher: {codeTopic}.
    Beispiele zum Thema {codeTopic}.
    Der Nachfolger unserer alten Skripte für {codeTopic}.
    Eine Spielwiese für {codeTopic}.
    Helfer für {codeTopic} auf kleinen Rechnern.
    Eine Referenz für {codeTopic}.
    Erweiterungen für {codeTopic}.
    + Läuft unter Linux, macOS und Windows.
    + Beiträge sind willkommen.
    + Der Schnelleinstieg steht in der Dokumentation.
    + Seit Version 2 im täglichen Einsatz.
    + Wird bei jeder Änderung getestet.
    + Die Schnittstelle ist stabil.
    + Unterstützt Datenströme.
    + In aktiver Entwicklung.
    + Kommt ohne Konfiguration aus.
    + Messungen liegen in einem eigenen Ordner.
    + Fehler bitte als Issue melden.
    + Versionen folgen der semantischen Zählung.
    + Der Kern hat weniger als 1.000 Zeilen.
    + Braucht nur die Standardbibliothek.
    + Die Anleitung gibt es in drei Sprachen.
    + Mit 800 Testfällen.
    + Alte Versionen bekommen ein Jahr lang Korrekturen.
    + Begonnen als Wochenendprojekt.
    + Fertige Programme hängen an jeder Version.
    + Gepflegt von vier Leuten.
    + Größere Änderungen werden angekündigt.
    + Gut für den Unterricht.
    + Liest und schreibt alle üblichen Formate.
    + Das Änderungsprotokoll erklärt alles.
    """#
}
