import { defineWords } from '../../../ui/text/language.ts'

/** The words of the list of passes. */
export const passWords = defineWords('odt-passes', {
  en: {
    standsIn: 'stands in for {{pass}}',
    replacedBy: 'replaced by {{pass}}',
  },
  de: {
    standsIn: 'ersetzt {{pass}}',
    replacedBy: 'ersetzt durch {{pass}}',
  },
})
