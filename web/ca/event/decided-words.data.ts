import { DECIDED_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { defineWords } from '../../ui/text/language.ts'

/**
 * The words for a decision, its author, and the conditions that reopen it; they are used wherever an event is shown,
 * also in lists without a decision form.
 */
export const decidedWords = defineWords('ca-decided', DECIDED_WORDS)
