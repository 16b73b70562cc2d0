import type { INFEASIBLE_REASONS } from './request.ts'

/** The reasons why passes cannot be made, in English; pages show them in the language of the reader. */
export const INFEASIBLE_TEXT: Readonly<Record<(typeof INFEASIBLE_REASONS)[number], string>> = {
  'no-orbit': 'no orbit of the object is known',
  'no-sensor': 'no sensor fits',
  'never-above-mask': 'it never rises high enough',
  'object-in-shadow': 'it is in the shadow of the Earth',
  'station-not-dark': 'the sky is not dark',
  'moon-too-near': 'the Moon is too near',
  'too-faint': 'it is too faint',
  'never-together': 'the conditions never hold at the same time',
  'out-of-range': 'it is too far away',
  'too-low': 'it stays below the elevation that was asked for',
  'too-short': 'it can never be observed for long enough',
  'sensor-busy': 'the sensors are busy',
  'pass-gone': 'the named pass does not exist any more',
  'provider-off': 'the provider is switched off',
}
