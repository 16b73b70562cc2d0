import { defineWords } from '../../ui/text/language.ts'

/** The words for an organisation without watched objects. */
export const nothingWords = defineWords('ca.conjunctions.nothing', {
  en: {
    noSatellites: 'No satellites yet.',
    noSatellitesText: 'Add one; its catalogue number is enough.',
    addSatellite: 'Add satellite',
    openDemo: 'Open demo fleet',
    openingDemo: 'Opening the demo fleet…',
    noMessages: 'No messages yet.',
    noMessagesText: 'Send conjunction data messages, or let a provider deliver them.',
    orDemo: 'The demo fleet is there for those who want to look first.',
    demoArrives: 'The demo fleet is open; its messages arrive within a minute.',
    demoFailed: 'The demo fleet could not be opened',
    // no match
  },
  de: {
    noSatellites: 'Noch keine Satelliten.',
    noSatellitesText: 'Fügen Sie einen hinzu; seine Katalognummer genügt.',
    addSatellite: 'Satellit hinzufügen',
    openDemo: 'Demoflotte öffnen',
    openingDemo: 'Die Demoflotte wird geöffnet …',
    noMessages: 'Noch keine Nachrichten.',
    noMessagesText: 'Senden Sie Konjunktionsnachrichten, oder lassen Sie sie liefern.',
    orDemo: 'Wer sich erst umsehen will, öffnet die Demoflotte.',
    demoArrives: 'Die Demoflotte ist offen; ihre Nachrichten treffen binnen einer Minute ein.',
    demoFailed: 'Die Demoflotte konnte nicht geöffnet werden',
  },
})
