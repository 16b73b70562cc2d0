/**
 * The words of calls, in both languages. Each text message must fit into one part: 160 characters, with names of at
 * most 24.
 */
export const CALL_WORDS = {
  en: {
    calls: 'Apsis calls {person}.',
    simulated: 'All data of this installation is simulated.',
    simulatedEvent: 'This rests on simulated data.',
    nobody: 'Nobody has acknowledged a critical event: {satellite} and {secondary}.',
    nobodyAct: 'Nobody has acknowledged an event to act on now: {satellite} and {secondary}.',
    pass: 'They pass at {miss} metres, {tca}.',
    decide: 'Decide before {decide}.',
    lowered: 'You were called for {satellite} and {secondary}: the risk has fallen from {from} to {level}.',
    mitigated:
      'You were called for {satellite} and {secondary}: the burn {plan} is verified, and data from after it leave less risk than is accepted.',
    question: 'Somebody wants to be called at this number. If it was not you, hang up.',
    test: 'This is a test. Nothing has to be done.',
    acknowledgePress: 'To acknowledge, press {key}.',
    confirmPress: 'To confirm this number, press {key}.',
    textSimulated: 'SIMULATED.',
    textNotice: 'Apsis: {satellite} / {secondary} {level}, TCA {tca}Z, decide before {decide}Z.',
    textLowered: 'Apsis: {satellite} / {secondary}: risk fallen from {from} to {level}, TCA {tca}Z.',
    textMitigated: 'Apsis: {satellite} / {secondary}: risk ended by burn {plan}, TCA {tca}Z.',
    textQuestion: 'Apsis: somebody wants to be called at this number. If it was not you, do nothing.',
    textTest: 'Apsis: this is a test. Nothing has to be done.',
    acknowledgeReply: 'Reply {key} to acknowledge.',
    confirmReply: 'Reply {key} to confirm.',
  },
  de: {
    calls: 'Apsis ruft {person}.',
    simulated: 'Alle Daten dieser Installation sind simuliert.',
    simulatedEvent: 'Das beruht auf simulierten Daten.',
    nobody: 'Niemand hat ein kritisches Ereignis quittiert: {satellite} und {secondary}.',
    nobodyAct: 'Niemand hat ein Ereignis quittiert, bei dem jetzt zu handeln ist: {satellite} und {secondary}.',
    pass: 'Sie begegnen sich in {miss} Metern Abstand, {tca}.',
    decide: 'Entscheiden Sie bis {decide}.',
    lowered: 'Sie wurden wegen {satellite} und {secondary} gerufen: Die Stufe ist von {from} auf {level} gefallen.',
    mitigated:
      'Sie wurden wegen {satellite} und {secondary} gerufen: Das Manöver {plan} ist geprüft, und Daten von danach lassen weniger Risiko übrig, als akzeptiert ist.',
    question: 'Jemand möchte unter dieser Nummer angerufen werden. Waren Sie es nicht, legen Sie auf.',
    test: 'Dies ist ein Test. Es ist nichts zu tun.',
    acknowledgePress: 'Zum Quittieren drücken Sie {key}.',
    confirmPress: 'Um diese Nummer zu bestätigen, drücken Sie {key}.',
    textSimulated: 'SIMULIERT.',
    textNotice: 'Apsis: {satellite} / {secondary} {level}, TCA {tca}Z, entscheiden bis {decide}Z.',
    textLowered: 'Apsis: {satellite} / {secondary}: Stufe von {from} auf {level} gefallen, TCA {tca}Z.',
    textMitigated: 'Apsis: {satellite} / {secondary}: Risiko durch Manöver {plan} beendet, TCA {tca}Z.',
    textQuestion: 'Apsis: Jemand möchte unter dieser Nummer gerufen werden. Waren Sie es nicht, tun Sie nichts.',
    textTest: 'Apsis: Dies ist ein Test. Es ist nichts zu tun.',
    acknowledgeReply: 'Zum Quittieren {key} antworten.',
    confirmReply: 'Zum Bestätigen {key} antworten.',
  },
} as const
