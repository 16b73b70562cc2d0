import { clopperPearson } from '@apsis/astro/binomial-interval.ts'
import { alfano2005 } from '@apsis/astro/conjunction/probability/alfano-2005.ts'
import { assess } from '@apsis/astro/conjunction/probability/assess.ts'
import { chan1997 } from '@apsis/astro/conjunction/probability/chan-1997.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { hall2021 } from '@apsis/astro/conjunction/probability/hall-2021.ts'
import { laas2015 } from '@apsis/astro/conjunction/probability/laas-2015.ts'
import { monteCarlo } from '@apsis/astro/conjunction/probability/monte-carlo.ts'
import { patera2005 } from '@apsis/astro/conjunction/probability/patera-2005.ts'
import { square2d } from '@apsis/astro/conjunction/probability/square-2d.ts'
import { checkUsage, USAGE_LIMITS } from '@apsis/astro/conjunction/probability/usage-checks.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { readCdm } from '@apsis/ccsds/cdm.ts'
import { cell, listFiles, numberCell, readJson, readMessage, readTable } from './collection.ts'
import { circleAsGiven, circleAtTca, objectOf, pairOfCdm, planeOf, relative } from './encounter-objects.ts'
import type { ReferenceSet } from './reference-set.ts'
import type { KnownDeviation, Tally } from './tally.ts'

interface Cases<T> {
  readonly cases: readonly T[]
}

interface AlfanoCase {
  readonly case: number
  readonly hbr_m: number
  readonly at_tca: Readonly<Record<'r1_m' | 'v1_mps' | 'r2_m' | 'v2_mps', number[]>> &
    Readonly<Record<'C1_m' | 'C2_m', number[][]>>
  readonly expected: Readonly<Record<string, number>>
  readonly pc2d_exact_integral: number
}

const TRIALS = 600
/** One case in two thousand would fall out of this interval by chance. */
const CONFIDENCE = 0.9995

function compareAlfano(tally: Tally): void {
  for (const row of readJson<Cases<AlfanoCase>>('pc/alfano2009_cases.json').cases) {
    const { at_tca: at, expected, hbr_m: radiusM } = row
    const pair = [objectOf(at.r1_m, at.v1_mps, at.C1_m), objectOf(at.r2_m, at.v2_mps, at.C2_m)] as const
    const reach = expected.A09_final_time_s ?? 0
    tally.run(`case ${row.case}`, (check) => {
      const planar = circleAsGiven(pair, radiusM)
      const published = expected['A09_PcLinear100 (2D Pc, Alfano 2009)'] ?? Number.NaN
      check.within('2D, of the exact integral', {
        error: relative(planar, row.pc2d_exact_integral),
        limit: 1e-6,
        unit: '',
      })
      check.within('2D, of Alfano', { error: relative(planar, published), limit: 1e-3, unit: '' })
      const curved = hall2021(...pair, { radiusM, limits: { fromS: -reach, toS: reach } })
      if (!curved.ok) throw new Error(curved.reason)
      const wanted = expected.CARA_Pc3D_unit_test ?? Number.NaN
      check.within('3D, of Hall', { error: relative(curved.probability, wanted), limit: 1e-3, unit: '' })
      const random = seededRandom(row.case)
      const drawn = monteCarlo(...pair, { radiusM, trials: TRIALS, random, fromS: -reach, toS: reach })
      if (drawn === null) throw new Error('no Monte Carlo')
      const { lower, upper } = clopperPearson(drawn.hits, TRIALS, CONFIDENCE)
      const counted = expected['A09_PcMC1e8 (Monte Carlo, 1e8 trials)'] ?? Number.NaN
      check.holds(lower <= counted && counted <= upper, `${counted} is between ${lower} and ${upper} (${drawn.hits})`)
    })
  }
  tally.note(`Monte Carlo: ${TRIALS} trials of ours, whose ${100 * CONFIDENCE} % interval has the published share`)
}

interface ScalarCase extends Readonly<Record<'xm_m' | 'ym_m' | 'sigma_x_m' | 'sigma_y_m' | 'hbr_m', number>> {
  readonly case: string
  readonly expected_by_method: Readonly<Record<string, { value: number; abs_tol_in_source: number }>>
  readonly pc_exact_integral: number
}

const METHODS = { Chan1997: chan1997, Alfano2005: alfano2005, Patera2005: patera2005, Laas2015: laas2015 }

function compareScalarCases(tally: Tally): void {
  for (const row of readJson<Cases<ScalarCase>>('pc/orekit_2d_scalar_cases.json').cases) {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    tally.run(`${row.case}, exact`, (check) => {
      const error = relative(circle2d(miss, row.hbr_m), row.pc_exact_integral)
      check.within('circle, relative', { error, limit: 1e-10, unit: '' })
    })
    for (const [name, method] of Object.entries(METHODS)) {
      const wanted = row.expected_by_method[name]
      if (wanted === undefined) continue
      tally.run(`${row.case}, ${name}`, (check) => {
        const error = Math.abs(method(miss, row.hbr_m) - wanted.value)
        const known = row.case === 'AlfanoTestCase5' ? DEGENERATE[name] : undefined
        check.within(`${name}, absolute`, { error, limit: wanted.abs_tol_in_source, unit: '' }, known)
      })
    }
  }
}

// Sigmas of 4 cm by 178 m about a radius of 10 m.
const DEGENERATE: Readonly<Record<string, KnownDeviation>> = {
  Chan1997: { upTo: 9e-184, because: 'Orekit sums 20 terms of Chan; the whole series is 8.76e-184 (40 digits)' },
  Laas2015: { upTo: 3e-6, because: "Orekit's Laas is 6e-5 off the exact integral in the file, ours 5e-6" },
}

function compareCaraCdms(tally: Tally): void {
  for (const name of listFiles('pc/cara_cdm')) {
    tally.run(name, (check) => check.holds(readCdm(readMessage(`pc/cara_cdm/${name}`)).ok, 'read, strictly'))
  }
}

function compareSampleCdms(tally: Tally): void {
  for (const name of listFiles('pc/cara_sample_cdm')) {
    const read = () => readCdm(readMessage(`pc/cara_sample_cdm/${name}`), { strict: false })
    tally.run(name, (check) => check.holds(read().ok, 'read, leniently'))
  }
}

function compareCaraExpected(tally: Tally): void {
  for (const row of readTable('pc/cara_cdm_expected.csv')) {
    const id = cell(row, 'Conjunction_ID')
    const radiusM = numberCell(row, 'HBR_m')
    const number = (name: string) => numberCell(row, name)
    tally.run(id, (check) => {
      const pair = pairOfCdm(`pc/cara_cdm/${id}.cdm`)
      const planar = circleAtTca(pair, radiusM)
      check.within('Pc2D', { error: relative(planar, number('Pc2D')), limit: 1e-6, unit: '' })
      const given = circleAsGiven(pair, radiusM)
      check.within('Pc2D not adjusted', { error: relative(given, number('Pc2D_NoAdj')), limit: 3e-3, unit: '' })
      const curved = hall2021(...pair, { radiusM })
      if (!curved.ok) throw new Error(curved.reason)
      check.within('Nc3D', { error: relative(curved.probability, number('Nc3D')), limit: 1e-3, unit: '' })
      const { inaccurate, extended, offset } = checkUsage(...pair, radiusM)
      const flags = [
        (inaccurate ?? 1) > USAGE_LIMITS.inaccurate,
        extended > USAGE_LIMITS.extended,
        offset > USAGE_LIMITS.offset,
      ]
      const digits = Number(flags.map(Number).join(''))
      check.holds(digits === number('ViolationsPc2D'), `usage violations ${number('ViolationsPc2D')}, not ${digits}`)
      const [primary, secondary] = pair
      const chosen = assess({ primary, secondary, radiusM }).probability ?? Number.NaN
      const [low, high] = [number('PcSDMCLo'), number('PcSDMCHi')]
      if (number('ViolationsNc3D') > 0) return
      const outside = chosen < low ? low - chosen : Math.max(0, chosen - high)
      check.within('outside of the 95 % interval of SDMC, its width', {
        error: outside / (high - low),
        limit: 0.5,
        unit: '',
      })
    })
  }
  tally.note('SDMC: of 35 intervals of 95 % one or two leave the truth out; up to half their width beyond is taken')
}

interface CdmCase {
  readonly cdm: string
  readonly hbr_m: number
  readonly expected: Readonly<Record<string, number>>
  readonly derived: { readonly exact_integral: number }
  readonly cdm_own_value: number
  readonly square_integral_side_20_m: number
}

function compareCdmCases(tally: Tally): void {
  for (const row of readJson<Cases<CdmCase>>('pc/cdm_pc_cases.json').cases) {
    const pair = pairOfCdm(row.cdm.replace('ccsds/open/', 'ccsds/'))
    const circle = circleAsGiven(pair, row.hbr_m)
    const plane = planeOf(pair)
    const square = square2d(plane.missM, plane.combined, row.hbr_m)
    for (const [name, value] of Object.entries({ ...row.expected, exact: row.derived.exact_integral })) {
      tally.run(name, (check) => check.within('circle', { error: relative(circle, value), limit: 1e-6, unit: '' }))
    }
    tally.run('square of 20 m', (check) => {
      const error = relative(square, row.square_integral_side_20_m)
      check.within('square', { error, limit: 1e-6, unit: '' })
    })
    tally.run("the message's own value, as a square", (check) => {
      check.within("square, of the message's digits", {
        error: relative(square, row.cdm_own_value),
        limit: 1e-4,
        unit: '',
      })
    })
  }
}

export const PROBABILITY_SETS: readonly ReferenceSet[] = [
  { name: 'pc/alfano2009_cases.json', compare: compareAlfano },
  { name: 'pc/orekit_2d_scalar_cases.json', compare: compareScalarCases },
  { name: 'pc/cara_cdm/*', compare: compareCaraCdms },
  { name: 'pc/cara_cdm_expected.csv', compare: compareCaraExpected },
  { name: 'pc/cara_sample_cdm/*', compare: compareSampleCdms },
  { name: 'pc/cdm_pc_cases.json', compare: compareCdmCases },
]
