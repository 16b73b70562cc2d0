import { defineWords } from '../../../ui/text/language.ts'

/** The words of the list of passes. */
export const passWords = defineWords('odt-passes', {
  en: {
    passes: 'Passes',
    file: 'File',
    overdue: 'the provider is silent',
    standsIn: 'stands in for {{pass}}',
    replacedBy: 'replaced by {{pass}}',
  },
  de: {
    passes: 'Überflüge',
    file: 'Datei',
    overdue: 'der Anbieter schweigt',
    standsIn: 'ersetzt {{pass}}',
    replacedBy: 'ersetzt durch {{pass}}',
  },
})
