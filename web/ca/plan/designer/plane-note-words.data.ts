import { defineWords } from '../../../ui/text/language.ts'

/** The texts for events that no plane describes. */
export const planeNoteWords = defineWords('plane-note', {
  en: {
    bySeparation:
      'The objects fly along together, without a probability: a distance is planned. The map shows the message’s passage alone; each burn is judged at every passage of a week, also 3σ off.',
    noProof:
      'The conjunction plane does not hold here: the map shows distances; burns are confirmed along curved orbits or, without a value there, by counting drawn pairs.',
  },
  de: {
    bySeparation:
      'Die Objekte fliegen miteinander, ohne Wahrscheinlichkeit: Geplant wird ein Abstand. Die Karte zeigt nur die Begegnung der Nachricht; jedes Manöver wird bei jeder Begegnung einer Woche beurteilt, auch 3σ daneben.',
    noProof:
      'Die Konjunktionsebene gilt hier nicht: Die Karte zeigt Abstände; Manöver werden entlang gekrümmter Bahnen bestätigt oder, ohne Wert dort, durch Zählen gezogener Paare.',
  },
})
