import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { burnCost } from './burn-cost.ts'

/** The facts about the satellite that the propulsion must fit. */
export type Craft = {
  readonly massKg: number | undefined
  readonly periodS: number
  /** The radius of the sphere around the complete satellite, m. */
  readonly radiusM: number | undefined
  /** The deadline of a decision before TCA, h. */
  readonly commitHours: number
}

/** The reason why the numbers contradict each other, or are unusual; `values` are in SI. */
export type Doubt = {
  /** True if the numbers are impossible, not merely unusual. */
  readonly isImpossible: boolean
  readonly id:
    | 'leastAboveMost'
    | 'areasSwapped'
    | 'leastNeverReached'
    | 'mostInParts'
    | 'notImpulsive'
    | 'mostPropellant'
    | 'warmUpTakesAll'
    | 'neverTurned'
    | 'largerThanBody'
    | 'decidedTooLate'
  readonly values: Readonly<Record<string, number>>
}

/** The doubts with which a satellite cannot be saved, because the contract refuses them. */
export const REFUSED: readonly Doubt['id'][] = ['leastAboveMost', 'areasSwapped']

/** A burn longer than this share of a revolution no longer acts at one point. */
const SHORT_SHARE = 0.1
/** No satellite consists of more propellant than this share of its mass. */
const MOST_PROPELLANT_SHARE = 0.9

/** Returns the contradictions within a propulsion, or with the satellite, the impossible first. */
export function doubtsAbout(propulsion: Propulsion, craft: Craft): readonly Doubt[] {
  if (propulsion.type === 'NONE' || propulsion.type === 'UNKNOWN') return []
  const { leadTimeH } = propulsion
  const late = impossible(leadTimeH > craft.commitHours, 'decidedTooLate', { leadTimeH, commitH: craft.commitHours })
  return [...ofType(propulsion, craft), ...late].toSorted((a, b) => Number(b.isImpossible) - Number(a.isImpossible))
}

function ofType(propulsion: Exclude<Propulsion, { type: 'NONE' | 'UNKNOWN' }>, craft: Craft): readonly Doubt[] {
  if (propulsion.type === 'IMPULSIVE') return ofImpulsive(propulsion, craft)
  if (propulsion.type === 'CONTINUOUS') {
    const { warmUpS, maxThrustPerOrbitS, dutyCycle } = propulsion
    const thrustS = Math.min(maxThrustPerOrbitS, dutyCycle * craft.periodS)
    const leftS = craft.periodS - thrustS
    return impossible(warmUpS > leftS, 'warmUpTakesAll', { warmUpS, leftS, periodS: craft.periodS })
  }
  const { slewS, maxDurationH, minAreaM2, maxAreaM2 } = propulsion
  const most = craft.radiusM === undefined ? undefined : Math.PI * craft.radiusM ** 2
  return [
    ...impossible(minAreaM2 >= maxAreaM2, 'areasSwapped', { least: minAreaM2, most: maxAreaM2 }),
    ...impossible(2 * slewS >= maxDurationH * 3_600, 'neverTurned', { slewS, maxDurationH }),
    ...impossible(most !== undefined && maxAreaM2 > most, 'largerThanBody', { maxAreaM2, mostM2: most ?? 0 }),
  ]
}

function ofImpulsive(engine: Extract<Propulsion, { type: 'IMPULSIVE' }>, craft: Craft): readonly Doubt[] {
  const { massKg, periodS } = craft
  const { thrustN, ispS, minDeltaVMps, maxDeltaVMps, maxBurnS } = engine
  if (minDeltaVMps > maxDeltaVMps)
    return impossible(true, 'leastAboveMost', { least: minDeltaVMps, most: maxDeltaVMps })
  if (massKg === undefined) return []
  const speed = STANDARD_GRAVITY * ispS
  const burnedKg = Math.min((thrustN * maxBurnS) / speed, massKg * MOST_PROPELLANT_SHARE)
  const atOnceMps = -speed * Math.log1p(-burnedKg / massKg)
  const most = burnCost(engine, maxDeltaVMps, { massKg, periodS })
  const isShort = atOnceMps >= maxDeltaVMps
  const longestS = Math.min(maxBurnS, most.burnS)
  return [
    ...impossible(atOnceMps < minDeltaVMps, 'leastNeverReached', { maxBurnS, atOnceMps, minDeltaVMps }),
    ...impossible(most.propellantKg > massKg * MOST_PROPELLANT_SHARE, 'mostPropellant', {
      maxDeltaVMps,
      propellantKg: most.propellantKg,
      massKg,
    }),
    ...odd(!isShort, 'mostInParts', { maxDeltaVMps, burnS: most.burnS, maxBurnS, atOnceMps }),
    ...odd(longestS > SHORT_SHARE * periodS, 'notImpulsive', { burnS: longestS, share: longestS / periodS }),
  ]
}

const impossible = (is: boolean, id: Doubt['id'], values: Doubt['values']): readonly Doubt[] =>
  is ? [{ isImpossible: true, id, values }] : []
const odd = (is: boolean, id: Doubt['id'], values: Doubt['values']): readonly Doubt[] =>
  is ? [{ isImpossible: false, id, values }] : []
