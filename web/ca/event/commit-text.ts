import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { sayCommit } from '@apsis/contract/notice-text/advice-in-words.ts'
import { ADVICE_MANNER } from './advice-manner.ts'

/**
 * Returns `Last command contact 24 h or more before TCA: SIM North, 2026-11-20 06:12 Z to 06:22 Z`, or the reason why only the number of
 * hours counts.
 */
export const commitText = ({ commit }: Pick<Conjunction, 'commit'>): string => sayCommit(ADVICE_MANNER, commit)
