import { clopperPearson } from '@apsis/astro/binomial-interval.ts'
import { conjunctionPlane } from '@apsis/astro/conjunction/conjunction-plane.ts'
import type { PrincipalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
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
import { settledValue } from '@apsis/astro/testing/settled-value.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { cell, numberCell, onlyFile, readJson, readMessage, readTable } from './collection.ts'
import { circleAsGiven, circleAtTca, objectOf, pairOfCdm, planeOf, relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
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

function compareAlfano(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson<Cases<AlfanoCase>>(file).cases) {
    const { at_tca: at, expected, hbr_m: radiusM } = row
    const pair = [objectOf(at.r1_m, at.v1_mps, at.C1_m), objectOf(at.r2_m, at.v2_mps, at.C2_m)] as const
    const reach = expected.A09_final_time_s ?? 0
    tally.run(`case ${row.case}`, (check) => {
      // Objects that rest beside each other have no plane of an encounter, and no value in it.
      if (conjunctionPlane(...pair) === null) tally.note(`case ${row.case} has no relative motion: no 2D is defined`)
      else {
        const planar = circleAsGiven(pair, radiusM)
        const published = expected['A09_PcLinear100 (2D Pc, Alfano 2009)'] ?? Number.NaN
        check.within('2D, of the exact integral', {
          error: relative(planar, row.pc2d_exact_integral),
          limit: 1e-6,
          unit: '',
        })
        check.within('2D, of Alfano', { error: relative(planar, published), limit: 1e-3, unit: '' })
      }
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

type Planar = (...encounter: Parameters<typeof circle2d>) => number

const METHODS: Readonly<Record<string, Planar>> = {
  Chan1997: (...encounter) => settledValue(chan1997(...encounter)),
  Alfano2005: alfano2005,
  Patera2005: (...encounter) => settledValue(patera2005(...encounter)),
  Laas2015: (...encounter) => settledValue(laas2015(...encounter)),
}

function compareScalarCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson<Cases<ScalarCase>>(file).cases) {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    tally.run(`${row.case}, exact`, (check) => {
      const error = relative(circle2d(miss, row.hbr_m), row.pc_exact_integral)
      check.within('circle, relative', { error, limit: 1e-10, unit: '' })
    })
    for (const [name, method] of Object.entries(METHODS)) {
      const wanted = row.expected_by_method[name]
      if (wanted === undefined) continue
      tally.run(`${row.case}, ${name}`, (check) => {
        const found = method(miss, row.hbr_m)
        const truth = name === 'Chan1997' ? wholeSeries(miss, row.hbr_m) : row.pc_exact_integral
        // Whatever the reference says, a series is its own sum: of a very small one a 0 would pass every absolute limit.
        if (name === 'Chan1997') {
          check.within('Chan1997, of the whole series', { error: relative(found, truth), limit: 1e-6, unit: '' })
        }
        const error = Math.abs(found - wanted.value)
        const known =
          Math.abs(found - truth) < Math.abs(wanted.value - truth) ? nearer(name, wanted.value, truth) : undefined
        check.within(`${name}, absolute`, { error, limit: wanted.abs_tol_in_source, unit: '' }, known)
      })
    }
  }
}

/** A published value that is farther from the truth than ours explains as much as that is. */
function nearer(name: string, published: number, truth: number): KnownDeviation {
  const off = Math.abs(published - truth)
  const what = name === 'Chan1997' ? 'the whole series of Chan' : 'the exact integral in the file'
  // Two values on either side of the truth are at most twice as far apart as the farther one is from it.
  return { upTo: 2 * off, because: `the published value is ${off.toExponential(1)} off ${what}, ours is nearer` }
}

/** The sum of Chan's series as it is defined (Chan 1997): Poisson weights times gamma tails, term by term, no recursion of ours. */
function wholeSeries({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss, radiusM: number): number {
  const u = radiusM ** 2 / (sigmaXM * sigmaYM) / 2
  const v = ((xM / sigmaXM) ** 2 + (yM / sigmaYM) ** 2) / 2
  let [sum, logFactorial] = [0, 0]
  for (let m = 0; m < u + v + 40 * Math.sqrt(u + v + 1) + 200; m += 1) {
    if (m > 0) logFactorial += Math.log(m)
    const weight = v === 0 ? (m === 0 ? 1 : 0) : Math.exp(m * Math.log(v) - v - logFactorial)
    sum += weight * gammaTail(m + 1, u, logFactorial + Math.log(m + 1))
  }
  return sum
}

/** The lower incomplete gamma function P(n, u) of a whole n by its own series; `logNFactorial` is ln n!. */
function gammaTail(n: number, u: number, logNFactorial: number): number {
  let [term, sum] = [1, 1]
  for (let k = 1; k < 100_000 && term > 1e-17 * sum; k += 1) {
    term *= u / (n + k)
    sum += term
  }
  return Math.min(1, Math.exp(n * Math.log(u) - u - logNFactorial) * sum)
}

function compareCaraCdms(tally: Tally, { files }: Source): void {
  for (const file of files) {
    tally.run(file, (check) => check.holds(readCdm(readMessage(file)).ok, 'read, strictly'))
  }
}

function compareSampleCdms(tally: Tally, { files }: Source): void {
  for (const file of files) {
    const read = () => readCdm(readMessage(file), { strict: false })
    tally.run(file, (check) => check.holds(read().ok, 'read, leniently'))
  }
}

function compareCaraExpected(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readTable(file)) {
    const id = cell(row, 'Conjunction_ID')
    const radiusM = numberCell(row, 'HBR_m')
    const number = (name: string) => numberCell(row, name)
    tally.run(id, (check) => {
      const pair = pairOfCdm(onlyFile(`pc/*/${id}.cdm`))
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

function compareCdmCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson<Cases<CdmCase>>(file).cases) {
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
  { name: 'pc/alfano*_cases.json', compare: compareAlfano },
  { name: 'pc/*_2d_scalar_cases.json', compare: compareScalarCases },
  { name: 'pc/*cdm_expected.csv', compare: compareCaraExpected },
  { name: 'pc/*sample_cdm/*', compare: compareSampleCdms },
  { name: 'pc/*_cdm/*', compare: compareCaraCdms },
  { name: 'pc/*pc_cases.json', compare: compareCdmCases },
]
