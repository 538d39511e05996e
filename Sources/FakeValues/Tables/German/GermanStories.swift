extension WordFiles {
  static let germanStories = #"""
    # Things to watch, read, hear and play.

    [words noun]
    Leuchtturm, Obstgarten, Brief, Fluss, Uhrmacher, Garten, Kartograf, Hafen, Spiegel, Sturm, Wald, Sommer
    Zeuge, Nachbar, Imker, Bahnhof, Berg, Kanal, Keller, Turm

    [words adj]
    letzte, stille, verborgene, zweite, goldene, nördliche, ferne, verlorene, gläserne, geliehene, krumme
    vergessene, wilde, endlose, blaue, alte

    [words place]
    Lissabon, Nirgendwo, Hafenstadt, Neuland, Island, Zimmer neun, Bergheim, Südwest, Altona, Uferstraße

    [words act]
    Warten auf, Tanz mit, Abschied von, Traum von, Fahrt nach, Lieder für, Zurück nach, Briefe aus, Nächte in
    Flucht aus

    [words hero]
    ein Kapitän im Ruhestand, eine junge Kartografin, eine Nachtschwester, ein Klavierstimmer
    eine glücklose Ermittlerin, ein Mädchen aus den Bergen, eine Aushilfslehrerin, ein Schaffner
    eine Uhrmacherin, die letzte Leuchtturmwärterin

    [words quest]
    die Wahrheit über einen Brief, eine gestohlene Geige, eine zweite Chance, die Besitzerin eines Schlüssels
    eine Zeugin, eine ruhige Bleibe, das Ende der Landkarte, das Rezept eines vergessenen Gerichts

    [words storyThings]
    die erste Szene, die Musik, die Sprache, die zweite Hälfte, die Hauptfigur, die Stimmung, die Kamera
    die Auflösung

    [names genre]
    {genres}

    [names movie]
    Der {adj} {noun}
    Ein {noun} in {place}
    Der {noun} von {place}
    Kein {noun} heute Nacht
    Das Geheimnis: {noun}
    {Act} {place}

    [names book]
    Der {adj} {noun}
    Der {noun} und das Meer
    Ein Jahr ohne {noun}
    Unter dem {noun}
    {Noun} und Asche
    Mein {noun}

    [names song]
    {Act} {place}
    Der {adj} {noun}
    Oh, {noun}
    {Place}-Blues
    {Place} am Morgen
    Kein {noun} mehr

    [names album]
    Live aus {place}
    {Noun}-Sessions
    {Noun} & Staub
    {Act} {place}
    Der {adj} {noun}

    [names game]
    Der {adj} {noun}
    {Noun} {digits}
    Flucht aus {place}
    {Noun}-Taktik
    {Noun}: der Aufbau

    [prose story]
    In „{name}“ sucht {hero} etwas: {quest}.
    {Hero} findet {quest} und verliert alles andere.
    In einem Winter kehrt {hero} an den Ort zurück, an dem alles begann.
    Für die Stadt beginnt es wie jeder andere Tag, doch dann kommt {hero}.
    Eine Geschichte über {quest}, vom Ende her erzählt.
    Als der Strom ausfällt, sucht {hero} {quest}.
    „{Name}“ handelt von Mut, Geduld und Heimweh.
    Niemand glaubt, was {hero} erzählt, bis der erste Schnee fällt.
    Zwanzig Jahre lang sucht {hero} {quest}.
    Eine Kleinstadt, ein langer Sommer und {hero}.
    Alles wäre gut, hätte {hero} die Tür nicht geöffnet.
    Eine Nacht bleibt, dann muss {hero} fort.
    „{Name}“ erzählt von vier Jahreszeiten.
    Zwischen zwei Zügen erfährt {hero} alles.
    Ein leises Werk über {quest}.
    Was gäbe man nicht für {quest}?
    + Nichts ist, wie es scheint.
    + Die einzige Spur ist ein Foto.
    + Unterwegs gibt es Stürme, Schulden und einen Hund.
    + Erzählt wird in fünf Teilen.
    + Das Ende überraschte selbst die Kritik.
    + Nach Briefen von einem Dachboden.
    + In einer einzigen Nacht entstanden.
    + Die Stimmung bleibt noch tagelang.
    + Ein Fremder hilft, aber nicht umsonst.
    + Erst langsam, dann unaufhaltsam.
    + Zwei Preise und viele Freunde.
    + Die Zeit wird knapp.
    + Aus alten Freunden werden Rivalen.
    + In nur elf Wochen gemacht.
    + Der Humor ist trocken, die Liebe echt.
    + Jede Figur hat ein Geheimnis.
    + Die Vergangenheit ruht nicht.
    + Auch ohne den ersten Teil verständlich.
    + Eine einfache Antwort gibt es nicht.
    + Das Meer ist immer nah.
    + Für Erwachsene und ältere Kinder.
    + Mit Karte.
    + Die Fortsetzung ist in Vorbereitung.
    + Am Ende bleibt eine Frage.

    [prose music]
    „{Name}“ entstand in zwei Nächten und an einem Morgen.
    Ein leises Stück für späte Stunden.
    „{Name}“ beginnt mit einem einzelnen Klavier.
    Drei Akkorde, eine Stimme und viel Regen.
    Im Zug geschrieben, in der Küche vollendet.
    „{Name}“ ist langsam, warm und ein wenig schief.
    Es klingt älter, als es ist.
    Das Schlagzeug kommt spät, aber es bleibt.
    „{Name}“ überraschte alle, auch die Band.
    Musik über das Gehen und das Bleiben.
    Man hört den Raum, die Stühle und die Straße.
    „{Name}“ wird mit jedem Hören besser.
    Die Hälfte ist improvisiert.
    Eine Verbeugung vor kleinen Radiosendern.
    Der Chor wurde im Treppenhaus aufgenommen.
    „{Name}“ passt zu langen Fahrten.
    + Die Gitarre war geliehen.
    + Am besten laut.
    + Der Text passt auf eine Postkarte.
    + Die letzte Minute ist Stille.
    + Gemischt in einem alten Kino.
    + Auf dem Umschlag ist der Hafen bei Nacht.
    + Ein Jahr lang zuvor live gespielt.
    + In der Mitte erklingt ein Streichquartett.
    + Die Melodie stammt aus einem Wiegenlied.
    + Neu bearbeitet von den alten Bändern.
    + Die zweite Stimme ist eine Nachbarin.
    + Kurz auf Platz neun.
    + Ganz ohne Computer.
    + Der Bass trägt alles.
    + Es gibt auch eine Fassung ohne Gesang.
    + Die Kritik mochte es, das Publikum liebte es.
    + Das Tempo ändert sich nie.
    + Den Refrain singen alle.
    + Es endet, wo es begann.
    + Den Rest erzählt das Beiheft.
    + Manche hören Trauer, andere Hoffnung.
    + Die Klarinette war ein Zufall.
    + Das kürzeste von allen.
    + Auch auf Vinyl.
    """#
}
