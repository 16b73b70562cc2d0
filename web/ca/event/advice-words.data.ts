import { ADVICE_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { defineWords } from '../../ui/text/language.ts'

/** The one sentence that says what to do about an event, and by when. */
export const adviceWords = defineWords('ca-advice', ADVICE_WORDS)
