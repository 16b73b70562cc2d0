import { conjunctionPlane, type EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { describeEncounter } from '@apsis/astro/conjunction/encounter.ts'
import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CdmObject } from '@apsis/ccsds/cdm/cdm.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { readMessage, vectorAt } from './collection.ts'

export type Pair = readonly [EncounterObject, EncounterObject]

/** Both objects of a CDM at its TCA, in an inertial frame: states in ITRF get their ω × r. */
export function pairOfCdm(path: string): Pair {
  const reading = readCdm(readMessage(path), { strict: false })
  if (!reading.ok) throw new Error(`${path}: ${reading.errors[0]?.message}`)
  const { relative, objects } = reading.message
  const inertial = ({ metadata, state, covariance }: CdmObject): EncounterObject => {
    const isFixed = metadata.refFrame.startsWith('ITRF')
    const { r, v } = isFixed ? transformState({ frame: 'ITRF', epoch: relative.tca, ...state }, 'GCRF') : state
    const six = covariance.matrix.slice(0, 6).map((row) => row.slice(0, 6))
    return { r, v, covariance: covarianceFromRtn({ r, v }, six) }
  }
  return [inertial(objects[0]), inertial(objects[1])]
}

/** One object of a JSON file. */
export function objectOf(r: readonly number[], v: readonly number[], covariance: Matrix): EncounterObject {
  return { r: vectorAt(r), v: vectorAt(v), covariance }
}

/** The planar probability at the TCA that straight lines give, and at the TCA of the message. */
export function circleAtTca(pair: Pair, radiusM: number): number {
  const { principal } = describeEncounter(...pair, radiusM)
  if (!principal?.ok) throw new Error(principal?.reason ?? 'no plane')
  return circle2d(principal.miss, radiusM)
}

export function circleAsGiven(pair: Pair, radiusM: number): number {
  const plane = planeOf(pair)
  const principal = principalMiss(plane.missM, plane.combined, radiusM)
  if (!principal.ok) throw new Error(principal.reason)
  return circle2d(principal.miss, radiusM)
}

export function planeOf(pair: Pair) {
  const plane = conjunctionPlane(...pair)
  if (plane === null) throw new Error('the objects do not move past each other')
  return plane
}

/** |a / b − 1|; 0 where both are 0. */
export function relative(found: number, wanted: number): number {
  return found === wanted ? 0 : Math.abs(found / wanted - 1)
}
