import { GM_EARTH } from '@apsis/astro/constants.ts'
import { RAD_PER_ARCSEC } from '@apsis/astro/frames/angle.ts'
import { type EarthModel, type EarthTheory, earthAt } from '@apsis/astro/frames/earth.ts'
import { eopSpan, makeEopTable } from '@apsis/astro/frames/eop.ts'
import { type Frame, rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { LOCAL_FRAMES, type LocalFrame, localRotation } from '@apsis/astro/frames/local.ts'
import { parseEop } from '@apsis/astro/frames/parse-eop.ts'
import { invert, rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import { lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { type Mat3, multiply, transpose } from '@apsis/astro/mat3.ts'
import { trueFromMean } from '@apsis/astro/orbit/anomaly.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { TIME_SCALES } from '@apsis/astro/time/scales.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { findFiles, type Json, numbersOf, onlyFile, readJson, readLines, readText, vectorAt } from './run/collection.ts'
import { ofFiles, ofLines, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, type KnownDeviation, resultOf, type Tally } from './run/tally.ts'

/**
 * Returns the matrix of a quaternion (scalar last). The matrix converts vectors from the axes in which the quaternion is given to the axes that it
 * describes.
 */
function matrixOf(quaternion: readonly number[]): Mat3 {
  const length = Math.hypot(...quaternion)
  const [x = 0, y = 0, z = 0, w = 0] = quaternion.map((part) => part / length)
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), w * w - x * x + y * y - z * z, 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), w * w - x * x - y * y + z * z],
  ]
}

/** Returns the angle between two rotations, in arcseconds; it holds for small angles. */
function arcsecBetween(a: Mat3, b: Mat3): number {
  const [x, y, z] = multiply(a, transpose(b))
  return Math.hypot(y[2] - z[1], z[0] - x[2], x[1] - y[0]) / 2 / RAD_PER_ARCSEC
}

const BOOK_PRECESSION: KnownDeviation = {
  upTo: 1e-6,
  because: "the book's precession is that of IAU 2000: with it, SOFA's xys00a gives its GCRF to 0.1 mm",
}
const FOUR_TERMS: KnownDeviation = {
  upTo: 5.2e-4,
  because: 'another convention: its nutation has four terms, that of TEME 106; the set rounds the difference to 0.5 m',
}
const CARA = 'cara_variant (Tech Note 21: LOD=0, ddpsi=ddeps=0, IAU1996 fundamental arguments)'

/** Returns a model that has the example's parameters on every day around it; UT1 is the Julian date in one double, as its author used it. */
function valladoModel(set: Json, theory: EarthTheory, corrections: boolean): EarthModel {
  const [utc, jdUt1] = [set.text('utc'), set.number('jd_ut1')]
  const midnight = parseTime(`${utc.slice(0, 10)}T00:00:00`)
  const wholeJd = Math.floor(jdUt1 - 0.5) + 0.5
  const arcsec = (name: string) => set.number('eop', name) * RAD_PER_ARCSEC
  const day = {
    xpRad: arcsec('xp_arcsec'),
    ypRad: arcsec('yp_arcsec'),
    ut1MinusUtcS: (jdUt1 - wholeJd) * 86_400 - secondsBetween(midnight, parseTime(utc)),
    lodS: set.number('eop', 'lod_s'),
    dpsiRad: arcsec('ddpsi_arcsec'),
    depsRad: arcsec('ddeps_arcsec'),
    dxRad: arcsec('dX_arcsec'),
    dyRad: arcsec('dY_arcsec'),
    predicted: false,
  }
  const days = [-2, -1, 0, 1, 2].map((step) => ({ mjd: wholeJd - 2_400_000.5 + step, ...day }))
  return { theory, corrections, eop: makeEopTable('Vallado', days), dailyTides: false }
}

/** A printed state: its name, its frame, the theory, its place in the file, the limit in km, and a known deviation. */
type PrintedState = readonly [string, Frame, 'plain' | 'corrected' | 'modern', string, string, number?, KnownDeviation?]

const PRINTED: readonly PrintedState[] = [
  ['PEF', 'PEF', 'plain', 'iau76_fk5', 'PEF'],
  ['TOD', 'TOD', 'plain', 'iau76_fk5', 'TOD (no corrections)'],
  ['MOD', 'MOD', 'plain', 'iau76_fk5', 'MOD (no corrections)'],
  ['EME2000', 'EME2000', 'plain', 'iau76_fk5', 'J2000/EME2000 (no corrections)'],
  ['TEME', 'TEME', 'plain', 'iau76_fk5', 'TEME'],
  ['TEME beside IAU 2006', 'TEME', 'modern', 'iau76_fk5', 'TEME'],
  ['TOD, corrected', 'TOD', 'corrected', 'iau76_fk5', 'TOD (with ddpsi,ddeps)'],
  ['MOD, corrected', 'MOD', 'corrected', 'iau76_fk5', 'MOD (with ddpsi,ddeps)'],
  ['GCRF, corrected', 'GCRF', 'corrected', 'iau76_fk5', 'GCRF (with ddpsi,ddeps)'],
  ['TIRF', 'TIRF', 'modern', 'iau2006', 'TIRS'],
  ['CIRF', 'CIRF', 'modern', 'iau2006', 'CIRS'],
  ['GCRF by the CIO', 'GCRF', 'modern', 'iau2006', 'GCRF', 1e-7, BOOK_PRECESSION],
  ['CARA: EME2000', 'EME2000', 'plain', CARA, 'J2K', 1e-6],
  ['CARA: MOD', 'MOD', 'plain', CARA, 'MOD', 1e-6],
  ['CARA: TOD', 'TOD', 'plain', CARA, 'TOD', 1e-6],
  ['CARA: PEF', 'PEF', 'plain', CARA, 'PEF', 1e-6],
  ['CARA: TEME of four terms', 'TEME', 'plain', CARA, 'TEME_small_angle', 5e-4, FOUR_TERMS],
  ['CARA: TEME of four terms, full angle', 'TEME', 'plain', CARA, 'TEME_full_angle', 5e-4, FOUR_TERMS],
]

function compareVallado(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const models = {
    plain: valladoModel(set, 'IAU1980', false),
    corrected: valladoModel(set, 'IAU1980', true),
    modern: valladoModel(set, 'IAU2006', true),
  }
  const stateOf = (state: Json) => ({ r: state.vector('r', 1000), v: state.vector('v', 1000) })
  const epoch = parseTime(set.text('utc'))
  for (const [name, frame, model, group, key, limitKm = 1e-7, known] of PRINTED) {
    tally.run(name, (check) => {
      const from = { frame: 'ITRF', epoch, ...stateOf(set.at('iau76_fk5', 'ITRF')) } as const
      const [found, printed] = [transformState(from, frame, models[model]), stateOf(set.at(group, key))]
      const ofFour = limitKm < 1e-4 ? '' : ', of four terms'
      check.apart(`position${ofFour}`, found.r, printed.r, limitKm, 'km', known)
      // The states are printed to 1e-9 km/s; CARA does not use the length of the day, which is 1e-9 km/s of ω × r.
      check.apart(`velocity${ofFour}`, found.v, printed.v, limitKm > 1e-4 ? 1e-6 : 2e-9, 'km/s')
    })
  }
  tally.note("CARA's EFG, the Earth-fixed frame of its four-term TEME, is no frame of Apsis")
}

function compareIss(check: Check, file: string): void {
  const iss = readJson(file)
  const [time = '', scale] = iss.text('epoch').split(' ')
  const epoch = parseTime(time, TIME_SCALES.find((known) => known === scale) ?? 'UTC')
  const state = resultOf(propagateSgp4(initSgp4(parseTle(iss.text('tle', 0), iss.text('tle', 1))), epoch))
  const { r, v } = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF')
  check.apart('position', r, iss.vector('horizons_position_km', 1000), 2, 'm')
  check.apart('velocity', v, iss.vector('horizons_velocity_km_s', 1000), 1e-3, 'm/s')
}

const EOP_FILES = 'frames/*finals2000A*'

function compareEop(tally: Tally, { files: [file = ''] }: Source): void {
  const table = parseEop(readText(file), 'finals-2000')
  const isKnown = (line: string) => line.slice(58, 68).trim() !== '' && line.slice(18, 27).trim() !== ''
  const known = readLines(file).filter(isKnown).length
  tally.run('days', (check) => {
    const { firstMjd, lastMjd } = eopSpan(table)
    check.same(table.days.length, known, 'days with pole and UT1')
    check.holds(lastMjd - firstMjd + 1 === table.days.length, 'no day is missing')
  })
  // The parameters that an example gives for its date come from another series, up to a day later.
  for (const set of findFiles('frames/vallado_*.json').map(readJson)) {
    tally.run(set.text('utc').slice(0, 10), (check) => {
      const day = table.days.find(({ mjd }) => mjd === Math.floor(set.number('jd_ut1') - 2_400_000.5))
      check.near('pole', day && day.xpRad / RAD_PER_ARCSEC, set.number('eop', 'xp_arcsec'), 2e-3, '″')
      check.near('UT1', day?.ut1MinusUtcS, set.number('eop', 'ut1_minus_utc_s'), 2e-3, 's')
    })
  }
}

const FRAMES_HERE = ['EME2000', 'MOD', 'TOD', 'CIRF', 'TIRF', 'ITRF', 'TEME', 'PEF'] as const
/** The rotations that do not depend on the Earth orientation parameters of the day. */
const WITHOUT_EOP: readonly string[] = ['EME2000', 'MOD', 'TEME']

/** Returns the known name between two words in the name of a file, or the known name for which an alias stands there. */
function namedIn<T extends string>(
  file: string,
  pattern: RegExp,
  known: readonly T[],
  others: Readonly<Record<string, T>>,
) {
  const name = pattern.exec(file)?.[1] ?? ''
  const found = others[name] ?? known.find((each) => each === name)
  if (found === undefined) throw new RangeError(`${file} is about ${name}, which Apsis does not have`)
  return found
}

/** Orekit's TEME is derived from EME2000 without the frame bias of 0.023″ (INDEX.md). */
const limitOf = (frame: Frame) => (frame === 'TEME' ? 0.025 : 1e-5)

function compareOrekit(tally: Tally, { files }: Source): void {
  const finals = readText(onlyFile(EOP_FILES))
  const eop = parseEop(finals, 'finals-2000')
  const lastFinal = finals.split('\n').findLast((line) => line.slice(134, 144).trim() !== '') ?? ''
  // Interpolation needs four days, two of them after the time: the time may be at most two days before the last day of Bulletin B.
  const lastMjd = Number(lastFinal.slice(7, 15)) - 2
  let left = 0
  for (const file of files) {
    const frame: Frame = namedIn(file, /GCRF_(\w+)_orekit/, FRAMES_HERE, { J2000: 'EME2000' })
    for (const line of readLines(file).slice(1)) {
      const [date = '', ...words] = line.split(',')
      const time = new Date(`${date} UTC`)
      if (!WITHOUT_EOP.includes(frame) && time.getTime() / 86_400_000 + 40_587 > lastMjd) {
        left += 1
        continue
      }
      tally.run(`${frame} at ${date}`, (check) => {
        const tai = parseTime(time.toISOString().slice(0, 23), 'TAI')
        const { matrix, omegaRadS } = rotationBetween('GCRF', frame, earthAt(tai, { eop, outside: 'hold' }))
        const numbers = words.map(Number)
        check.near(frame, arcsecBetween(matrix, matrixOf(numbers.slice(6, 10))), 0, limitOf(frame), '″')
        // The tolerance covers the rate of precession, nutation and polar motion, which velocities omit.
        check.apart('rate', omegaRadS, vectorAt(numbers, 10), 3e-10, 'rad/s')
      })
    }
  }
  const because = `after MJD ${lastMjd}, where Bulletin B of the table ends and Orekit had other parameters`
  if (left > 0) tally.skip(`${left} rows`, because)
}

function compareLook(check: Check, line: string): void {
  const row = numbersOf(line)
  const [azimuth = 0, elevation = 0, range = 0] = row.slice(13)
  const [lat, lon, heightM] = vectorAt(row, 4)
  const station = makeStation({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM })
  const look = lookAt(station, { r: vectorAt(row, 7), v: [0, 0, 0] })
  check.near('azimuth', radToDeg(Math.sin(look.azimuthRad - degToRad(azimuth))), 0, 1e-6, '°')
  check.near('elevation', radToDeg(look.elevationRad), elevation, 1e-6, '°')
  check.near('range', look.rangeM, range, 1e-3, 'm')
}

const STK_HEIGHT = { upTo: 2e-6, because: 'SOFA, and the way back, agree with us to 1e-9 m' }

function compareGeodetic(check: Check, line: string): void {
  const row = numbersOf(line)
  const [lat, lon, alt] = vectorAt(row, 4)
  const { latRad, lonRad, heightM } = toGeodetic(vectorAt(row, 1))
  check.near('latitude', radToDeg(latRad), lat, 1e-9, '°')
  check.near('longitude', radToDeg(lonRad), lon, 1e-9, '°')
  check.near('height', heightM, alt, 1e-6, 'm', STK_HEIGHT)
}

/** STK's names for axes that Apsis names differently: STK's LVLH is x outward and z along the normal, its VVLH z inward. */
const STK_AXES: Readonly<Record<string, LocalFrame>> = { LVLH: 'RSW', VVLH: 'LVLH', RIC: 'RSW' }

/** Reads the Kepler orbit of the files from the index: `a … m, e …, i …, RAAN …, epoch … UTC`, and its other values. */
function orbitOf(description: string) {
  const number = (name: string) => Number(new RegExp(`\\b${name} (-?[\\d.]+)`).exec(description)?.[1] ?? 0)
  const epoch = /epoch (\S+) UTC/.exec(description)?.[1]
  if (number('a') === 0 || epoch === undefined) throw new RangeError('INDEX.md does not say along which orbit')
  return {
    epochMs: Date.parse(`${epoch.slice(0, 10)}T${epoch.slice(11) || '00:00:00'}Z`),
    semiMajorAxisM: number('a'),
    eccentricity: number('e'),
    incRad: degToRad(number('i')),
    raanRad: degToRad(number('RAAN')),
    argPeriapsisRad: degToRad(number('argp')),
    meanAnomalyRad: degToRad(number('M')),
  }
}

function compareLocalFrames(tally: Tally, { files, description }: Source): void {
  const { epochMs, meanAnomalyRad, ...orbit } = orbitOf(description)
  const meanMotionRadS = Math.sqrt(GM_EARTH / orbit.semiMajorAxisM ** 3)
  for (const file of files) {
    const frame = namedIn(file, /stk_local_frame_(\w+)_GCRF/, LOCAL_FRAMES, STK_AXES)
    for (const line of readLines(file).slice(1)) {
      const [date = '', ...words] = line.split(',')
      const numbers = words.map(Number)
      tally.run(`${frame} at ${date}`, (check) => {
        const seconds = (Date.parse(`${date} UTC`) - epochMs) / 1000
        const trueAnomalyRad = trueFromMean(meanAnomalyRad + meanMotionRadS * seconds, orbit.eccentricity)
        const { matrix, omegaRadS } = localRotation(frame, toCartesian({ ...orbit, trueAnomalyRad }, GM_EARTH))
        check.near('axes', arcsecBetween(matrix, matrixOf(numbers.slice(0, 4))), 0, 1, '″')
        check.apart('rate', omegaRadS, vectorAt(numbers, 4), 1e-11, 'rad/s')
      })
    }
  }
  tally.note("STK's LVLH is RSW of Apsis, its VVLH is LVLH")
}

function compareRtn(tally: Tally, { files: [file = ''] }: Source): void {
  const [toRic, toEci] = [readJson(file).at('eci_to_ric'), readJson(file).at('ric_to_eci')]
  const rotation = localRotation('RSW', { r: toRic.vector('r'), v: toRic.vector('v') }, { kind: 'inertial' })
  const nine = 'cov_ric_9x9 (leading 6x6 block is the 6x6 answer)'
  const cases = [
    ['3×3 to RTN', rotation, toRic, 'cov_eci_3x3', 'cov_ric_3x3'],
    ['6×6 to RTN', rotation, toRic, 'cov_eci_6x6', nine],
    ['3×3 from RTN', invert(rotation), toEci, 'cov_ric_3x3', 'cov_eci_3x3'],
    ['6×6 from RTN', invert(rotation), toEci, 'cov_ric_6x6', 'cov_eci_9x9'],
  ] as const
  for (const [name, turn, set, given, answer] of cases) {
    tally.run(name, (check) => {
      const found = rotateCovariance(turn, set.matrix(given)).flat()
      const six = set.matrix(answer).slice(0, 6)
      const wanted = six.flatMap((row) => row.slice(0, 6))
      const largest = Math.max(...wanted.map(Math.abs))
      const most = Math.max(...wanted.map((value, index) => Math.abs((found[index] ?? Number.NaN) - value)))
      check.near('relative to the largest', most / largest, 0, 1e-12)
    })
  }
  tally.note('drag and light parameters (9×9) are read and written with a message, but not turned: they do not turn')
}

const dateOf = (line: string) => line.slice(0, 23)

export const FRAME_SETS: readonly ReferenceSet[] = [
  { name: 'frames/vallado_*.json', compare: compareVallado },
  { name: 'frames/GCRF_*_orekit.csv', compare: compareOrekit },
  ofFiles('frames/*sgp4_vs_horizons.json', compareIss),
  { name: EOP_FILES, compare: compareEop },
  ofLines('frames/stk_aer_*.csv', dateOf, compareLook),
  ofLines('frames/stk_ecef_lla*.csv', dateOf, compareGeodetic),
  { name: 'frames/stk_local_frame_*_GCRF.csv', compare: compareLocalFrames },
  { name: 'frames/*rtn_covariance.json', compare: compareRtn },
]
