import { env } from 'node:process'

/**
 * Whether the most expensive sweeps are run in full, as in the campaign `sizes`; `npm test` runs a third of their cases. Comparisons with
 * published numbers are never left out.
 */
export const IS_WHOLE = env.APSIS_TEST_SIZE === 'whole'

/** Returns a third of the cases of a sweep: the first and the last, which are its corners, and every third between them. */
export function aThird<T>(cases: readonly T[], isWhole = IS_WHOLE): readonly T[] {
  return isWhole ? cases : cases.filter((_one, place) => place % 3 === 0 || place === cases.length - 1)
}

/** Returns the number of cases for a property that draws them at random. */
export const drawn = (whole: number): number => (IS_WHOLE ? whole : Math.ceil(whole / 3))
