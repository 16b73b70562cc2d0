import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { conjunctionPlane } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { describeEncounter } from '@apsis/astro/conjunction/encounter.ts'
import { assess } from '@apsis/astro/conjunction/probability/assess.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { hall2021 } from '@apsis/astro/conjunction/probability/hall-2021.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from '@apsis/astro/conjunction/probability/square-2d.ts'
import { findFiles, readJson } from './collection.ts'
import { circleAsGiven, objectOf, type Pair, pairOfCdm, planeOf, relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Check, Tally } from './tally.ts'

interface UnitCase {
  readonly id: string
  readonly hbr?: number | 'Infinity'
  readonly method: string
  readonly tolerance?: string
  readonly expected_error?: string
  readonly cdm?: string
  readonly r1?: number[]
  readonly v1?: number[]
  readonly cov1?: number[][]
  readonly r2?: number[]
  readonly v2?: number[]
  readonly cov2?: number[][]
  readonly expected_pc?: number | null
  readonly expected_pc_2d?: number
  readonly expected_pc_3d_hall?: number
  readonly pc2d_exact_integral?: number | null
}

function pairOf(row: UnitCase): Pair {
  const { r1 = [], v1 = [], cov1 = [], r2 = [], v2 = [], cov2 = [] } = row
  return [objectOf(r1, v1, cov1), objectOf(r2, v2, cov2)]
}

/** The position block: what a message without velocities has. */
const positionOnly = ({ r, v, covariance }: EncounterObject): EncounterObject => ({
  r,
  v,
  covariance: covariance.slice(0, 3).map((row) => row.slice(0, 3)),
})

function compareByName(check: Check, row: UnitCase): void {
  const cdm = () => pairOfCdm(`pc/${row.cdm}`)
  const radius = row.hbr === 'Infinity' ? Infinity : Number(row.hbr)
  // `rel 5e-3`, `abs 1e-10`: what the source allows of a value.
  const [, kind, allowed] = /^(rel|abs) ([\d.e-]+)/.exec(row.tolerance ?? '') ?? []
  if (row.expected_error === 'badCovariance') {
    // The source gives no states: any message will do, as the refusal is of the shape.
    const [first, second] = pairOfCdm(anyMessage())
    check.holds(
      isRefused(() => hall2021(positionOnly(first), positionOnly(second), { radiusM: 20 })),
      'refused',
    )
  } else if (kind === 'abs' && row.expected_pc === 0) {
    const [primary, secondary] = cdm()
    const { methods, isReliable } = assess({ primary, secondary, radiusM: radius })
    check.within('2D, absolute', { error: methods['circle-2d'] ?? Number.NaN, limit: Number(allowed), unit: '' })
    check.holds(!isReliable, 'it is not called reliable')
  } else if (row.expected_pc_3d_hall !== undefined) {
    const curved = hall2021(...cdm(), { radiusM: radius })
    if (!curved.ok) throw new Error(curved.reason)
    const limit = kind === 'rel' ? Number(allowed) : 1e-3
    check.within('3D', { error: relative(curved.probability, row.expected_pc_3d_hall), limit, unit: '' })
    if (row.expected_pc_2d === undefined) return
    check.within('2D, of Foster', {
      error: relative(circleAsGiven(cdm(), radius), row.expected_pc_2d),
      limit: 1e-3,
      unit: '',
    })
  } else if (radius < 0) {
    check.holds(
      isRefused(() => circleAsGiven(pairOf(row), radius)),
      'a negative radius is refused',
    )
  } else if (row.expected_pc === null) {
    const pair = pairOf(row)
    const none = conjunctionPlane(...pair) === null || describeEncounter(...pair, radius).principal?.ok === false
    check.holds(none, 'no probability')
  } else if (radius === Infinity) {
    check.holds(circle2d({ xM: 1, yM: 1, sigmaXM: 1, sigmaYM: 1 }, radius) === row.expected_pc, '1')
  } else comparePlanar(check, row, radius)
}

function comparePlanar(check: Check, row: UnitCase, radius: number): void {
  const pair = pairOf(row)
  const plane = planeOf(pair)
  const found = circleAsGiven(pair, radius)
  const exact = row.pc2d_exact_integral
  if (exact !== undefined && exact !== null) {
    check.within('2D, of the exact integral', { error: relative(found, exact), limit: 1e-9, unit: '' })
  }
  // The area is in the method: a circle, a square about it, or a square as large as it.
  const halfSide = /squareEquArea/i.test(row.method) ? EQUAL_AREA_HALF_SIDE : /square/i.test(row.method) ? 1 : null
  const named = halfSide === null ? found : square2d(plane.missM, plane.combined, halfSide * radius)
  // PcCircle is itself 2.8e-4 off; Foster's values are good to 1e-3, as the case says of others, too.
  const [, allowed] = /^rel ([\d.e-]+)/.exec(row.tolerance ?? '') ?? []
  const limit = Math.max(row.method.includes('Foster') ? 1e-3 : 5e-4, Number(allowed ?? 0))
  check.within('2D, of CARA', { error: relative(named, row.expected_pc ?? Number.NaN), limit, unit: '' })
}

/** A message of the collection, the first of the samples. */
function anyMessage(): string {
  const [first] = findFiles('pc/*sample_cdm/*')
  if (first === undefined) throw new RangeError('there is no sample message')
  return first
}

function compareUnitCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson<{ cases: UnitCase[] }>(file).cases) {
    if (row.r1 === undefined && row.cdm !== undefined && findFiles(`pc/${row.cdm}`).length === 0) {
      tally.skip(row.id, `its message, ${row.cdm}, is not in the collection`)
    } else tally.run(row.id, (check) => compareByName(check, row))
  }
  tally.note('a negative radius, which CARA takes as 0 with a warning, is refused: a 0 would say that all is well')
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

export const UNIT_CASE_SETS: readonly ReferenceSet[] = [{ name: 'pc/*unit_cases.json', compare: compareUnitCases }]
