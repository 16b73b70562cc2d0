import { defineWords } from '../../../ui/text/language.ts'

/** What the dialog of archived reports says. */
export const archiveWords = defineWords('ca-event-archive', {
  en: {
    open: 'Archived reports …',
    title: 'Archived reports',
    text: 'An archived report keeps the event as it stands now for ever: a page to present, all values, the record, and every message as it came. Nobody can change or remove it.',
    note: 'Why it is archived',
    archive: 'Archive now',
    archived: 'Archived',
    archivedText: 'Report {{number}} of the event is kept.',
    none: 'No report of this event has been archived yet.',
    number: 'Report {{number}}',
    facts: '{{at}}, {{by}}: level {{level}}, {{messages}} messages, {{size}} kB, Apsis {{version}}',
    page: 'Page',
    zip: 'Zip',
    hash: 'SHA-256',
    close: 'Close',
  },
  de: {
    open: 'Archivierte Berichte …',
    title: 'Archivierte Berichte',
    text: 'Ein archivierter Bericht bewahrt das Ereignis, wie es jetzt steht, für immer: eine Seite zum Zeigen, alle Werte, das Protokoll und jede Nachricht, wie sie kam. Niemand kann ihn ändern oder entfernen.',
    note: 'Warum er archiviert wird',
    archive: 'Jetzt archivieren',
    archived: 'Archiviert',
    archivedText: 'Bericht {{number}} des Ereignisses wurde archiviert.',
    none: 'Von diesem Ereignis wurde noch kein Bericht archiviert.',
    number: 'Bericht {{number}}',
    facts: '{{at}}, {{by}}: Stufe {{level}}, {{messages}} Nachrichten, {{size}} kB, Apsis {{version}}',
    page: 'Seite',
    zip: 'Zip',
    hash: 'SHA-256',
    close: 'Schließen',
  },
})
