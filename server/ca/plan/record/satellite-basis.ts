import { isDeepStrictEqual } from 'node:util'
import { BASIS_FIELDS, type BasisField, type SatelliteBasis } from '@apsis/contract/ca/plan/satellite-basis.ts'
import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

/** The present satellite of a plan; null if it is removed. */
export type OfSatellite = { readonly satellite_now: SatelliteConfiguration | null }

/** Returns the values of its satellite that a plan is based on. */
export function basisOf({ thresholds, ...configuration }: SatelliteConfiguration): SatelliteBasis {
  const { acceptedCollisionProbability, acceptedMinimumDistanceM } = thresholds
  const all = { ...configuration, acceptedCollisionProbability, acceptedMinimumDistanceM }
  const entries = BASIS_FIELDS.flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]] as const]))
  return Object.fromEntries(entries) as SatelliteBasis
}

/** Returns the fields of a satellite that have changed since a plan was made with it. */
export function changedSince(basis: SatelliteBasis, now: SatelliteConfiguration): BasisField[] {
  const current = basisOf(now)
  // A field that a later version has added has its default in both.
  const whole = (one: SatelliteBasis) => ({ ...one, propulsion: Propulsion.parse(one.propulsion) })
  const [before, after] = [whole(basis), whole(current)]
  return BASIS_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}
