import { defineWords } from '../../../ui/text/language.ts'

/** The words for the history of a satellite. */
export const historyWords = defineWords('ca-satellite-history', {
  en: {
    history: 'History',
    historyNote: 'who changed what; never changed itself',
    historyFailed: 'The history could not be read',
    create: 'Added',
    update: 'Changed',
    remove: 'Removed',
    restore: 'Restored',
    blank: 'blank',
    change: '{{name}} {{from}} → {{to}}',
    blackoutWindows: 'Time without manoeuvres',
    thrustDirections: 'Which way it can burn',
    byWhom: 'by {{who}}',
  },
  de: {
    history: 'Verlauf',
    historyNote: 'wer was geändert hat; selbst nie geändert',
    historyFailed: 'Der Verlauf konnte nicht gelesen werden',
    create: 'Hinzugefügt',
    update: 'Geändert',
    remove: 'Entfernt',
    restore: 'Wiederhergestellt',
    blank: 'leer',
    change: '{{name}} {{from}} → {{to}}',
    blackoutWindows: 'Zeit ohne Manöver',
    thrustDirections: 'Mögliche Schubrichtungen',
    byWhom: 'von {{who}}',
  },
})
