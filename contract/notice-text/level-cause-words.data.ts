/** The reasons of a level, a sentence for each cause of `LEVEL_CAUSES`: on pages, and in mails. */
export const LEVEL_CAUSE_WORDS = {
  en: {
    'cause-no-probability': 'The probability is not known: none could be computed that says anything.',
    'cause-probability-accepted': 'Pc is at or above what the satellite accepts.',
    'cause-miss-accepted': 'The miss distance is below what the satellite accepts.',
    'cause-probability-high': 'Pc is at or above the threshold of High.',
    'cause-radial-accepted': 'The radial distance is below its threshold.',
    'cause-probability-medium': 'Pc is at or above the threshold of Medium.',
    'cause-below-all': 'All values are below the thresholds.',
    'cause-capped-by-dilution':
      'Level capped to High by dilution: the covariance is too large to trust a low or a high Pc.',
    'cause-capped-without-covariance':
      'Level capped to Medium: an object has no covariance of its own, so that nothing can be decided by this Pc.',
    'cause-held-higher':
      'Level held: the newest estimate says less; it falls when a second one agrees, or 12 h after the first.',
    'cause-held-unknown': 'Level held: what cannot be computed lowers nothing.',
    'cause-held-less-known':
      'Level held: the newest estimate says less because it knows less than the one before it, and lowers nothing.',
    'cause-awaiting-after-burn': 'Awaiting data after the burn: messages or own orbits from before it change nothing.',
  },
  de: {
    'cause-no-probability': 'Die Wahrscheinlichkeit ist unbekannt: Es ließ sich keine berechnen, die etwas aussagt.',
    'cause-probability-accepted': 'Pc erreicht die akzeptierte Grenze.',
    'cause-miss-accepted': 'Der Abstand unterschreitet die akzeptierte Grenze.',
    'cause-probability-high': 'Pc erreicht die Schwelle für Hoch.',
    'cause-radial-accepted': 'Der radiale Abstand liegt unter seiner Schwelle.',
    'cause-probability-medium': 'Pc erreicht die Schwelle für Mittel.',
    'cause-below-all': 'Alle Werte liegen unter den Schwellen.',
    'cause-capped-by-dilution':
      'Stufe durch Verdünnung auf Hoch begrenzt: Die Kovarianz ist zu groß, um einem kleinen oder großen Pc zu trauen.',
    'cause-capped-without-covariance':
      'Stufe auf Mittel begrenzt: Einem Objekt fehlt eine eigene Kovarianz; nach diesem Pc lässt sich nichts entscheiden.',
    'cause-held-unknown': 'Stufe gehalten: Was sich nicht berechnen lässt, senkt nichts.',
    'cause-held-less-known':
      'Stufe gehalten: Die neueste Schätzung sagt weniger, weil sie weniger weiß als die davor, und senkt nichts.',
    'cause-held-higher':
      'Stufe gehalten: Die neueste Schätzung sagt weniger; sie fällt, wenn eine zweite zustimmt oder 12 h nach der ersten.',
    'cause-awaiting-after-burn':
      'Daten aus der Zeit nach dem Manöver stehen aus: Nachrichten oder eigene Bahnen aus der Zeit davor ändern nichts.',
  },
} as const
