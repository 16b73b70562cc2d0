/** The reasons of a level, a sentence for each cause of `LEVEL_CAUSES`: on pages, and in mails. */
export const LEVEL_CAUSE_WORDS = {
  en: {
    'cause-no-probability': 'The probability is not known: none that could be computed says anything.',
    'cause-probability-accepted': 'Pc is at or above what the satellite accepts.',
    'cause-miss-accepted': 'The miss distance is below what the satellite accepts.',
    'cause-probability-high': 'Pc is at or above the threshold of High.',
    'cause-radial-accepted': 'The radial distance is below its threshold.',
    'cause-probability-medium': 'Pc is at or above the threshold of Medium.',
    'cause-below-all': 'All values are below the thresholds.',
    'cause-capped-by-dilution': 'Capped to High by dilution: the covariance is too large to trust a low or a high Pc.',
    'cause-capped-without-covariance':
      'Capped to Medium: an object has no covariance of its own; this Pc decides nothing.',
    'cause-held-higher': 'Held: the newest estimate says less; it falls when a second agrees, or 12 h after the first.',
    'cause-held-unknown': 'Held: what cannot be computed lowers nothing.',
    'cause-held-less-known': 'Held: the newest estimate says less because it knows less, and lowers nothing.',
    'cause-reported': 'Reported by Space-Track, cannot be recomputed: no covariance came with it.',
    'cause-awaiting-after-burn': 'Awaiting data from after the burn: earlier messages or orbits change nothing.',
  },
  de: {
    'cause-no-probability': 'Die Wahrscheinlichkeit ist unbekannt: Keine, die sich berechnen ließ, sagt etwas aus.',
    'cause-probability-accepted': 'Pc erreicht die akzeptierte Grenze.',
    'cause-miss-accepted': 'Der Abstand unterschreitet die akzeptierte Grenze.',
    'cause-probability-high': 'Pc erreicht die Schwelle für Hoch.',
    'cause-radial-accepted': 'Der radiale Abstand liegt unter seiner Schwelle.',
    'cause-probability-medium': 'Pc erreicht die Schwelle für Mittel.',
    'cause-below-all': 'Alle Werte liegen unter den Schwellen.',
    'cause-capped-by-dilution':
      'Durch Verdünnung auf Hoch begrenzt: Die Kovarianz ist zu groß, um einem kleinen oder großen Pc zu trauen.',
    'cause-capped-without-covariance':
      'Auf Mittel begrenzt: Einem Objekt fehlt eine eigene Kovarianz; dieses Pc entscheidet nichts.',
    'cause-held-unknown': 'Gehalten: Was sich nicht berechnen lässt, senkt nichts.',
    'cause-held-less-known': 'Gehalten: Die neueste Schätzung sagt weniger, weil sie weniger weiß, und senkt nichts.',
    'cause-held-higher':
      'Gehalten: Die neueste Schätzung sagt weniger; die Stufe fällt, wenn eine zweite zustimmt oder 12 h nach der ersten.',
    'cause-reported': 'Von Space-Track gemeldet, nicht nachrechenbar: Es kam keine Kovarianz dazu.',
    'cause-awaiting-after-burn':
      'Daten von nach dem Manöver stehen aus: Nachrichten oder Bahnen von davor ändern nichts.',
  },
} as const
