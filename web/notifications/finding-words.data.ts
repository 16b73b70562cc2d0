import { TOLD_WORDS } from '@apsis/contract/notice-text/notice-words.data.ts'
import { defineWords } from '../ui/text/language.ts'

/** The texts of notifications, in the language of the reader. */
export const toldWords = defineWords('notify.told', TOLD_WORDS)
