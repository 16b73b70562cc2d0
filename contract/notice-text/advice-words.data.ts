/** The sentence about the action for an event and its deadline: on pages, and in mails. */
export const ADVICE_WORDS = {
  en: {
    ACT: 'Act.',
    PREPARE: 'Prepare a manoeuvre.',
    WATCH: 'Watch.',
    IGNORE: 'Nothing to do.',
    GET_DATA: 'Get data.',
    NONE: 'Nothing waits for you.',
    decide: 'Decide before {{time}} ({{left}}): {{why}}.',
    late: 'The time to decide was over at {{time}} ({{left}} ago): {{why}}.',
    lastContact: 'last contact {{station}}',
    mitigatedBy: 'Mitigated by {{plan}};',
    unless: 'nothing to decide unless Pc > {{pc}}.',
    decided: 'Decided: {{decision}}.',
    closed: 'Closed{{who}}.',
    over: 'TCA has passed.',
  },
  de: {
    ACT: 'Handeln.',
    PREPARE: 'Ein Manöver vorbereiten.',
    WATCH: 'Beobachten.',
    IGNORE: 'Nichts zu tun.',
    GET_DATA: 'Daten beschaffen.',
    NONE: 'Nichts wartet auf Sie.',
    decide: 'Entscheiden bis {{time}} ({{left}}): {{why}}.',
    late: 'Die Zeit zum Entscheiden war um {{time}} vorbei (vor {{left}}): {{why}}.',
    lastContact: 'letzter Kontakt {{station}}',
    mitigatedBy: 'Entschärft durch {{plan}};',
    unless: 'zu entscheiden ist nichts, solange Pc nicht > {{pc}}.',
    decided: 'Entschieden: {{decision}}.',
    closed: 'Geschlossen{{who}}.',
    over: 'TCA ist vorbei.',
  },
} as const

/** The decision, its author, and the conditions that reopen it: shown with every event, even in lists that show no details. */
export const DECIDED_WORDS = {
  en: {
    MANOEUVRE: 'manoeuvre',
    NO_ACTION: 'no action',
    MONITOR: 'monitor',
    REQUEST_TRACKING: 'request tracking',
    COORDINATE: 'coordinate',
    reopensBoth: 'Reopens when Pc > {{pc}} or the level rises above {{level}}.',
    reopensPc: 'Reopens when Pc > {{pc}}.',
    reopensLevel: 'Reopens when the level rises above {{level}}.',
    reopensNever: 'Only a TCA that moves by more than 60 s reopens it: no Pc is set, no level is higher.',
    nextLook: 'Look again by {{time}}.',
    closed: 'closed',
  },
  de: {
    MANOEUVRE: 'Manöver',
    NO_ACTION: 'nichts tun',
    MONITOR: 'beobachten',
    REQUEST_TRACKING: 'Beobachtung anfordern',
    COORDINATE: 'abstimmen',
    reopensBoth: 'Öffnet sich wieder, wenn Pc > {{pc}} oder die Stufe über {{level}} steigt.',
    reopensPc: 'Öffnet sich wieder, wenn Pc > {{pc}}.',
    reopensLevel: 'Öffnet sich wieder, wenn die Stufe über {{level}} steigt.',
    reopensNever:
      'Nur ein TCA, das sich um mehr als 60 s verschiebt, öffnet es wieder: Für Pc ist nichts gesetzt, keine Stufe ist höher.',
    nextLook: 'Nächster Blick bis {{time}}.',
    closed: 'geschlossen',
  },
} as const

/** The words for the origin of the time to decide. */
export const COMMIT_WORDS = {
  en: {
    LAST_CONTACT: 'Last command contact {{hours}} h or more before TCA: {{station}}, {{from}} to {{to}}',
    NO_CONTACTS: 'TCA − {{hours}} h, no contacts known',
    NOT_YET_KNOWN: 'TCA − {{hours}} h, contacts of that time not known yet',
    NO_CONTACT_BEFORE: 'TCA − {{hours}} h; contacts are known, none to command by before that',
  },
  de: {
    LAST_CONTACT: 'Letzter Kommandokontakt {{hours}} h oder mehr vor TCA: {{station}}, {{from}} bis {{to}}',
    NO_CONTACTS: 'TCA − {{hours}} h, keine Kontakte bekannt',
    NOT_YET_KNOWN: 'TCA − {{hours}} h, Kontakte dieser Zeit noch nicht bekannt',
    NO_CONTACT_BEFORE: 'TCA − {{hours}} h; Kontakte sind bekannt, zum Kommandieren keiner davor',
  },
} as const
