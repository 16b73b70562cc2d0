import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { isAssumed, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { satelliteWords } from './words.data.ts'

/** Returns the propulsion in a few words: `Impulsive, 1 N, 220 s`; assumed numbers are marked. */
export function propulsionText(propulsion: Propulsion): string {
  const type = satelliteWords(propulsion.type)
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS')
    return isAssumed(propulsion) ? `${type}: ${satelliteWords('engineAssumed')}` : type
  const { thrustN, ispS } = propulsion
  const told = `${type}, ${satelliteWords('impulsiveValue', { thrust: formatNumber(thrustN, {}), isp: formatNumber(ispS, {}) })}`
  return isAssumed(propulsion) ? `${told}: ${satelliteWords('engineAssumed')}` : told
}

/** Returns a time with a suitable unit: `41 min`, `12 s`, `3.2 h`. */
export function timeText(seconds: number): string {
  if (seconds < 100) return `${formatNumber(seconds, { significant: 2 })} s`
  if (seconds < 5_400) return `${formatNumber(seconds / 60, { decimals: 0 })} min`
  return seconds < 172_800
    ? `${formatNumber(seconds / 3_600, { decimals: 1 })} h`
    : `${formatNumber(seconds / SECONDS_PER_DAY, { decimals: 1 })} d`
}

/** Returns a mass of propellant: `12 g`, `1.2 kg`. */
export function massText(kg: number): string {
  return kg < 1 ? `${formatNumber(kg * 1_000, { significant: 2 })} g` : `${formatNumber(kg, { significant: 2 })} kg`
}
