import { defineWords } from '../../ui/text/language.ts'

/**
 * The word for decided future events. It is in a separate file, so that the list of events does not load all words for
 * decisions.
 */
export const watchingWords = defineWords('ca.watching', {
  en: { watching: 'Decided, watching' },
  de: { watching: 'Entschieden, unter Beobachtung' },
})
