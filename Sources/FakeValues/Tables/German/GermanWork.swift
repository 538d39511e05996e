extension WordFiles {
  static let germanWork = #"""
    # Tasks, issues, changes and commits of software.

    [words area]
    Anmeldung, Suche, Kasse, Registrierung, Einstellungsseite, Übersicht, Rechnungsansicht, Bildergalerie
    Adresseingabe, Benachrichtigungsliste, Datumsauswahl, Importfunktion, Exportfunktion, Startseite
    Kartenansicht, Kalenderansicht, Profilseite, Kommentarfunktion, Dateivorschau, Einführungstour
    Berichtsseite, Navigation, Zahlungsseite, Teamseite, Warteschlange, Schnittstelle, Rechteverwaltung
    Passworthilfe, Sprachauswahl, Druckansicht

    [words fault]
    Zeitüberschreitung, Endlosschleife, Fehlermeldung, Verzögerung, falsche Rundung, leere Seite
    doppelte Buchung, falsche Sortierung, fehlende Übersetzung, kaputte Verknüpfung, veraltete Anzeige
    abgeschnittene Beschriftung, falsche Uhrzeit, langsame Abfrage, tote Schaltfläche, verlorene Eingabe
    unklare Meldung, flackernde Anzeige

    [words trigger]
    nach dem Abmelden, bei langsamer Verbindung, mit zwei offenen Tabs, im Dunkelmodus, auf kleinen Bildschirmen
    beim zweiten Versuch, bei Konten ohne Foto, ohne Netz, bei mehr als 1.000 Zeilen, nach Mitternacht
    bei neuen Konten, mit einer Bildschirmlesehilfe, beim ersten Besuch, in privaten Fenstern
    bei abgelaufener Sitzung

    [words goal]
    Tastenkürzel, Dunkelmodus, Sammelaktionen, bessere Fehlertexte, eine Ladeanzeige, eine Rückgängig-Funktion
    eine Druckansicht, eine Filterleiste, eine zweite Sprache, Modultests, Hilfetexte, eine Seitennavigation
    eine Offline-Fassung, eine Änderungshistorie, Anfragelimits

    [words workThings]
    die Anmeldung, die Kasse, die Suche, die Exportfunktion, die Einstellungsseite, die Übersicht
    die Importfunktion, die Testplanung, die Umstellung, die Fehlermeldung, die Freigabe, die Schnittstelle
    die mobile Ansicht, die Benennung, die Notlösung, die Aktualisierung, die Dokumentation

    [names task]
    {Goal} für die {area} ergänzen
    Tests für die {area} schreiben
    Texte der {area} prüfen
    Dokumentation der {area} aktualisieren
    Die {area} auf die Veröffentlichung vorbereiten
    Die alte {area} ersetzen
    Support zur {area} befragen
    Ladezeit der {area} messen
    {Fault} in der {area} beheben
    {Goal} für die {area} planen
    Die {area} übersetzen
    Die {area} aufräumen
    Die {area} {trigger} testen

    [names issue]
    {Area}: {fault} {trigger}
    {Fault} in der {area}
    Die {area} ist {trigger} langsam
    {Area} {trigger} nicht benutzbar
    Die {area} reagiert {trigger} nicht
    Rückschritt: {fault} in der {area}
    Die {area} verliert {trigger} ihren Zustand
    {Goal} in der {area} wünschenswert
    Unerwartet: {fault} {trigger}
    Die {area} ignoriert {trigger} die Spracheinstellung
    Irreführender Text in der {area} {trigger}

    [names pullRequest]
    Behebt {fault} in der {area}
    Ergänzt {goal} in der {area}
    Räumt die {area} auf
    Beschleunigt die {area} {trigger}
    Entfernt die alte {area}
    Ergänzt Tests für die {area}
    Verhindert {fault} {trigger}
    Stellt die {area} auf die neue Schnittstelle um
    Dokumentiert die {area}
    Behandelt Fehler in der {area} {trigger}

    [names commit]
    {Fault} in der {area} behoben
    {Goal} in der {area} ergänzt
    Unbenutzten Code der {area} entfernt
    Variablen der {area} umbenannt
    Tests für die {area} ergänzt
    {Fault} {trigger} verhindert
    {Area} vereinfacht
    Übersetzungen der {area} aktualisiert
    Fehler der {area} protokolliert
    „{Area} vereinfacht“ zurückgenommen

    [prose work]
    Die {area} funktioniert {trigger} nicht.
    {Trigger} zeigt die {area} nur noch: {fault}.
    Mehrere Kundinnen meldeten ein Problem in der {area}: {fault}.
    Vor der nächsten Veröffentlichung brauchen wir {goal} in der {area}.
    Seit der letzten Auslieferung gibt es in der {area} ein Problem: {fault}.
    Das fiel beim Testen der {area} auf, und zwar {trigger}.
    Der Support bekommt ständig Fragen zur {area}.
    Die {area} funktioniert, aber nicht {trigger}.
    Viele erwarten hier {goal}, wie im Rest der App.
    Die {area} ist der letzte Teil ohne {goal}.
    Zweimal am Tag steht im Protokoll der {area}: {fault}.
    Die erste Fassung der {area} entstand in Eile, und das merkt man.
    Laut Auswertung bricht jeder Fünfte in der {area} ab.
    Dies ersetzt die Notlösung in der {area}.
    Der Entwurf für die {area} ist fertig und enthält {goal}.
    Im letzten Nutzertest fand niemand die {area}, erst recht nicht {trigger}.
    Die {area} braucht {goal}, damit die Beta beginnen kann.
    + Schritte: die {area} öffnen, kurz warten, neu laden.
    + Es passiert {trigger}.
    + Erwartet wird eine klare Meldung.
    + Die Ursache ist wohl der Zwischenspeicher vor der {area}.
    + Ein Bildschirmfoto und das Protokoll hängen an.
    + In drei Browsern ließ es sich nachstellen.
    + Die Tests der {area} haben es nicht bemerkt.
    + Die Änderung ist klein, braucht aber einen Test.
    + Bitte auch {trigger} prüfen.
    + Nicht enthalten: alles außerhalb der {area}.
    + Die Änderung lässt sich abschalten.
    + Eine Datenumstellung ist nicht nötig.
    + Gestaltung und Texte sind freigegeben.
    + Ein Rückbau ist jederzeit möglich.
    + Fertig, wenn die {area} {trigger} funktioniert.
    + Die Hälfte der Arbeit sind Tests.
    + Das alte Verhalten bleibt noch für eine Version erhalten.
    + Zahlen davor und danach stehen im verlinkten Dokument.
    + Darauf haben wir uns in der letzten Planung geeinigt.
    + Dauert es länger als zwei Tage, teilen wir es auf.
    + Die Dokumentation folgt getrennt.
    + Jemand aus dem Support sollte es vorher ausprobieren.
    + Offen ist noch, was {trigger} passiert.
    + Bis dahin hilft es, die Seite neu zu laden.
    """#
}
