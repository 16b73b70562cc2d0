import { defineWords } from '../../ui/text/language.ts'

/** The words of the view of a file's text. */
export const rawWords = defineWords('ca-raw', {
  en: {
    textOf: 'Text of {{name}}',
    searchText: 'Search',
    matches_one: '{{at}} of {{count}} line',
    matches_other: '{{at}} of {{count}} lines',
    noMatches: 'No line has it',
    next: 'Next',
    previous: 'Previous',
    copyText: 'Copy text',
    copyLine: 'Copy link to line {{line}}',
    line: 'Line {{line}}',
    lines_one: '{{count}} line',
    lines_other: '{{count}} lines',
    faultHere: 'fault',
    noLine: 'No line or keyword {{at}} in this text.',
  },
  de: {
    textOf: 'Text von {{name}}',
    searchText: 'Suchen',
    matches_one: '{{at}} von {{count}} Zeile',
    matches_other: '{{at}} von {{count}} Zeilen',
    noMatches: 'In keiner Zeile',
    next: 'Weiter',
    previous: 'Zurück',
    copyText: 'Text kopieren',
    copyLine: 'Link auf Zeile {{line}} kopieren',
    line: 'Zeile {{line}}',
    lines_one: '{{count}} Zeile',
    lines_other: '{{count}} Zeilen',
    faultHere: 'Fehler',
    noLine: 'Zeile oder Schlüsselwort {{at}} gibt es in diesem Text nicht.',
  },
})
