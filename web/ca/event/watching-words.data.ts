import { defineWords } from '../../ui/text/language.ts'

/**
 * The one word for decided events ahead that the list of events needs too; it is separate, so that the list does not
 * load the words of all decisions.
 */
export const watchingWords = defineWords('ca.watching', {
  en: { watching: 'Decided, watching' },
  de: { watching: 'Entschieden, unter Beobachtung' },
})
