import type { InitialOrbit, InitialOrbits } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { initialWords } from './initial-words.data.ts'

export const km = (metres: number, decimals = 1): string => formatNumber(metres / 1_000, { decimals })

/** Returns perigee and apogee over the ground; a hyperbola has only a perigee. */
export const heightsOf = ({ perigeeHeight, apogeeHeight }: InitialOrbit): string =>
  apogeeHeight === null ? `${km(perigeeHeight, 0)} × ∞` : `${km(perigeeHeight, 0)} × ${km(apogeeHeight, 0)}`

/** Returns the sentences for or against a root, with the quality of a fit to all measurements. */
export function saidOf(
  orbit: InitialOrbit,
  { preference, orbits }: Pick<InitialOrbits, 'preference' | 'orbits'>,
): string {
  const t = initialWords
  const { objection, fit, noFit, sameAs } = orbit
  const same = sameAs === null ? undefined : orbits.find(({ rank }) => rank === sameAs)
  return [
    ...(objection ? [t(objection)] : preference ? [t(preference)] : []),
    ...(fit ? [t('fits', { rms: formatNumber(fit.weightedRms, { decimals: 2 }) })] : []),
    ...(same ? [t('sameAs', { rank: same.rank })] : []),
    ...(noFit ? [t(noFit)] : []),
  ].join(' ')
}

/** True if the object would be lost before its next revolution: the track is too short to follow it. */
export const isLostInARevolution = ({ fit, period, epoch }: InitialOrbit): boolean =>
  fit === null || period === null || Date.parse(fit.usableUntil) < Date.parse(epoch) + 1_000 * period

/** Returns a sentence on how long the orbit is good enough to find the object again; undefined if this is not known. */
export function servesOf(orbit: InitialOrbit): string | undefined {
  const { fit, period } = orbit
  if (fit === null || period === null) return undefined
  const off = formatNumber((fit.alongTrackDrift * period) / 1_000, { significant: 2 })
  const until = formatInstant(Date.parse(fit.usableUntil))
  return initialWords(isLostInARevolution(orbit) ? 'tooShort' : 'serves', { off, until })
}
