extension WordFiles {
  static let germanPlaces = #"""
    # Places to stay and journeys.

    [words stayName]
    Hafen, Garten, Alte Mühle, Seeblick, Bergblick, Lindenhof, Leuchtturm, Obstgarten, Flussufer, Marktplatz
    Kloster, Weinberg, Birkenhain, Sternwarte, Rosengarten, Sonnenhang, Waldrand, Brunnen, Torhaus, Storchennest

    [words stayKind]
    Hotel, Gasthof, Pension, Landhaus, Ferienhaus, Herberge

    [words roomName]
    Ahorn, Birke, Zeder, Dahlie, Ulme, Farn, Hasel, Iris, Wacholder, Lärche, Eiche, Pappel, Eberesche, Platane
    Weide, Linde

    [words placeKind]
    Mühle, Schule, Poststelle, Lagerhalle, Segelmacherei, Bäckerei, Brauerei, Schmiede, Weberei, Sternwarte

    [words placeThings]
    die Aussicht, die Lage, die Terrasse, die Bedienung, die Ruhe, die Anreise, die Ausstattung, die Sauberkeit

    [names hotel]
    {stayKind} {stayName}
    {stayKind} am {stayName}
    {stayName}

    [names room]
    Zimmer {roomName}
    Raum {roomName}
    Suite {roomName}
    {roomName} {digits}

    [names mission]
    {vehicles} {digits}
    {vehicles} im {season}
    Reise nach {placeStarts}{placeMiddles}{placeEnds}
    {vehicles} Probe {digits}
    Rückkehr nach {placeStarts}{placeMiddles}{placeEnds}
    Rundfahrt {placeStarts}{placeMiddles}{placeEnds}

    [prose place]
    Ein ruhiger Ort, wenige Minuten vom Bahnhof.
    Die Zimmer blicken auf den Garten oder den alten Hafen.
    Klein, hell und seit drei Generationen in Familienhand.
    Frühstück gibt es bis elf, bei gutem Wetter draußen.
    Ein guter Ausgangspunkt für Wege an der Küste.
    Früher war hier eine {placeKind}, heute wird hier gewohnt.
    Morgens hört man kaum mehr als die Vögel.
    Mitten in der Altstadt, und nachts trotzdem still.
    Jedes Zimmer hat einen Schreibtisch, schnelles WLAN und ein gutes Bett.
    Im letzten Jahr renoviert, das Holz riecht noch neu.
    Von der Dachterrasse sieht man die ganze Bucht.
    Der Weg in die Hügel beginnt gleich hinter dem Haus.
    Viele kommen wegen der Küche und der Aussicht wieder.
    Einst eine {placeKind}, heute ein Haus voller Licht.
    Familien schätzen den großen Garten und den kurzen Weg zum Strand.
    Der Markt ist um die Ecke, das Museum gegenüber.
    + Fahrräder sind für Gäste kostenlos.
    + Anreise ist bis Mitternacht möglich.
    + Hunde sind willkommen.
    + Die Straßenbahn hält vor der Tür.
    + Platz für bis zu vier Personen.
    + Das Gemüse kommt aus der Region.
    + Parken kann man hinter dem Haus.
    + Im Winter brennt ein Feuer im Aufenthaltsraum.
    + Alle Räume sind stufenlos erreichbar.
    + Den Schlüssel zum Ruderboot gibt es am Empfang.
    + Die Sauna öffnet am Abend.
    + Dichte Vorhänge erlauben langes Schlafen.
    + Der nächste Supermarkt ist zwei Minuten entfernt.
    + Handtücher und Bettwäsche sind inbegriffen.
    + Ein Kinderbett steht auf Wunsch bereit.
    + Der Hof ist der beste Platz für einen späten Kaffee.
    + Gepäck kann nach der Abreise bleiben.
    + Wanderkarten hängen im Flur.
    + Am Empfang spricht man mehrere Sprachen.
    + Die oberen Stockwerke haben einen kleinen Balkon.
    + Gruppen sollten früh buchen.
    + Im Januar drei Wochen geschlossen.
    + Den Sonnenuntergang sieht man am besten von der Westseite.
    + Kaffee und Tee sind immer kostenlos.

    [prose room]
    Ein heller Raum mit Fenstern auf zwei Seiten.
    Ruhig, zum Innenhof gelegen.
    Ganz oben, mit schräger Decke.
    Klein, aber mit allem, was nötig ist.
    Der größte Raum des Hauses.
    Frisch gestrichen, mit Holzboden.
    Ein Eckzimmer mit Morgensonne.
    Platz für acht Menschen um einen Tisch.
    Ein ruhiger Raum mit gutem Licht.
    Mit Tür zur Terrasse.
    Vor zwei Jahren renoviert.
    Mit eigenem Eingang.
    Gleich neben der Treppe und leicht zu finden.
    Ein langer Raum mit hohen Fenstern.
    Früher war hier die Bibliothek.
    Schlicht, sauber und im Sommer kühl.
    + An der langen Wand hängt ein Bildschirm.
    + Das Fenster lässt sich öffnen.
    + Ein Schrank mit Spiegel ist vorhanden.
    + Mit Vorhängen wird es dunkel genug für Filme.
    + Der Tisch ist höhenverstellbar.
    + Stufenlos durch die Osttür erreichbar.
    + Vier Steckdosen und schnelles WLAN.
    + Die Stühle sind stapelbar.
    + Bitte beim Gehen das Fenster schließen.
    + Die Heizung läuft ab sieben.
    + Eine Tafel mit Stiften steht bereit.
    + Wasser steht auf dem Sideboard.
    + Den Schlüssel gibt es am Empfang.
    + Ein Vorhang teilt den Raum.
    + Das Licht regelt sich selbst.
    + Gereinigt wird vor acht.
    + Der Schalter an der Tür löscht alles.
    + Direkt neben der Küche.
    + Die Möbel lassen sich umstellen.
    + Auch für Gespräche geeignet.
    + Hinter der Tür sind Haken.
    + Mit Blick auf zwei alte Linden.
    + Die Pflanzen bekommen montags Wasser.
    + Bitte nicht essen.

    [prose journey]
    Die Strecke von „{name}“ ist länger als geplant, aber sicherer.
    „{Name}“ beginnt vor Sonnenaufgang.
    Bei „{name}“ hängt alles vom Wetter ab.
    Die Mannschaft von „{name}“ hat zwei Jahre geübt.
    „{Name}“ hat zwei Messgeräte und eine Kamera dabei.
    Die Vorbereitungen für „{name}“ sind abgeschlossen.
    „{Name}“ dauert elf Tage.
    Das Ziel von „{name}“ sind gute Daten.
    „{Name}“ folgt einem alten Handelsweg.
    Der erste Abschnitt von „{name}“ verlief gut.
    An Bord von „{name}“: sieben Menschen und genug Kaffee.
    „{Name}“ wurde wegen des Windes zweimal verschoben.
    „{Name}“ ist die dritte Unternehmung dieser Art.
    Was „{name}“ zurückbringt, kommt ins Museum.
    Vier Stationen beobachten „{name}“.
    In dieser Saison ist es die letzte Gelegenheit.
    + Das Zeitfenster ist nur vierzig Minuten lang.
    + Alles wurde zweimal geprüft.
    + Wie erwartet bricht der Kontakt neun Minuten ab.
    + Die Rückkehr ist für das Monatsende geplant.
    + Die Karten sind auf dem neuesten Stand.
    + Eine zweite Gruppe steht bereit.
    + Die Ladung ist leichter als beim letzten Mal.
    + Jede Etappe dauert etwa sechs Stunden.
    + Die Nächte sind kalt, die Tage klar.
    + Jeden Abend gibt es Bilder.
    + Unterwegs wird zweimal gehalten.
    + Das Geld reicht für eine Wiederholung.
    + Das Tagebuch ist öffentlich.
    + Die Vorräte reichen drei Wochen.
    + Die Landung ist das Schwierigste.
    + Nicht alles lief nach Plan.
    + Die Wettervorhersage ist gut.
    + Zwei sind zum ersten Mal dabei.
    + Die Ausrüstung wiegt keine vierzig Kilo.
    + Die letzten Kilometer geht es zu Fuß.
    + Einheimische kennen einen kürzeren Weg.
    + Geschlafen wird in Schichten.
    + Das Ergebnis überraschte alle.
    + Danach ist ein Jahr Pause.
    """#
}
