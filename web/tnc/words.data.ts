import { defineWords } from '../ui/text/language.ts'

/** The words around the terms; the terms themselves are in `docs/tnc/`. */
export const tncWords = defineWords('tnc', {
  en: {
    terms: 'Terms and Conditions',
    pageTitle: '{{title}} · Apsis',
    version: 'Version of {{version}}',
    binding: 'In force.',
    older: 'This version no longer holds.',
    newest: 'Read the version in force, of {{version}}',
    clauses: 'Clauses',
    versions: 'Versions',
    unknown: 'No version of {{version}}.',
  },
  de: {
    terms: 'Nutzungsbedingungen',
    pageTitle: '{{title}} · Apsis',
    version: 'Fassung vom {{version}}',
    binding: 'In Kraft. Dies ist eine Übersetzung; bei Abweichungen gilt der englische Text.',
    older: 'Diese Fassung gilt nicht mehr.',
    newest: 'Die geltende Fassung vom {{version}} lesen',
    clauses: 'Klauseln',
    versions: 'Fassungen',
    unknown: 'Keine Fassung vom {{version}}.',
  },
})
