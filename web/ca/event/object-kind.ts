import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'

/** Returns the word for the kind of an object. */
export const kindWord = (type: string | null) => `kind${kindOf(type)}` as const
