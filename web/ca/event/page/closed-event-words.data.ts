import { defineWords } from '../../../ui/text/language.ts'

/** The words for an event that is no longer listed. */
export const closedEventWords = defineWords('ca.closed-event', {
  en: {
    closedEvent: 'Closed: its satellite was removed. Its record is kept.',
    unreadable: 'Whether there was such an event could not be read',
    tryAgain: 'Try again',
    openHistory: 'Open history',
    openSatellite: 'Open the satellite',
    pastEvents: 'Past conjunctions',
  },
  de: {
    closedEvent: 'Geschlossen: Sein Satellit wurde entfernt. Sein Protokoll ist aufbewahrt.',
    unreadable: 'Ob es ein solches Ereignis gab, konnte nicht gelesen werden',
    tryAgain: 'Noch einmal versuchen',
    openHistory: 'Verlauf öffnen',
    openSatellite: 'Satellit öffnen',
    pastEvents: 'Vergangene Konjunktionen',
  },
})
