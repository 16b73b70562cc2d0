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
    failed: 'The message could not be read',
    noStates: 'The states of the message cannot be drawn: its frame is not known, or an orbit leaves the Earth.',
    noSets: 'The element sets could not be read',
    noNumber: '{{name}} has no catalogue number, so no element set of it is known here.',
    noSet: 'No element set of {{name}} from the last 30 days.',
    noPlace: 'SGP4 has no place of {{name}} from its newest element set.',
  },
  de: {
    burn: 'Manöver',
    atTca: 'TCA {{time}}: {{place}}.',
    atBurn: 'Manöver {{time}}: {{place}}.',
    atNow: '{{time}}: {{place}}.',
    fromMessage: 'nach den Zuständen der Meldung {{number}} zur TCA, um die Erde mit J2',
    fromSet: 'nach den Bahnelementen von {{epoch}}, mit SGP4',
    fromSets: 'nach den Bahnelementen von {{epoch}} und {{other}}, mit SGP4',
    failed: 'Die Meldung konnte nicht gelesen werden',
    noStates:
      'Die Zustände der Meldung lassen sich nicht zeichnen: Ihr Bezugssystem ist nicht bekannt, oder eine Bahn verlässt die Erde.',
    noSets: 'Die Bahnelemente konnten nicht gelesen werden',
    noNumber: '{{name}} hat keine Katalognummer, also sind hier keine Bahnelemente bekannt.',
    noSet: 'Kein Satz Bahnelemente von {{name}} aus den letzten 30 Tagen.',
    noPlace: 'SGP4 hat nach den neuesten Bahnelementen keinen Ort von {{name}}.',
  },
})
