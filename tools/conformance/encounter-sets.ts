import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { correlatedCovariance } from '@apsis/astro/conjunction/density-correlation.ts'
import { encounterDuration } from '@apsis/astro/conjunction/duration.ts'
import { describeEncounter } from '@apsis/astro/conjunction/encounter.ts'
import { mahalanobisSquared, type PrincipalMiss, principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { alfriend1999, alfriendMaximum1999 } from '@apsis/astro/conjunction/probability/alfriend-1999.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { frisbee2015, frisbeeCovariance } from '@apsis/astro/conjunction/probability/frisbee-2015.ts'
import { dilution, scaledMaximum } from '@apsis/astro/conjunction/probability/maximum.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from '@apsis/astro/conjunction/probability/square-2d.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { onlyFile, readJson, readLines, vectorAt } from './collection.ts'
import { circleAsGiven, objectOf, type Pair, pairOfCdm, planeOf, relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Check, Tally } from './tally.ts'

interface Cases<T> {
  readonly cases: readonly T[]
}

interface PairCase extends Readonly<Record<'r1_m' | 'v1_mps' | 'r2_m' | 'v2_mps', number[]>> {
  readonly cov1_m2: number[][]
  readonly cov2_m2: number[][]
  readonly hbr_m: number
}

const pairOf = (row: PairCase): Pair => [
  objectOf(row.r1_m, row.v1_mps, row.cov1_m2),
  objectOf(row.r2_m, row.v2_mps, row.cov2_m2),
]

function comparePlanes(tally: Tally, { files: [file = ''] }: Source): void {
  interface Row extends PairCase {
    readonly expected: Readonly<Record<string, number>>
  }
  readJson<Cases<Row>>(file).cases.forEach((row, index) => {
    tally.run(`case ${index + 1}`, (check) => {
      const pair = pairOf(row)
      const plane = planeOf(pair)
      const principal = principalMiss(plane.missM, plane.combined, row.hbr_m)
      if (!principal.ok) throw new Error(principal.reason)
      const missM = Math.hypot(...plane.missM)
      const found: Record<string, number> = {
        SemiMajorAxis_m: principal.miss.sigmaYM,
        SemiMinorAxis_m: principal.miss.sigmaXM,
        ClockAngle_deg: radToDeg(principal.minorAxisRad - Math.atan2(plane.missM[1], plane.missM[0])) - 90,
        MissDistance_m: missM,
        x1Sigma_m: missM / Math.sqrt(mahalanobisSquared(principal.miss)),
        RelativePhaseAngle_deg: radToDeg(describeEncounter(...pair, row.hbr_m).approachAngleRad),
      }
      for (const [name, value] of Object.entries(found)) {
        check.within('relative', { error: relative(value, row.expected[name] ?? Number.NaN), limit: 1e-9, unit: '' })
      }
      check.holds(Number(principal.repair.applied) === row.expected.IsRemediated, 'remediated or not')
    })
  })
  tally.note('condition numbers and sigmas in RTN are no output of Apsis')
}

interface FrisbeeCase {
  readonly name: string
  readonly cdm: string
  readonly hbr_m: number
  readonly abs_tol?: number
  readonly expected_lower_bound?: number
  readonly expected_max_pc?: number
  readonly expected_max_pc_only_primary_cov?: number
  readonly expected_max_pc_only_secondary_cov?: number
}

function compareFrisbee(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson<Cases<FrisbeeCase>>(file).cases) {
    const { hbr_m: radiusM } = row
    tally.run(`${row.name}, ${radiusM} m`, (check) => {
      const plane = planeOf(pairOfCdm(onlyFile(`pc/*/${row.cdm}`)))
      const known = (which: 'primary' | 'secondary') => ({ missM: plane.missM, known: plane[which], radiusM })
      const circle = (which: 'primary' | 'secondary') => frisbee2015(known(which)) ?? Number.NaN
      const square = (which: 'primary' | 'secondary') =>
        square2d(plane.missM, frisbeeCovariance(known(which)), EQUAL_AREA_HALF_SIDE * radiusM)
      if (row.expected_lower_bound !== undefined) {
        const short = 1 - Math.max(circle('primary'), circle('secondary')) / row.expected_lower_bound
        check.within('below the bound', { error: Math.max(0, short), limit: 1e-4, unit: '' })
      } else if (row.expected_max_pc !== undefined) {
        const error = Math.abs(circle('primary') - row.expected_max_pc)
        check.within('of the paper, absolute', { error, limit: row.abs_tol ?? 5e-7, unit: '' })
      } else {
        for (const which of ['primary', 'secondary'] as const) {
          const wanted = row[`expected_max_pc_only_${which}_cov`] ?? Number.NaN
          check.within('square of equal area', { error: relative(square(which), wanted), limit: 1e-2, unit: '' })
        }
        compareRecomputed(check, row, { primary: circle('primary'), secondary: circle('secondary') })
      }
    })
  }
}

function compareRecomputed(
  check: Check,
  row: object,
  found: { readonly primary: number; readonly secondary: number },
): void {
  for (const which of ['primary', 'secondary'] as const) {
    const wanted = Reflect.get(row, `circle_recomputed_only_${which} (derived)`)
    check.within('circle', { error: relative(found[which], Number(wanted)), limit: 1e-6, unit: '' })
  }
}

function compareDilution(tally: Tally, { files: [file = ''] }: Source): void {
  interface Row {
    readonly cdm: string
    readonly hbr_m: number
    readonly expected_dilution_max_pc: number
    readonly expected_diluted: number
    readonly rel_tol: number
  }
  for (const row of readJson<Cases<Row>>(file).cases) {
    tally.run(row.cdm, (check) => {
      const { plane, principal } = describeEncounter(...pairOfCdm(onlyFile(`pc/*/${row.cdm}`)), row.hbr_m)
      if (plane === null || !principal?.ok) throw new Error('no plane')
      const both = dilution({ ...plane, radiusM: row.hbr_m }, 'both')
      const scaled = scaledMaximum(principal.miss, row.hbr_m).probability
      const wanted = row.expected_dilution_max_pc
      const error = relative(both?.maximumProbability ?? Number.NaN, wanted)
      check.within('maximum', { error, limit: row.rel_tol, unit: '' })
      check.within('scaled maximum', { error: relative(scaled, wanted), limit: row.rel_tol, unit: '' })
      check.holds(both?.isDiluted === (row.expected_diluted === 11), `diluted: ${row.expected_diluted}`)
    })
  }
}

function compareTca(tally: Tally, { files: [file = ''] }: Source): void {
  interface Row {
    readonly event: string
    readonly x1: number[]
    readonly x2: number[]
    readonly expected_dTCA_s: number
    readonly abs_tol_s: number
  }
  for (const { event, x1, x2, expected_dTCA_s, abs_tol_s } of readJson<Cases<Row>>(file).cases) {
    // Some cases are in metres, others in kilometres: no orbit has a component of 100,000 km.
    const unit = Math.abs(x1[0] ?? 0) > 1e5 ? 1 : 1000
    const state = (x: number[]) => ({ r: vectorAt(x, 0, unit), v: vectorAt(x, 3, unit) })
    tally.run(event, (check) => {
      const approach = linearClosestApproach(state(x1), state(x2))
      if (!approach.ok) throw new Error(approach.reason)
      check.within('TCA', { error: Math.abs(approach.seconds - expected_dTCA_s), limit: abs_tol_s, unit: 's' })
    })
  }
}

function compareDurations(tally: Tally, { files: [file = ''] }: Source): void {
  interface Row extends PairCase {
    readonly expected_tau0_s: number
    readonly expected_tau1_s: number
    readonly rel_tol: number
  }
  readJson<Cases<Row>>(file).cases.forEach((row, index) => {
    tally.run(`case ${index + 1}`, (check) => {
      const found = encounterDuration(...pairOf(row), { radiusM: row.hbr_m })
      const measure = (value: number | undefined, wanted: number) =>
        check.within('bound', { error: relative(value ?? Number.NaN, wanted), limit: row.rel_tol, unit: '' })
      measure(found?.startS, row.expected_tau0_s)
      measure(found?.endS, row.expected_tau1_s)
    })
  })
}

/** An object of Armellin's table: state in km, km/s, covariance rr tt nn rt rn tn in km². */
function armellinObject(row: readonly number[], at: number) {
  const state = { r: vectorAt(row, at, 1000), v: vectorAt(row, at + 3, 1000) }
  const [rr = 0, tt = 0, nn = 0, rt = 0, rn = 0, tn = 0] = row.slice(at + 6, at + 12).map((value) => value * 1e6)
  const rtn = [
    [rr, rt, rn],
    [rt, tt, tn],
    [rn, tn, nn],
  ]
  return { ...state, covariance: covarianceFromRtn(state, rtn) }
}

/** Half of the fifteenth digit, with which the table is printed, as a share of the number. */
const PRINTED = 5e-15

/**
 * What the print alone does to M², relative: a place is known to the last digit of a whole position, and a covariance to that of
 * its largest axis. Where the miss or the minor axis in the plane is small beside them, the same digit is a larger share.
 */
function lostBy(pair: Pair, miss: PrincipalMiss): number {
  const trace = pair.reduce(
    (sum, { covariance }) => sum + [0, 1, 2].reduce((t, i) => t + entry(covariance, i, i), 0),
    0,
  )
  const sigmasOff = (2 * PRINTED * norm(pair[0].r)) / miss.sigmaXM
  // The six entries of a covariance together are at most three times its diagonal.
  return (2 * sigmasOff) / Math.sqrt(mahalanobisSquared(miss)) + (3 * PRINTED * trace) / miss.sigmaXM ** 2
}

function compareArmellin(tally: Tally, { files: [file = ''] }: Source): void {
  for (const line of readLines(file).slice(1)) {
    const row = line.split(',').map(Number)
    const [id = 0, radiusKm = 0] = row
    const of = (column: number) => row[column] ?? Number.NaN
    tally.run(`event ${id}`, (check) => {
      const pair = [armellinObject(row, 2), armellinObject(row, 14)] as const
      const radiusM = radiusKm * 1000
      const plane = planeOf(pair)
      const principal = principalMiss(plane.missM, plane.combined, radiusM)
      if (!principal.ok) throw new Error(principal.reason)
      const { miss } = principal
      const lost = lostBy(pair, miss)
      const compare = (quantity: string, error: number, limit: number) =>
        check.within(quantity, { error, limit, unit: '' })
      const probability = circle2d(miss, radiusM)
      compare('Pc, of the exact integral', relative(probability, of(32)), 1e-6)
      // The column is 1.1e-3 to 3.5e-3 off the exact one beside it (INDEX.md): it says that the columns belong together.
      compare('Pc, of the table', relative(probability, of(26)), 1e-2)
      compare('miss', relative(norm(subtract(pair[1].r, pair[0].r)) / 1000, of(29)), 1e-8)
      compare('speed', relative(plane.relativeSpeedMps / 1000, of(30)), 1e-8)
      compare('Mahalanobis²', relative(mahalanobisSquared(miss), of(31)), 1e-8 + lost)
      compare('Pc max', relative(alfriendMaximum1999(miss, radiusM)?.probability ?? Number.NaN, of(28)), 1e-8 + lost)
      // An error of M² is one of exp(−M²/2): M²/2 times as large.
      compare('Pc approx, over 1 + M²/2', relative(alfriend1999(miss, radiusM), of(27)) / (1 + of(31) / 2), 1e-8 + lost)
    })
  }
}

interface Correlated {
  readonly cdm: string
  readonly hbr_m: number
  readonly expected_Pc_with_cross_correlation: number
  readonly source_relative_tolerance: number
  readonly derived_Pc_with_cross_correlation: number
  readonly derived_Pc_without: number
}

function compareCorrelated(tally: Tally, { files }: Source): void {
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const given = readJson<Correlated | Cases<Correlated>>(file)
    for (const expected of 'cases' in given ? given.cases : [given]) compareCorrelatedPair(tally, files, expected)
  }
}

function compareCorrelatedPair(tally: Tally, files: readonly string[], expected: Correlated): void {
  const path = files.find((name) => name.endsWith(`/${expected.cdm}`))
  if (path === undefined) {
    tally.skip(expected.cdm, 'the message is not in the collection')
    return
  }
  const numbers = readLines(path)
    .filter((line) => line.startsWith('COMMENT DCP'))
    .map((line) => [...line.matchAll(/[-+]?\d+\.\d+E[-+]\d+/g)].map(([text]) => Number(text)))
  const pair = pairOfCdm(path)
  const density = (at: number) => ({
    sigma: numbers[at]?.[0] ?? Number.NaN,
    sensitivityRtnM: vectorAt(numbers[at + 1] ?? []),
  })
  const plane = planeOf(pair)
  const [first, second] = [
    { ...pair[0], density: density(0) },
    { ...pair[1], density: density(3) },
  ]
  const principal = principalMiss(plane.missM, correlatedCovariance(plane, first, second), expected.hbr_m)
  const probability = principal.ok ? circle2d(principal.miss, expected.hbr_m) : Number.NaN
  const cases: [string, number, number, number][] = [
    ['of CARA', probability, expected.expected_Pc_with_cross_correlation, expected.source_relative_tolerance],
    ['derived', probability, expected.derived_Pc_with_cross_correlation, 1e-6],
    ['without', circleAsGiven(pair, expected.hbr_m), expected.derived_Pc_without, 1e-6],
  ]
  for (const [name, value, wanted, limit] of cases) {
    tally.run(`${expected.cdm}, ${name}`, (check) =>
      check.within(name, { error: relative(value, wanted), limit, unit: '' }),
    )
  }
}

export const ENCOUNTER_SETS: readonly ReferenceSet[] = [
  { name: 'pc/*bplane_outputs.json', compare: comparePlanes },
  { name: 'pc/*frisbee_maxpc.json', compare: compareFrisbee },
  { name: 'pc/*dilution_maxpc.json', compare: compareDilution },
  { name: 'pc/*tca_correction.json', compare: compareTca },
  { name: 'pc/*linear_duration.json', compare: compareDurations },
  { name: 'pc/armellin_*.csv', compare: compareArmellin },
  { name: 'pc/armellin_*.md', notCovered: 'it describes the columns of the table beside it' },
  { name: 'pc/*cross_correlation/*', compare: compareCorrelated },
]
