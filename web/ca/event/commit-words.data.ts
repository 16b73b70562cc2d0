import { COMMIT_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { defineWords } from '../../ui/text/language.ts'

/** What the time to decide follows from. */
export const commitWords = defineWords('ca.commit', COMMIT_WORDS)
