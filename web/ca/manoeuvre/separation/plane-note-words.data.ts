import { defineWords } from '../../../ui/text/language.ts'

/** What is said of events that no plane describes. */
export const planeNoteWords = defineWords('plane-note', {
  en: {
    bySeparation:
      'The objects fly along together and have no probability: a distance is planned. The map shows the passage of the message alone; each burn in the list is judged at every passage of a week, also 3σ off.',
    noProof:
      'The conjunction plane does not hold for this event: the map shows distances, and burns are confirmed along curved orbits, as the server confirms them. Where those have no value, a plan that is saved is confirmed by counting drawn pairs.',
  },
  de: {
    bySeparation:
      'Die Objekte fliegen miteinander und haben keine Wahrscheinlichkeit: Geplant wird ein Abstand. Die Karte zeigt nur die Begegnung der Nachricht; jedes Manöver der Liste wird bei jeder Begegnung einer Woche beurteilt, auch 3σ daneben.',
    noProof:
      'Die Konjunktionsebene gilt für dieses Ereignis nicht: Die Karte zeigt Abstände, und Manöver werden entlang gekrümmter Bahnen bestätigt, wie der Server sie bestätigt. Wo diese keinen Wert haben, wird ein gespeicherter Plan durch Zählen gezogener Paare bestätigt.',
  },
})
