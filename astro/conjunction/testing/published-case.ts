import { conjunctionPlane, type EncounterObject } from '../conjunction-plane.ts'
import { describeEncounter } from '../encounter.ts'
import { principalMiss } from '../principal-axes.ts'
import cara from '../probability/cara.reference.json' with { type: 'json' }
import { circle2d } from '../probability/circle-2d.ts'
import { asVector, pairOfCdm } from './cdm-object.ts'

export type Pair = { readonly primary: EncounterObject; readonly secondary: EncounterObject }

/** Returns both objects of a sample CDM of CARA, by (the end of) its path. */
export function sampleOf(path: string): Pair {
  const found = cara.samples.find(({ name }) => path.endsWith(name))
  if (found === undefined) throw new RangeError(`no sample ${path}`)
  return pairOfCdm(found.objects)
}

/** Returns a case of Alfano 2009 at TCA, with its published values. */
export function alfanoCase(number: number) {
  const row = cara.alfano.find((candidate) => candidate.case === number)
  if (row === undefined) throw new RangeError(`no case ${number}`)
  const { r1_m, v1_mps, C1_m, r2_m, v2_mps, C2_m } = row.at_tca
  return {
    radiusM: row.hbr_m,
    exact: row.pc2d_exact_integral,
    expected: row.expected,
    primary: { r: asVector(r1_m), v: asVector(v1_mps), covariance: C1_m },
    secondary: { r: asVector(r2_m), v: asVector(v2_mps), covariance: C2_m },
  }
}

/** Returns circle2d at the refined TCA. */
export function circleAtTca({ primary, secondary }: Pair, radiusM: number): number {
  const { principal } = describeEncounter(primary, secondary, radiusM)
  if (!principal?.ok) throw new RangeError('no principal axes')
  return circle2d(principal.miss, radiusM)
}

/** Returns circle2d at the TCA of the states. */
export function circleAsGiven({ primary, secondary }: Pair, radiusM: number): number {
  const plane = conjunctionPlane(primary, secondary)
  const principal = plane === null ? null : principalMiss(plane.missM, plane.combined, radiusM)
  if (!principal?.ok) throw new RangeError('no principal axes')
  return circle2d(principal.miss, radiusM)
}
