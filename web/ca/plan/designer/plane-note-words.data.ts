import { defineWords } from '../../../ui/text/language.ts'

/** The words for events that no plane describes. */
export const planeNoteWords = defineWords('plane-note', {
  en: {
    bySeparation:
      'The objects fly along together, without a probability: a distance is planned. The map shows the passage of the message alone; each burn in the list is judged at every passage of a week, also 3σ off.',
    noProof:
      'The conjunction plane does not hold here: the map shows distances, and burns are confirmed along curved orbits or, where those have no value, by counting drawn pairs.',
  },
  de: {
    bySeparation:
      'Die Objekte fliegen miteinander, ohne Wahrscheinlichkeit: Geplant wird ein Abstand. Die Karte zeigt nur die Begegnung der Nachricht; jedes Manöver der Liste wird bei jeder Begegnung einer Woche beurteilt, auch 3σ daneben.',
    noProof:
      'Die Konjunktionsebene gilt hier nicht: Die Karte zeigt Abstände, und Manöver werden entlang gekrümmter Bahnen bestätigt oder, wo diese keinen Wert haben, durch Zählen gezogener Paare.',
  },
})
