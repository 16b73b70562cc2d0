import { COMMIT_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { defineWords } from '../../ui/text/language.ts'

/** The words for the origin of the time to decide. */
export const commitWords = defineWords('ca.commit', COMMIT_WORDS)
