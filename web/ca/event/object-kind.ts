import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'

/** The word for it. */
export const kindWord = (type: string | null) => `kind${kindOf(type)}` as const
