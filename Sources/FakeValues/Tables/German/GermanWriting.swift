extension WordFiles {
  static let germanWriting = #"""
    # Articles, polls, and people's biographies.

    [words topicA]
    Gartenarbeit, Vogelbeobachtung, Fahrradreparatur, Buchbinderei, Kaffeeröstung, Imkerei, Töpferei
    Kalligrafie, Astronomie, Typografie, Holzbearbeitung, Kartografie, Kräuterkunde, Spieleentwicklung
    Musiktheorie, Fotografie, Brotbäckerei, Käseherstellung, Zeitplanung, Teamarbeit, Heimarbeit, Stadtplanung
    Nachbarschaftshilfe, Wetterkunde, Radiotechnik, Bootsbauerei, Fermentation, Erzählkunst, Navigation
    Softwarearchitektur

    [words audience]
    Anfängerinnen, Vielbeschäftigte, kleine Teams, Familien, Ungeduldige, Nachtmenschen, Leute mit wenig Platz
    Zweifelnde, Lehrkräfte, Neugierige

    [words lessons]
    Drei, Fünf, Sieben, Neun, Zehn, Zwölf

    [words span]
    einem Jahr, einem Monat, zehn Jahren, einem langen Winter, einem Wochenende, hundert Tagen

    [words topics]
    Barrierefreiheit, Datenbanken, Datenschutz, Dokumentation, freie Software, funktionale Programmierung
    Geschwindigkeit, gute Namen, Karten, kleine Teams, mobile Apps, Schriften, Sicherheit, Sortierung, Suche
    Testen, Typsysteme, Veröffentlichungen, Zeitzonen, Zustandsautomaten, Zwischenspeicher, Nebenläufigkeit
    Gestaltung

    [words hobby]
    spielt Cello, bäckt Brot, repariert alte Fahrräder, sammelt Landkarten, singt im Chor, hält Bienen, klettert
    züchtet Tomaten auf dem Balkon, segelt im Sommer, zeichnet Comics, schwimmt in kalten Seen
    baut Modellbahnen, wandert mit zwei Hunden, bindet Bücher, läuft Marathon, restauriert Möbel

    [words field]
    Gestaltung, Bildung, Softwareentwicklung, Pflege, Architektur, Redaktion, Biologie, Logistik, Fotografie
    Rechtspflege, Musik, Tischlerei, Übersetzung, Forschung, Buchhaltung, Filmproduktion

    [words origin]
    einem Dorf am Meer, einer großen Familie, den Bergen, einer Kleinstadt, der Großstadt, der Schweiz
    einem Bauernhof

    [names article]
    {TopicA} für {audience}
    {Lessons} Lehren aus {span} {topicA}
    Was einem niemand über {topicA} sagt
    {TopicA}: so gelingt der Anfang
    Wie {topicA} unsere Straße veränderte
    Warum ich {topicA} aufgab und zurückkam
    Die leise Rückkehr der {topicA}
    {Lessons} Fehler bei der {topicA}
    Kleine Geschichte der {topicA}
    {TopicA}: was nach {span} funktioniert
    Lob der {topicA}
    Notizen zur {topicA} für {audience}
    {TopicA} ohne teures Werkzeug
    Ein Wochenende mit {topicA}

    [names poll]
    Wie kamst du zur {topicA}?
    Welches Buch über {topicA} lesen wir als Nächstes?
    Wie viele Stunden in der Woche kostet dich die {topicA}?
    Was ist bei der {topicA} am schwersten?
    Brauchen wir eine Gruppe für {topicA}?
    Wann treffen wir uns zum Thema {topicA}?
    Ist {topicA} etwas für {audience}?
    Wer möchte {topicA} lernen?

    [prose article]
    Als ich mit der {topicA} anfing, machte ich jeden erdenklichen Fehler.
    Kaum etwas teilt die Meinungen so wie {topicA}.
    {TopicA} sieht schwerer aus, als es ist.
    Fragt man zehn Leute nach der {topicA}, bekommt man elf Antworten.
    In diesem Text geht es um {topicA} für {audience}.
    Nach {span} {topicA} sehe ich manches anders.
    Es gibt viele Bücher über {topicA}, und die meisten lassen den Anfang aus.
    Es begann mit einer Leserfrage zur {topicA}.
    Die Grundlagen der {topicA} lernt man an einem Nachmittag.
    Letztes Jahr beschloss ich, die {topicA} ernst zu nehmen.
    Das Schöne an der {topicA} ist, wie wenig man braucht.
    Wir haben drei Menschen besucht, deren Leben die {topicA} ist.
    Guter Rat zur {topicA} ist selten.
    Meine Großmutter wusste alles über {topicA}, ohne je darüber zu lesen.
    {TopicA} ist wieder da, nicht nur für {audience}.
    Wer sich zur {topicA} nur eines merkt, merke sich dies: klein anfangen.
    + Der erste Schritt ist der wichtigste.
    + Eine besondere Ausrüstung ist nicht nötig.
    + Es hilft, alles aufzuschreiben.
    + Der Rest ist Übung und Geduld.
    + Die meisten Probleme entstehen, wenn man zu viel auf einmal will.
    + Ein Notizbuch ist mehr wert als eine App.
    + Fehler gehören dazu und lehren viel.
    + Im zweiten Teil geht es um die Einzelheiten.
    + Darüber streiten die Fachleute.
    + Nach {span} wird es zur Gewohnheit.
    + Die Kosten sind geringer als gedacht.
    + Die Quellen stehen am Ende.
    + Besonders gut klappt das für {audience}.
    + Manche sagen, früher war es besser.
    + Man sollte es zweimal versuchen, bevor man urteilt.
    + Am besten fragt man in einem Verein.
    + Die Zahlen bestätigen das.
    + Es gibt eine Ausnahme, und die ist wichtig.
    + Fotos zu jedem Schritt stehen unten.
    + Am meisten überraschte mich die Ruhe dabei.
    + Man muss sich eine Grenze setzen, sonst hört man nie auf.
    + Für {audience} würde ich anders beginnen.
    + Am Ende kommt es auf die Aufmerksamkeit an.
    + Der zweite Versuch war viel besser als der erste.

    [prose bio]
    Arbeitet in der {field} und {hobby}.
    Kam durch Zufall zur {field} und blieb.
    Aufgewachsen in {origin}, heute in der Stadt zu Hause.
    Zehn Jahre in der {field} und noch immer neugierig.
    Schreibt über {field} und den Alltag.
    {Hobby}, am liebsten vor dem Frühstück.
    Mag {field}, gute Fragen und starken Kaffee.
    Lernte {field} und machte dann etwas ganz anderes.
    Glaubt an kleine Schritte und frühe Züge.
    Lebte drei Jahre im Ausland und brachte die Liebe zur {field} mit.
    Halbtags in der {field}, ganztags Elternteil.
    Unterrichtet {field} an einer Abendschule.
    Beantwortet jeden Brief.
    Nie weit weg von einem Notizbuch.
    Mag lange Wege, kurze Besprechungen und {field}.
    Zog der Arbeit wegen um und blieb wegen der Leute.
    Begann in der {field} und leitet heute ein kleines Team.
    Lernt gerade die vierte Sprache.
    Ehrenamtlich unterwegs, Nachbar und Freund der {field}.
    Macht bis zum Herbst Pause von der {field}.
    + {Hobby}, sooft es geht.
    + Abends wird gelesen.
    + Lebt mit Familie und Katze.
    + Hat in vier Ländern gelebt.
    + Sucht immer gute Bücher.
    + Sammelt Postkarten aus {origin}.
    + Beantwortet gern Fragen zur {field}.
    + Schreibt lieber Briefe, als zu telefonieren.
    + Schrieb einmal einen Leitfaden zur {field}.
    + Will eines Tages die Alpen überqueren.
    + Samstags in der Bücherei anzutreffen.
    + Spricht drei Sprachen, zwei davon gut.
    + Stammt aus {origin}.
    + Die Meinungen sind persönlich.
    + Sucht noch den perfekten Stuhl.
    + War davor zehn Jahre in der {field}.
    + Kennt jede Bäckerei im Umkreis.
    + Trinkt Tee, keinen Kaffee.
    + Hielt den ersten Vortrag mit 17.
    + Nimmt die Treppe.
    """#
}
