import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'

/** Returns the key of the word for an object's kind. */
export const kindWord = (type: string | null) => `kind${kindOf(type)}` as const
