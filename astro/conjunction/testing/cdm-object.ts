import { add, cross, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { covarianceFromRtn } from '../rtn.ts'

/** An object of a CDM as in the reference files: km, km/s, and the lower triangle of its RTN covariance, m². */
export interface CdmRow {
  readonly r_km: readonly number[]
  readonly v_kmps: readonly number[]
  readonly rtn_covariance_m2: readonly number[]
}

// The rotation of the Earth in the sources of the ITRF cases, rad/s.
const EARTH_RATE: Vec3 = [0, 0, 7.292115e-5]

/** Returns the object in an inertial frame; to states in ITRF ω × r is added, in axes that are fixed at TCA. */
export function objectOfCdm(row: CdmRow, frame: 'inertial' | 'ITRF' = 'inertial'): EncounterObject {
  const [r, v] = [inMetres(row.r_km), inMetres(row.v_kmps)]
  const state = { r, v: frame === 'ITRF' ? add(v, cross(EARTH_RATE, r)) : v }
  const lower = row.rtn_covariance_m2
  const places = (lower.length === 21 ? [0, 1, 2, 3, 4, 5] : [0, 1, 2]) as readonly number[]
  const at = (i: number, j: number) => lower[(Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j)] ?? Number.NaN
  const rtn = places.map((i) => places.map((j) => at(i, j)))
  return { ...state, covariance: covarianceFromRtn(state, rtn) }
}

/** Returns both objects of a CDM. */
export function pairOfCdm(
  objects: readonly CdmRow[],
  frame?: 'ITRF',
): { readonly primary: EncounterObject; readonly secondary: EncounterObject } {
  const [first, second] = objects
  if (first === undefined || second === undefined) throw new RangeError('a CDM has two objects')
  return { primary: objectOfCdm(first, frame), secondary: objectOfCdm(second, frame) }
}

/** Returns three numbers of a reference file as a vector. */
export function asVector([x = Number.NaN, y = Number.NaN, z = Number.NaN]: readonly number[]): Vec3 {
  return [x, y, z]
}

function inMetres(kilometres: readonly number[]): Vec3 {
  const [x, y, z] = asVector(kilometres)
  return [1000 * x, 1000 * y, 1000 * z]
}
