import { defineWords } from './language.ts'

/** What the controls themselves say. */
export const uiWords = defineWords('ui', {
  en: {
    close: 'Close {{what}}',
  },
  de: {
    close: '{{what}} schließen',
  },
})
