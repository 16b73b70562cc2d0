import { defineWords } from '../../ui/text/language.ts'

/** What is said of the estimates of an event, by source. */
export const estimateWords = defineWords('ca-estimates', {
  en: {
    estimates: 'Estimates',
    PROVIDER: 'Provider',
    RECOMPUTED: 'Recomputed',
    OWN_SCREENING: 'Own screening',
    byTime: 'Probability and miss distance by estimate',
    byTimeNote: 'provider, recomputed and own screening; both scales logarithmic',
    all: 'All estimates',
    allNote: 'newest first',
    made: 'Made UTC',
    source: 'Source',
    from: 'From',
    state: 'State',
    level: 'Level',
    tca: 'TCA UTC',
    pc: 'Pc',
    miss: 'Miss',
    sigma: '1σ R / T / N',
    method: 'Method',
    COUNTS: 'counts',
    WEAK: 'too weak to count',
    BEFORE_BURN: 'from before the burn',
    SUPERSEDED: 'superseded',
    WITHDRAWN: 'not found any more',
    ELEMENT_SET: 'flies by an element set, without covariance',
    OWN_WITHOUT_COVARIANCE: 'own ephemeris without covariance',
    OTHER_WITHOUT_COVARIANCE: 'catalogue object without covariance',
    noPc: 'none given',
    noMiss: 'none given',
    elementSet: 'element set',
    against: '{{file}} against {{what}}',
    CAT: 'the catalogue',
    CDM: 'the message',
    OPS: 'own satellites',
    simulated: 'SIMULATED',
    none: 'No estimate yet.',
    caption:
      'Messages: {{provider}}, newest {{messageMiss}} m. Screenings of the own orbit: {{own}}, newest {{ownMiss}} m.',
    captionOwn: 'No message. Screenings of the own orbit: {{own}}, newest {{ownMiss}} m.',
    captionMessages: 'Messages: {{provider}}, newest {{messageMiss}} m. No screening of the own orbit.',
    point: '{{source}}, {{time}}: Pc {{pc}}, miss {{miss}} m, {{state}}',
    missAxis: 'miss, m',
    threshold: 'own threshold',
    failed: 'The estimates could not be read',
    // the alarm
    contradiction:
      'Message and own ephemeris contradict each other: {{distance}} m apart at TCA, {{sigma}}σ (alarm from {{threshold}}σ on).',
    mainlyR:
      'The difference is mainly radial: one of the two orbits has another height, as after a burn that one of them does not know.',
    mainlyT: 'The difference is mainly along the track: drag, or a burn that one of the two orbits does not know.',
    mainlyN:
      'The difference is mainly across the track: another orbital plane, or a fault of frame or epoch in one of the two.',
    sameSecondary:
      'Both take the other object from the same message, so the difference is in the orbit of your satellite alone.',
    otherSecondary: 'The state of the other object differs between the two as well.',
    whatToDo:
      'Until it is settled the worse one counts. Check the ephemeris (burns, epoch, frame), send it to the provider, and ask for a new message.',
    show: 'Show estimates',
    ownLeads:
      'The level follows from the screening of your own orbit ({{time}}): miss {{miss}} m. The message alone says {{level}}.',
    onlyOwn: 'Only the screening of your own orbit knows of this event; no provider has sent a message.',
    ownVerdict: 'by the screening of your orbit',
    basedOnOwn:
      'On the screening of your orbit of {{time}}: Pc {{pc}}, miss {{miss}} m. It is kept for ever, with your name and the time.',
    onlyWeak: 'It rests on element sets or on a class of orbits: get data before you decide.',
    withdrawn:
      'The newest screening of your own orbit does not find this close approach any more (since {{time}}). The level falls when a second one agrees, or after 12 h.',
  },
  de: {
    estimates: 'Schätzungen',
    PROVIDER: 'Anbieter',
    RECOMPUTED: 'Nachgerechnet',
    OWN_SCREENING: 'Eigenes Screening',
    byTime: 'Wahrscheinlichkeit und Abstand nach Schätzung',
    byTimeNote: 'Anbieter, nachgerechnet und eigenes Screening; beide Achsen logarithmisch',
    all: 'Alle Schätzungen',
    allNote: 'die neuesten zuerst',
    made: 'Stand UTC',
    source: 'Quelle',
    from: 'Aus',
    state: 'Geltung',
    level: 'Stufe',
    tca: 'TCA UTC',
    pc: 'Pc',
    miss: 'Abstand',
    sigma: '1σ R / T / N',
    method: 'Verfahren',
    COUNTS: 'zählt',
    WEAK: 'zu schwach, zählt nicht',
    BEFORE_BURN: 'von vor dem Manöver',
    SUPERSEDED: 'überholt',
    WITHDRAWN: 'nicht mehr gefunden',
    ELEMENT_SET: 'fliegt nach Bahnelementen, ohne Kovarianz',
    OWN_WITHOUT_COVARIANCE: 'eigene Ephemeride ohne Kovarianz',
    OTHER_WITHOUT_COVARIANCE: 'Katalogobjekt ohne Kovarianz',
    noPc: 'nicht angegeben',
    noMiss: 'nicht angegeben',
    elementSet: 'Bahnelemente',
    against: '{{file}} gegen {{what}}',
    CAT: 'den Katalog',
    CDM: 'die Nachricht',
    OPS: 'eigene Satelliten',
    simulated: 'SIMULIERT',
    none: 'Noch keine Schätzung.',
    caption:
      'Nachrichten: {{provider}}, neueste {{messageMiss}} m. Screenings der eigenen Bahn: {{own}}, neuestes {{ownMiss}} m.',
    captionOwn: 'Keine Nachricht. Screenings der eigenen Bahn: {{own}}, neuestes {{ownMiss}} m.',
    captionMessages: 'Nachrichten: {{provider}}, neueste {{messageMiss}} m. Kein Screening der eigenen Bahn.',
    point: '{{source}}, {{time}}: Pc {{pc}}, Abstand {{miss}} m, {{state}}',
    missAxis: 'Abstand, m',
    threshold: 'eigene Schwelle',
    failed: 'Die Schätzungen konnten nicht gelesen werden',
    contradiction:
      'Nachricht und eigene Ephemeride widersprechen sich: {{distance}} m Unterschied zur TCA, {{sigma}}σ (Alarm ab {{threshold}}σ).',
    mainlyR:
      'Der Unterschied ist vor allem radial: Eine der beiden Bahnen liegt auf anderer Höhe, wie nach einem Manöver, das eine von ihnen nicht kennt.',
    mainlyT:
      'Der Unterschied liegt vor allem längs der Bahn: Luftwiderstand, oder ein Manöver, das eine der beiden Bahnen nicht kennt.',
    mainlyN:
      'Der Unterschied liegt vor allem quer zur Bahn: eine andere Bahnebene, oder ein Fehler im Bezugssystem oder in der Epoche einer der beiden.',
    sameSecondary:
      'Beide nehmen das andere Objekt aus derselben Nachricht; der Unterschied liegt also allein in der Bahn Ihres Satelliten.',
    otherSecondary: 'Auch der Zustand des anderen Objekts unterscheidet sich.',
    whatToDo:
      'Bis das geklärt ist, zählt die schlechtere. Prüfen Sie die Ephemeride (Manöver, Epoche, Bezugssystem), senden Sie sie dem Anbieter und fordern Sie eine neue Nachricht an.',
    show: 'Schätzungen zeigen',
    ownLeads:
      'Die Stufe folgt aus dem Screening Ihrer eigenen Bahn ({{time}}): Abstand {{miss}} m. Die Nachricht allein ergibt {{level}}.',
    onlyOwn: 'Nur das Screening Ihrer eigenen Bahn kennt dieses Ereignis; kein Anbieter hat eine Nachricht geschickt.',
    ownVerdict: 'nach dem Screening Ihrer Bahn',
    basedOnOwn:
      'Zum Screening Ihrer Bahn vom {{time}}: Pc {{pc}}, Abstand {{miss}} m. Es bleibt für immer, mit Ihrem Namen und der Zeit.',
    onlyWeak:
      'Es beruht auf Bahnelementen oder auf einer Klasse von Bahnen: Beschaffen Sie Daten, bevor Sie entscheiden.',
    withdrawn:
      'Das neueste Screening Ihrer eigenen Bahn findet diese Annäherung nicht mehr (seit {{time}}). Die Stufe fällt, wenn ein zweites dem zustimmt, oder nach 12 h.',
  },
})
