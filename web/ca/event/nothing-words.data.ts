import { defineWords } from '../../ui/text/language.ts'

/** The words for an organisation without watched objects. */
export const nothingWords = defineWords('ca.conjunctions.nothing', {
  en: {
    noSatellites: 'No satellites yet.',
    noSatellitesText: 'Add one by its catalogue number.',
    openDemo: 'Open demo fleet',
    openingDemo: 'Opening the demo fleet…',
    noMessages: 'No messages yet.',
    noMessagesText: 'Send conjunction data messages, or let a provider deliver them.',
    orDemo: 'Or look at the demo fleet first.',
    demoArrives: 'The demo fleet is open; messages come within a minute.',
    demoFailed: 'The demo fleet was not opened',
    // no match
  },
  de: {
    noSatellites: 'Noch keine Satelliten.',
    noSatellitesText: 'Fügen Sie einen mit seiner Katalognummer hinzu.',
    openDemo: 'Demoflotte öffnen',
    openingDemo: 'Die Demoflotte wird geöffnet …',
    noMessages: 'Noch keine Nachrichten.',
    noMessagesText: 'Senden Sie Konjunktionsnachrichten, oder lassen Sie sie liefern.',
    orDemo: 'Oder sehen Sie sich erst die Demoflotte an.',
    demoArrives: 'Die Demoflotte ist offen; Nachrichten kommen binnen einer Minute.',
    demoFailed: 'Die Demoflotte wurde nicht geöffnet',
  },
})
