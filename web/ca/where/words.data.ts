import { defineWords } from '../../ui/text/language.ts'

/** The words on the place of an event, a burn or a satellite. */
export const caWhereWords = defineWords('ca-where', {
  en: {
    burn: 'burn',
    atTca: 'TCA {{time}}: {{place}}.',
    atBurn: 'Burn {{time}}: {{place}}.',
    atNow: '{{time}}: {{place}}.',
    fromMessage: 'from the states of message {{number}} at TCA, about the Earth with J2',
    fromSet: 'from the element set of {{epoch}}, by SGP4',
    fromSets: 'from the element sets of {{epoch}} and {{other}}, by SGP4',
    fromPath: 'from the ephemeris {{name}} of {{made}}',
    pathsFailed: 'the ephemerides could not be read',
    motion: 'Motion over days',
    failed: 'The message could not be read',
    noStates: 'The message’s states cannot be drawn: frame not known, or an orbit leaves the Earth.',
    noSets: 'The element sets could not be read',
    noNumber: '{{name}} has no catalogue number: no element set of it is known.',
    noSet: 'No element set of {{name}} from the last 30 days, and no ephemeris for now.',
    noPlace: 'SGP4 gives no place of {{name}} from its newest set.',
  },
  de: {
    burn: 'Manöver',
    atTca: 'TCA {{time}}: {{place}}.',
    atBurn: 'Manöver {{time}}: {{place}}.',
    atNow: '{{time}}: {{place}}.',
    fromMessage: 'nach den Zuständen der Nachricht {{number}} zur TCA, um die Erde mit J2',
    fromSet: 'nach den Bahnelementen von {{epoch}}, mit SGP4',
    fromSets: 'nach den Bahnelementen von {{epoch}} und {{other}}, mit SGP4',
    fromPath: 'nach der Ephemeride {{name}} vom {{made}}',
    pathsFailed: 'die Ephemeriden ließen sich nicht lesen',
    motion: 'Bewegung über Tage',
    failed: 'Die Nachricht konnte nicht gelesen werden',
    noStates:
      'Die Zustände der Nachricht lassen sich nicht zeichnen: Bezugssystem nicht bekannt, oder eine Bahn verlässt die Erde.',
    noSets: 'Die Bahnelemente konnten nicht gelesen werden',
    noNumber: '{{name}} hat keine Katalognummer: Bahnelemente davon sind nicht bekannt.',
    noSet: 'Kein Satz Bahnelemente von {{name}} aus den letzten 30 Tagen, und keine Ephemeride für jetzt.',
    noPlace: 'SGP4 gibt nach den neuesten Bahnelementen keinen Ort von {{name}}.',
  },
})
