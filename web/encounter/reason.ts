import { encounterWords } from './words.data.ts'

/**
 * The reasons why an object has no state, or an encounter no probability: the codes of `astro` and the server, with the keys of their
 * texts.
 */
const REASONS = {
  'no-orbit': 'noOrbit',
  'not-in-catalogue': 'notInCatalogue',
  'not-in-the-catalogue': 'unknownNumber',
  'no-states': 'noStates',
  'before-start': 'beforeStart',
  'after-stop': 'afterStop',
  'between-segments': 'betweenSegments',
  'not-yet-flying': 'notYetFlying',
  'no-longer-flying': 'noLongerFlying',
  decayed: 'decayed',
  'mean-eccentricity-out-of-range': 'elementsOutOfRange',
  'mean-motion-not-positive': 'elementsOutOfRange',
  'perturbed-eccentricity-out-of-range': 'elementsOutOfRange',
  'negative-semi-latus-rectum': 'elementsOutOfRange',
  diverged: 'elementsOutOfRange',
  'class-table': 'classTable',
  slow: 'slow',
  'no-relative-motion': 'noRelativeMotion',
  'covariance-not-positive-definite': 'badCovariance',
  'covariance-not-given': 'notGiven',
  'covariance-not-credible': 'notCredible',
  'planar-does-not-hold-and-curved-failed': 'curvedFailed',
} as const

/** Returns the reason in the language chosen now; an unknown reason is shown unchanged. */
export function reasonWords(reason: string): string {
  const known: Readonly<Record<string, (typeof REASONS)[keyof typeof REASONS]>> = REASONS
  const word = Object.hasOwn(known, reason) ? known[reason] : undefined
  return word === undefined ? reason : encounterWords(word)
}
