import { env } from 'node:process'

/**
 * Whether the costliest sweeps are run whole, as the campaign `sizes` does; `npm test` has a third of their cases. What is
 * compared with published numbers is never left out.
 */
export const IS_WHOLE = env.APSIS_TEST_SIZE === 'whole'

/** A third of the cases of a sweep: the first and the last, which are its corners, and each third between them. */
export function aThird<T>(cases: readonly T[], isWhole = IS_WHOLE): readonly T[] {
  return isWhole ? cases : cases.filter((_one, place) => place % 3 === 0 || place === cases.length - 1)
}

/** So many cases of a property that draws them at random. */
export const drawn = (whole: number): number => (IS_WHOLE ? whole : Math.ceil(whole / 3))
