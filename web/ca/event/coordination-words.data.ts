import { defineWords } from '../../ui/text/language.ts'

/** The words for a request to move, and for the answer to it. */
export const coordinationWords = defineWords('ca.coordination', {
  en: {
    ASKED: 'Asked {{name}} by {{channel}} at {{time}}: {{who}}.',
    ACCEPTED: 'Agreed with {{name}} by {{channel}} at {{time}}: {{who}}.',
    REFUSED: 'Refused by {{name}} by {{channel}} at {{time}}: {{who}}.',
    US: 'we move',
    THEM: 'they move',
    entered: 'Entered by {{by}}.',
    step: 'Outcome',
    nothing: 'nothing of who moves',
    stepASKED: 'asked to move',
    stepACCEPTED: 'accepted',
    stepREFUSED: 'refused',
    mover: 'Who moves',
  },
  de: {
    ASKED: '{{name}} über {{channel}} um {{time}} gefragt: {{who}}.',
    ACCEPTED: 'Mit {{name}} über {{channel}} um {{time}} vereinbart: {{who}}.',
    REFUSED: 'Von {{name}} über {{channel}} um {{time}} abgelehnt: {{who}}.',
    US: 'wir weichen aus',
    THEM: 'sie weichen aus',
    entered: 'Eingetragen von {{by}}.',
    step: 'Ergebnis',
    nothing: 'nichts dazu, wer ausweicht',
    stepASKED: 'um Ausweichen gebeten',
    stepACCEPTED: 'zugesagt',
    stepREFUSED: 'abgelehnt',
    mover: 'Wer ausweicht',
  },
})
