import { defineWords } from '../../ui/text/language.ts'

/** What list, event, overview and handover say alike: why a level, why an action, what was decided and what reopens it. */
export const decisionWords = defineWords('ca-decision', {
  en: {
    watchingNote: 'reopens by itself',
    watchingNone: 'Nothing that is still ahead has been decided.',
    reopensBoth: 'Reopens when Pc > {{pc}} or the level rises above {{level}}.',
    reopensPc: 'Reopens when Pc > {{pc}}.',
    reopensLevel: 'Reopens when the level rises above {{level}}.',
    reopensNever: 'Nothing reopens it by itself: no Pc is set, and no level is higher.',
    byLevel: 'the level rose',
    byProbability: 'Pc rose above {{pc}}',
    decidedBy: '{{decision}}, {{who}}',
    closedBy: 'closed, {{who}}',
    // why the level
    'cause-no-probability': 'No probability could be computed.',
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
    'cause-awaiting-after-burn':
      'Awaiting data after the burn: newer messages rest on an orbit from before it, and leave the level as it was.',
    // why the action
    'rule-past': 'TCA has passed.',
    'rule-mitigated': 'Mitigated by a verified burn.',
    'rule-decided': 'It is decided, and has not risen since.',
    'rule-critical-before-commit': 'Critical, and the decision is due within 24 h.',
    'rule-diluted-beyond-accepted-before-commit':
      'Pc is above what is accepted and diluted, and the decision is due within 24 h: too late to wait for better data.',
    'rule-critical-with-time': 'Critical, with more than 24 h to the decision.',
    'rule-diluted': 'Diluted: better data can raise Pc above what is accepted, or settle that there is no danger.',
    'rule-co-orbiting': 'The objects fly along together: one of a series of approaches.',
    'rule-no-probability': 'Without a probability nobody can decide.',
    'rule-high-within-consideration': 'High, and within the time to consider.',
    'rule-high-early': 'High, but before the time to consider.',
    'rule-medium': 'Medium.',
    'rule-low': 'Below the thresholds.',
    // decided on purpose
    choose: 'Choose',
    suggested: 'suggested',
    decisionMissing: 'Choose a decision: none is preset.',
    reopenAbove: 'Reopen when Pc rises above',
    reopenAboveNote: 'A higher level reopens it in any case. Empty: the level alone does.',
    reopenWrong: 'A number above {{pc}} and up to 1, or nothing.',
  },
  de: {
    watchingNote: 'öffnet sich selbst wieder',
    watchingNone: 'Nichts, was noch bevorsteht, ist entschieden.',
    reopensBoth: 'Öffnet sich wieder, wenn Pc > {{pc}} oder die Stufe über {{level}} steigt.',
    reopensPc: 'Öffnet sich wieder, wenn Pc > {{pc}}.',
    reopensLevel: 'Öffnet sich wieder, wenn die Stufe über {{level}} steigt.',
    reopensNever: 'Öffnet sich nicht von selbst: Für Pc ist nichts gesetzt, und eine höhere Stufe gibt es nicht.',
    byLevel: 'die Stufe stieg',
    byProbability: 'Pc stieg über {{pc}}',
    decidedBy: '{{decision}}, {{who}}',
    closedBy: 'geschlossen, {{who}}',
    'cause-no-probability': 'Es ließ sich keine Wahrscheinlichkeit berechnen.',
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
    'cause-held-higher':
      'Stufe gehalten: Die neueste Schätzung sagt weniger; sie fällt, wenn eine zweite zustimmt oder 12 h nach der ersten.',
    'cause-awaiting-after-burn':
      'Daten von nach dem Manöver stehen aus: Neuere Nachrichten beruhen auf einer Bahn von davor und lassen die Stufe, wie sie war.',
    'rule-past': 'TCA ist vorbei.',
    'rule-mitigated': 'Durch ein bestätigtes Manöver entschärft.',
    'rule-decided': 'Es ist entschieden und seither nicht gestiegen.',
    'rule-critical-before-commit': 'Kritisch, und die Entscheidung ist innerhalb von 24 h fällig.',
    'rule-diluted-beyond-accepted-before-commit':
      'Pc liegt verdünnt über der akzeptierten Grenze, und die Entscheidung ist innerhalb von 24 h fällig: zu spät, um auf bessere Daten zu warten.',
    'rule-critical-with-time': 'Kritisch, mit mehr als 24 h bis zur Entscheidung.',
    'rule-diluted': 'Verdünnt: Bessere Daten können Pc über die Schwelle heben oder zeigen, dass keine Gefahr besteht.',
    'rule-co-orbiting': 'Die Objekte fliegen miteinander: eine von vielen Annäherungen.',
    'rule-no-probability': 'Ohne Wahrscheinlichkeit lässt sich nicht entscheiden.',
    'rule-high-within-consideration': 'Hoch, und die Zeit zum Abwägen hat begonnen.',
    'rule-high-early': 'Hoch, aber noch vor der Zeit zum Abwägen.',
    'rule-medium': 'Mittel.',
    'rule-low': 'Unter den Schwellen.',
    choose: 'Wählen',
    suggested: 'Vorschlag',
    decisionMissing: 'Wählen Sie eine Entscheidung: Vorgegeben ist keine.',
    reopenAbove: 'Wieder öffnen, wenn Pc steigt über',
    reopenAboveNote: 'Eine höhere Stufe öffnet es in jedem Fall wieder. Leer: nur die Stufe.',
    reopenWrong: 'Eine Zahl über {{pc}} und höchstens 1, oder leer lassen.',
  },
})
