import { DECIDED_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { defineWords } from '../../ui/text/language.ts'

/** What was decided, by whom, and what reopens it: said wherever an event stands, also in lists that open nothing else. */
export const decidedWords = defineWords('ca-decided', DECIDED_WORDS)
