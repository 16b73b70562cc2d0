import { clopperPearson } from '@apsis/astro/binomial-interval.ts'
import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { conjunctionPlane, type EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { correlatedCovariance } from '@apsis/astro/conjunction/density-correlation.ts'
import { encounterDuration } from '@apsis/astro/conjunction/duration.ts'
import { describeEncounter } from '@apsis/astro/conjunction/encounter.ts'
import { mahalanobisSquared, type PrincipalMiss, principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { alfano2005 } from '@apsis/astro/conjunction/probability/alfano-2005.ts'
import { alfriend1999, alfriendMaximum1999 } from '@apsis/astro/conjunction/probability/alfriend-1999.ts'
import { assess } from '@apsis/astro/conjunction/probability/assess.ts'
import { chan1997 } from '@apsis/astro/conjunction/probability/chan-1997.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { frisbee2015, frisbeeCovariance } from '@apsis/astro/conjunction/probability/frisbee-2015.ts'
import { hall2021 } from '@apsis/astro/conjunction/probability/hall-2021.ts'
import { laas2015 } from '@apsis/astro/conjunction/probability/laas-2015.ts'
import { dilution, scaledMaximum } from '@apsis/astro/conjunction/probability/maximum.ts'
import { monteCarlo } from '@apsis/astro/conjunction/probability/monte-carlo.ts'
import { patera2005 } from '@apsis/astro/conjunction/probability/patera-2005.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from '@apsis/astro/conjunction/probability/square-2d.ts'
import { checkUsage, USAGE_LIMITS } from '@apsis/astro/conjunction/probability/usage-checks.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { settledValue } from '@apsis/astro/testing/settled-value.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { type CdmObject, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import {
  findFiles,
  type Json,
  numbersOf,
  onlyFile,
  readJson,
  readLines,
  readMessage,
  stateAt,
  vectorAt,
} from './run/collection.ts'
import { ofFiles, ofJson, ofLines, ofTable, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, type KnownDeviation, relative, resultOf, type Tally } from './run/tally.ts'

type Pair = readonly [EncounterObject, EncounterObject]

/** Returns both objects of a CDM at its TCA, in an inertial frame: states in ITRF get ω × r added to their velocity. */
function pairOfCdm(path: string): Pair {
  const { relative: encounter, objects } = resultOf(readCdm(readMessage(path), { strict: false })).message
  const inertial = ({ metadata, state, covariance }: CdmObject): EncounterObject => {
    const isFixed = metadata.refFrame.startsWith('ITRF')
    const { r, v } = isFixed ? transformState({ frame: 'ITRF', epoch: encounter.tca, ...state }, 'GCRF') : state
    const six = covariance.matrix.slice(0, 6).map((row) => row.slice(0, 6))
    return { r, v, covariance: covarianceFromRtn({ r, v }, six) }
  }
  return [inertial(objects[0]), inertial(objects[1])]
}

/** Reads both objects from a JSON object, by the names of positions, velocities and covariances; `r1_m` is the first position. */
function pairOf(row: Json, r: string, v: string, covariance: string): Pair {
  const object = (which: string): EncounterObject => {
    const name = (pattern: string) => pattern.replace('#', which)
    return { r: row.vector(name(r)), v: row.vector(name(v)), covariance: row.matrix(name(covariance)) }
  }
  return [object('1'), object('2')]
}

function planeOf(pair: Pair) {
  const plane = conjunctionPlane(...pair)
  if (plane === null) throw new Error('the objects do not move past each other')
  return plane
}

export function principalOf(pair: Pair, radiusM: number) {
  const plane = planeOf(pair)
  const principal = resultOf(principalMiss(plane.missM, plane.combined, radiusM))
  return { plane, principal, miss: principal.miss }
}

/** Returns the planar probability at the TCA that the message gives. */
export const circleAsGiven = (pair: Pair, radiusM: number) => circle2d(principalOf(pair, radiusM).miss, radiusM)
function circleAtTca(pair: Pair, radiusM: number): number {
  const { principal } = describeEncounter(...pair, radiusM)
  if (!principal?.ok) throw new Error(principal?.reason ?? 'no plane')
  return circle2d(principal.miss, radiusM)
}

/** Returns the probability along the curved paths. */
const curvedOf = (pair: Pair, options: Parameters<typeof hall2021>[2]) =>
  resultOf(hall2021(...pair, options)).probability

const TRIALS = 600
/** By chance, one case in two thousand would fall outside this interval. */
const CONFIDENCE = 0.9995

function compareAlfano(check: Check, row: Json): void {
  const [at, expected, radiusM] = [row.at('at_tca'), row.at('expected'), row.number('hbr_m')]
  const pair = pairOf(at, 'r#_m', 'v#_mps', 'C#_m')
  const reach = expected.numberOr(0, 'A09_final_time_s')
  // Objects without relative motion have no encounter plane, and no value in it.
  if (conjunctionPlane(...pair) === null)
    check.note(`case ${row.text('case')} has no relative motion: no 2D is defined`)
  else {
    const planar = circleAsGiven(pair, radiusM)
    check.relative('2D, of the exact integral', planar, row.number('pc2d_exact_integral'), 1e-6)
    check.relative('2D, of Alfano', planar, expected.number('A09_PcLinear100 (2D Pc, Alfano 2009)'), 1e-3)
  }
  const curved = curvedOf(pair, { radiusM, limits: { fromS: -reach, toS: reach } })
  check.relative('3D, of Hall', curved, expected.number('CARA_Pc3D_unit_test'), 1e-3)
  const random = seededRandom(row.number('case'))
  const drawn = monteCarlo(...pair, { radiusM, trials: TRIALS, random, fromS: -reach, toS: reach })
  const { lower, upper } = clopperPearson(drawn?.hits ?? Number.NaN, TRIALS, CONFIDENCE)
  const counted = expected.number('A09_PcMC1e8 (Monte Carlo, 1e8 trials)')
  check.holds(lower <= counted && counted <= upper, `${counted} is between ${lower} and ${upper} (${drawn?.hits})`)
}

const METHODS: Readonly<Record<string, typeof circle2d>> = {
  Chan1997: (...encounter) => settledValue(chan1997(...encounter)),
  Alfano2005: alfano2005,
  Patera2005: (...encounter) => settledValue(patera2005(...encounter)),
  Laas2015: (...encounter) => settledValue(laas2015(...encounter)),
}

function compareScalarCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson(file).rows('cases')) {
    const [xM, yM, sigmaXM, sigmaYM] = ['xm_m', 'ym_m', 'sigma_x_m', 'sigma_y_m'].map((name) => row.number(name))
    const miss = { xM, yM, sigmaXM, sigmaYM } as PrincipalMiss
    const [radiusM, exact, of] = [row.number('hbr_m'), row.number('pc_exact_integral'), row.text('case')]
    tally.run(`${of}, exact`, (check) => check.relative('circle, relative', circle2d(miss, radiusM), exact, 1e-10))
    for (const [name, method] of Object.entries(METHODS)) {
      const wanted = row.at('expected_by_method', name)
      if (wanted.value === undefined) continue
      tally.run(`${of}, ${name}`, (check) => {
        const [found, published] = [method(miss, radiusM), wanted.number('value')]
        const truth = name === 'Chan1997' ? wholeSeries(miss, radiusM) : exact
        // Our series is compared with the sum of Chan's series, whatever the reference has: if both are very small, a 0 would pass every absolute
        // limit.
        if (name === 'Chan1997') check.relative('Chan1997, of the whole series', found, truth, 1e-6)
        const isNearer = Math.abs(found - truth) < Math.abs(published - truth)
        const known = isNearer ? nearer(name, published, truth) : undefined
        check.near(`${name}, absolute`, found, published, wanted.number('abs_tol_in_source'), '', known)
      })
    }
  }
}

/** If a published value is further from the truth than ours, its error explains the difference. */
function nearer(name: string, published: number, truth: number): KnownDeviation {
  const off = Math.abs(published - truth)
  const what = name === 'Chan1997' ? 'the whole series of Chan' : 'the exact integral in the file'
  // Two values on either side of the truth differ by at most twice the larger error.
  return { upTo: 2 * off, because: `the published value is ${off.toExponential(1)} off ${what}, ours is nearer` }
}

/**
 * Returns the sum of Chan's series as it is defined (Chan 1997): Poisson weights times gamma tails, term by term, without the recursion that Apsis
 * uses.
 */
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

/** Returns the lower incomplete gamma function P(n, u) of a whole n by its own series; `logNFactorial` is ln n!. */
function gammaTail(n: number, u: number, logNFactorial: number): number {
  let [term, sum] = [1, 1]
  for (let k = 1; k < 100_000 && term > 1e-17 * sum; k += 1) {
    term *= u / (n + k)
    sum += term
  }
  return Math.min(1, Math.exp(n * Math.log(u) - u - logNFactorial) * sum)
}

function compareCaraExpected(check: Check, row: Json): void {
  const radiusM = row.number('HBR_m')
  const pair = pairOfCdm(onlyFile(`pc/*/${row.text('Conjunction_ID')}.cdm`))
  check.relative('Pc2D', circleAtTca(pair, radiusM), row.number('Pc2D'), 1e-6)
  check.relative('Pc2D not adjusted', circleAsGiven(pair, radiusM), row.number('Pc2D_NoAdj'), 3e-3)
  check.relative('Nc3D', curvedOf(pair, { radiusM }), row.number('Nc3D'), 1e-3)
  const { inaccurate, extended, offset } = checkUsage(...pair, radiusM)
  const { inaccurate: most, extended: longest, offset: farthest } = USAGE_LIMITS
  const flags = [(inaccurate ?? 1) > most, extended > longest, offset > farthest]
  check.same(Number(flags.map(Number).join('')), row.number('ViolationsPc2D'), 'usage violations')
  const [primary, secondary] = pair
  const chosen = assess({ primary, secondary, radiusM }).probability ?? Number.NaN
  const [low, high] = [row.number('PcSDMCLo'), row.number('PcSDMCHi')]
  if (row.number('ViolationsNc3D') > 0) return
  const outside = chosen < low ? low - chosen : Math.max(0, chosen - high)
  check.near('outside of the 95 % interval of SDMC, its width', outside / (high - low), 0, 0.5)
}

function compareCdmCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson(file).rows('cases')) {
    const [pair, radiusM] = [pairOfCdm(row.text('cdm').replace('ccsds/open/', 'ccsds/')), row.number('hbr_m')]
    const [circle, { missM, combined }] = [circleAsGiven(pair, radiusM), planeOf(pair)]
    const square = square2d(missM, combined, radiusM)
    const compare = (name: string, quantity: string, found: number, wanted: Json, limit: number) =>
      tally.run(name, (check) => check.relative(quantity, found, wanted.number(), limit))
    for (const [name, value] of row.entries('expected')) compare(name, 'circle', circle, value, 1e-6)
    compare('exact', 'circle', circle, row.at('derived', 'exact_integral'), 1e-6)
    compare('square of 20 m', 'square', square, row.at('square_integral_side_20_m'), 1e-6)
    const own = "square, of the message's digits"
    compare("the message's own value, as a square", own, square, row.at('cdm_own_value'), 1e-4)
  }
}

/** The position block: the contents of a message without velocities. */
const positionOnly = ({ r, v, covariance }: EncounterObject): EncounterObject => ({
  r,
  v,
  covariance: covariance.slice(0, 3).map((row) => row.slice(0, 3)),
})

function compareUnitCase(check: Check, row: Json): void {
  const [cdm, given] = [() => pairOfCdm(`pc/${row.text('cdm')}`), () => pairOf(row, 'r#', 'v#', 'cov#')]
  const [radiusM, expected] = [row.number('hbr'), row.at('expected_pc').value]
  // The tolerance that the source states for a value: `rel 5e-3`, `abs 1e-10`.
  const [, kind, allowed] = /^(rel|abs) ([\d.e-]+)/.exec(row.text('tolerance')) ?? []
  if (row.text('expected_error') === 'badCovariance') {
    // The source gives no states; any message will do, because the refusal depends only on the shape of the covariance.
    const [first, second] = pairOfCdm(findFiles('pc/*sample_cdm/*')[0] ?? '')
    check.refused(() => hall2021(positionOnly(first), positionOnly(second), { radiusM: 20 }))
  } else if (kind === 'abs' && expected === 0) {
    const [primary, secondary] = cdm()
    const { methods, isReliable } = assess({ primary, secondary, radiusM })
    check.within('2D, absolute', { error: methods['circle-2d'] ?? Number.NaN, limit: Number(allowed), unit: '' })
    check.holds(!isReliable, 'it is not called reliable')
  } else if (row.has('expected_pc_3d_hall')) {
    const limit = kind === 'rel' ? Number(allowed) : 1e-3
    check.relative('3D', curvedOf(cdm(), { radiusM }), row.number('expected_pc_3d_hall'), limit)
    if (row.has('expected_pc_2d'))
      check.relative('2D, of Foster', circleAsGiven(cdm(), radiusM), row.number('expected_pc_2d'), 1e-3)
  } else if (radiusM < 0) check.refused(() => circleAsGiven(given(), radiusM), 'a negative radius is refused')
  else if (expected === null) {
    const pair = given()
    const none = conjunctionPlane(...pair) === null || describeEncounter(...pair, radiusM).principal?.ok === false
    check.holds(none, 'no probability')
  } else if (radiusM === Infinity)
    check.same(circle2d({ xM: 1, yM: 1, sigmaXM: 1, sigmaYM: 1 }, radiusM), expected, 'an infinite radius')
  else comparePlanar(check, row, given(), radiusM)
}

function comparePlanar(check: Check, row: Json, pair: Pair, radiusM: number): void {
  const [plane, found, method] = [planeOf(pair), circleAsGiven(pair, radiusM), row.text('method')]
  const exact = row.at('pc2d_exact_integral')
  if (exact.text() !== '') check.relative('2D, of the exact integral', found, exact.number(), 1e-9)
  // The name of the method gives the area: a circle, the square around it, or a square of equal area.
  const halfSide = /squareEquArea/i.test(method) ? EQUAL_AREA_HALF_SIDE : /square/i.test(method) ? 1 : null
  const named = halfSide === null ? found : square2d(plane.missM, plane.combined, halfSide * radiusM)
  // PcCircle itself has an error of 2.8e-4; Foster's values are accurate to 1e-3, and a case may state a wider tolerance.
  const [, allowed] = /^rel ([\d.e-]+)/.exec(row.text('tolerance')) ?? []
  const limit = Math.max(method.includes('Foster') ? 1e-3 : 5e-4, Number(allowed ?? 0))
  check.relative('2D, of CARA', named, row.number('expected_pc'), limit)
}

function compareUnitCases(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson(file).rows('cases')) {
    const [id, cdm] = [row.text('id'), row.text('cdm')]
    if (!row.has('r1') && row.has('cdm') && findFiles(`pc/${cdm}`).length === 0)
      tally.skip(id, `its message, ${cdm}, is not in the collection`)
    else tally.run(id, (check) => compareUnitCase(check, row))
  }
  tally.note('a negative radius, which CARA takes as 0 with a warning, is refused: a 0 would say that all is well')
}

function comparePlane(check: Check, row: Json): void {
  const [pair, radiusM] = [pairOf(row, 'r#_m', 'v#_mps', 'cov#_m2'), row.number('hbr_m')]
  const { plane, principal, miss } = principalOf(pair, radiusM)
  const missM = Math.hypot(...plane.missM)
  const found: Record<string, number> = {
    SemiMajorAxis_m: miss.sigmaYM,
    SemiMinorAxis_m: miss.sigmaXM,
    ClockAngle_deg: radToDeg(principal.minorAxisRad - Math.atan2(plane.missM[1], plane.missM[0])) - 90,
    MissDistance_m: missM,
    x1Sigma_m: missM / Math.sqrt(mahalanobisSquared(miss)),
    RelativePhaseAngle_deg: radToDeg(describeEncounter(...pair, radiusM).approachAngleRad),
  }
  for (const [name, value] of Object.entries(found))
    check.relative('relative', value, row.number('expected', name), 1e-9)
  check.holds(Number(principal.repair.applied) === row.number('expected', 'IsRemediated'), 'remediated or not')
}

function compareFrisbee(check: Check, row: Json): void {
  const radiusM = row.number('hbr_m')
  const plane = planeOf(pairOfCdm(onlyFile(`pc/*/${row.text('cdm')}`)))
  const known = (which: 'primary' | 'secondary') => ({ missM: plane.missM, known: plane[which], radiusM })
  const circle = (which: 'primary' | 'secondary') => frisbee2015(known(which)) ?? Number.NaN
  if (row.has('expected_lower_bound')) {
    const short = 1 - Math.max(circle('primary'), circle('secondary')) / row.number('expected_lower_bound')
    check.near('below the bound', Math.max(0, short), 0, 1e-4)
  } else if (row.has('expected_max_pc')) {
    check.near(
      'of the paper, absolute',
      circle('primary'),
      row.number('expected_max_pc'),
      row.numberOr(5e-7, 'abs_tol'),
    )
  } else
    for (const which of ['primary', 'secondary'] as const) {
      const square = square2d(plane.missM, frisbeeCovariance(known(which)), EQUAL_AREA_HALF_SIDE * radiusM)
      check.relative('square of equal area', square, row.number(`expected_max_pc_only_${which}_cov`), 1e-2)
      check.relative('circle', circle(which), row.number(`circle_recomputed_only_${which} (derived)`), 1e-6)
    }
}

function compareDilution(check: Check, row: Json): void {
  const [radiusM, limit] = [row.number('hbr_m'), row.number('rel_tol')]
  const { plane, principal } = describeEncounter(...pairOfCdm(onlyFile(`pc/*/${row.text('cdm')}`)), radiusM)
  if (plane === null || !principal?.ok) throw new Error('no plane')
  const both = dilution({ ...plane, radiusM }, 'both')
  const wanted = row.number('expected_dilution_max_pc')
  check.relative('maximum', both?.maximumProbability, wanted, limit)
  check.relative('scaled maximum', scaledMaximum(principal.miss, radiusM).probability, wanted, limit)
  const diluted = row.number('expected_diluted')
  check.holds(both?.isDiluted === (diluted === 11), `diluted: ${diluted}`)
}

function compareTca(check: Check, row: Json): void {
  const [x1, x2] = [row.numbers('x1'), row.numbers('x2')]
  // Some cases are in metres, others in kilometres: no orbit has a component of 100,000 km.
  const unit = Math.abs(x1[0] ?? 0) > 1e5 ? 1 : 1000
  const approach = resultOf(linearClosestApproach(stateAt(x1, unit), stateAt(x2, unit)))
  check.near('TCA', approach.seconds, row.number('expected_dTCA_s'), row.number('abs_tol_s'), 's')
}

function compareDuration(check: Check, row: Json): void {
  const found = encounterDuration(...pairOf(row, 'r#_m', 'v#_mps', 'cov#_m2'), { radiusM: row.number('hbr_m') })
  check.relative('bound', found?.startS, row.number('expected_tau0_s'), row.number('rel_tol'))
  check.relative('bound', found?.endS, row.number('expected_tau1_s'), row.number('rel_tol'))
}

/** An object of Armellin's table: state in km, km/s, covariance rr tt nn rt rn tn in km². */
function armellinObject(row: readonly number[], at: number) {
  const state = stateAt(row, 1000, at)
  const [rr = 0, tt = 0, nn = 0, rt = 0, rn = 0, tn = 0] = row.slice(at + 6, at + 12).map((value) => value * 1e6)
  const rtn = [
    [rr, rt, rn],
    [rt, tt, tn],
    [rn, tn, nn],
  ]
  return { ...state, covariance: covarianceFromRtn(state, rtn) }
}

/** Half a unit of the fifteenth digit, the last one that the table prints, as a share of the number. */
const PRINTED = 5e-15

/**
 * Returns the relative error of M² from the rounding of the printed numbers: a position is known to the last digit of its full size, and a covariance
 * to that of its largest axis. If the miss or the minor axis in the plane is small compared with these, the rounding is a larger share of the miss or
 * the axis.
 */
function lostBy(pair: Pair, miss: PrincipalMiss): number {
  const traceOf = ({ covariance }: EncounterObject) => [0, 1, 2].reduce((t, i) => t + entry(covariance, i, i), 0)
  const trace = pair.reduce((sum, object) => sum + traceOf(object), 0)
  const sigmasOff = (2 * PRINTED * norm(pair[0].r)) / miss.sigmaXM
  // The six entries of a covariance together are at most three times its trace.
  return (2 * sigmasOff) / Math.sqrt(mahalanobisSquared(miss)) + (3 * PRINTED * trace) / miss.sigmaXM ** 2
}

function compareArmellin(check: Check, line: string): void {
  const row = numbersOf(line)
  const of = (column: number) => row[column] ?? Number.NaN
  const pair = [armellinObject(row, 2), armellinObject(row, 14)] as const
  const radiusM = of(1) * 1000
  const { plane, miss } = principalOf(pair, radiusM)
  const limit = 1e-8 + lostBy(pair, miss)
  const probability = circle2d(miss, radiusM)
  check.relative('Pc, of the exact integral', probability, of(32), 1e-6)
  // The column differs by 1.1e-3 to 3.5e-3 from the exact one next to it (INDEX.md), so this only checks that the columns belong together.
  check.relative('Pc, of the table', probability, of(26), 1e-2)
  check.relative('miss', norm(subtract(pair[1].r, pair[0].r)) / 1000, of(29), 1e-8)
  check.relative('speed', plane.relativeSpeedMps / 1000, of(30), 1e-8)
  check.relative('Mahalanobis²', mahalanobisSquared(miss), of(31), limit)
  check.relative('Pc max', alfriendMaximum1999(miss, radiusM)?.probability, of(28), limit)
  // An error of M² makes an error of exp(−M²/2) that is M²/2 times as large.
  const error = relative(alfriend1999(miss, radiusM), of(27)) / (1 + of(31) / 2)
  check.within('Pc approx, over 1 + M²/2', { error, limit, unit: '' })
}

function compareCorrelated(tally: Tally, { files }: Source): void {
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const given = readJson(file)
    for (const expected of given.has('cases') ? given.rows('cases') : [given])
      compareCorrelatedPair(tally, files, expected)
  }
}

function compareCorrelatedPair(tally: Tally, files: readonly string[], expected: Json): void {
  const [cdm, radiusM] = [expected.text('cdm'), expected.number('hbr_m')]
  const path = files.find((name) => name.endsWith(`/${cdm}`))
  if (path === undefined) {
    tally.skip(cdm, 'the message is not in the collection')
    return
  }
  const numbers = readLines(path)
    .filter((line) => line.startsWith('COMMENT DCP'))
    .map((line) => [...line.matchAll(/[-+]?\d+\.\d+E[-+]\d+/g)].map(([text]) => Number(text)))
  const pair = pairOfCdm(path)
  const withDensity = (object: EncounterObject, at: number) => {
    const density = { sigma: numbers[at]?.[0] ?? Number.NaN, sensitivityRtnM: vectorAt(numbers[at + 1] ?? []) }
    return { ...object, density }
  }
  const plane = planeOf(pair)
  const covariance = correlatedCovariance(plane, withDensity(pair[0], 0), withDensity(pair[1], 3))
  const principal = principalMiss(plane.missM, covariance, radiusM)
  const probability = principal.ok ? circle2d(principal.miss, radiusM) : Number.NaN
  const [correlated, without] = ['Pc_with_cross_correlation', circleAsGiven(pair, radiusM)]
  const compare = (name: string, found: number, wanted: string, limit: number) =>
    tally.run(`${cdm}, ${name}`, (check) => check.relative(name, found, expected.number(wanted), limit))
  compare('of CARA', probability, `expected_${correlated}`, expected.number('source_relative_tolerance'))
  compare('derived', probability, `derived_${correlated}`, 1e-6)
  compare('without', without, 'derived_Pc_without', 1e-6)
}

const numbered = (_: Json, index: number) => `case ${index + 1}`

export const PC_SETS: readonly ReferenceSet[] = [
  ofJson(
    'pc/alfano*_cases.json',
    (row) => `case ${row.text('case')}`,
    compareAlfano,
    `Monte Carlo: ${TRIALS} trials of ours, whose ${100 * CONFIDENCE} % interval has the published share`,
  ),
  { name: 'pc/*_2d_scalar_cases.json', compare: compareScalarCases },
  ofTable(
    'pc/*cdm_expected.csv',
    (row) => row.text('Conjunction_ID'),
    compareCaraExpected,
    'SDMC: of 35 intervals of 95 % one or two leave the truth out; up to half their width beyond is taken',
  ),
  // The sample messages match several kinds; the first kind that matches decides.
  ofFiles('pc/*sample_cdm/*', (check, file) =>
    check.holds(readCdm(readMessage(file), { strict: false }).ok, 'read, leniently'),
  ),
  ofFiles('pc/*_cdm/*', (check, file) => check.holds(readCdm(readMessage(file)).ok, 'read, strictly')),
  { name: 'pc/*pc_cases.json', compare: compareCdmCases },
  { name: 'pc/*unit_cases.json', compare: compareUnitCases },
  ofJson(
    'pc/*bplane_outputs.json',
    numbered,
    comparePlane,
    'condition numbers and sigmas in RTN are no output of Apsis',
  ),
  ofJson('pc/*frisbee_maxpc.json', (row) => `${row.text('name')}, ${row.text('hbr_m')} m`, compareFrisbee),
  ofJson('pc/*dilution_maxpc.json', (row) => row.text('cdm'), compareDilution),
  ofJson('pc/*tca_correction.json', (row) => row.text('event'), compareTca),
  ofJson('pc/*linear_duration.json', numbered, compareDuration),
  ofLines('pc/armellin_*.csv', (line) => `event ${Number(line.split(',')[0])}`, compareArmellin),
  { name: 'pc/armellin_*.md', notCovered: 'it describes the columns of the table beside it' },
  { name: 'pc/*cross_correlation/*', compare: compareCorrelated },
]
