import { interpolateCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import {
  type Ephemeris,
  type EphemerisSegment,
  type Interpolation,
  makeEphemeris,
} from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { hermite, type Sample } from '@apsis/astro/ephemeris/polynomial.ts'
import { type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { makeEopTable } from '@apsis/astro/frames/eop.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { findIntervals, stepsBetween } from '@apsis/astro/time/intervals.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { interpolationOf, resolveStates } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { parseEphemerisName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { readMeme } from '@apsis/ccsds/meme/meme.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'
import { nameOf, onlyFile, readJson, readMessage, stateAt } from './run/collection.ts'
import { ofFiles, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, relative, resultOf, type Tally } from './run/tally.ts'

/** Returns the segments of an OEM, with the interpolation that the file asks for. */
const segmentsOf = (path: string): EphemerisSegment[] =>
  resultOf(readOem(readMessage(path))).message.segments.map(({ metadata, states }) => {
    return { frame: metadata.refFrame, ...interpolationOf(metadata), states: resolveStates(states) }
  })

/** Returns the largest differences of the states of a fine ephemeris from a coarse one, m and m/s. */
function worstApart(coarse: Ephemeris, fine: readonly EphemerisSegment[]): { m: number; mps: number } {
  let [m, mps] = [0, 0]
  for (const { epoch, r, v } of fine.flatMap((segment) => segment.states)) {
    const state = resultOf(interpolateState(coarse, epoch))
    m = Math.max(m, norm(subtract(state.r, r)))
    mps = Math.max(mps, norm(subtract(state.v, v)))
  }
  return { m, mps }
}

/** Returns the step, s, that the name of an ephemeris gives: LEO_60s.oem. */
const stepOf = (file: string) => Number(/_(\d+)s\.\w+$/.exec(file)?.[1] ?? Number.NaN)

/** Compares every coarser version of an ephemeris with its finest one. */
function comparePairs(tally: Tally, { files }: Source): void {
  const [fine, ...coarse] = [...files].sort((a, b) => stepOf(a) - stepOf(b))
  if (fine === undefined || coarse.length === 0) throw new RangeError('there are no two steps of one ephemeris')
  for (const file of coarse) {
    tally.run(`${file} at the times of ${fine}`, (check) => {
      const { m, mps } = worstApart(makeEphemeris(segmentsOf(file)), segmentsOf(fine))
      check.near('position', m / 1000, 0, 1.5e-6, 'km')
      check.near('velocity', mps / 1000, 0, 1.5e-6, 'km/s')
    })
  }
}

function compareMethods(tally: Tally, { files: [file = ''] }: Source): void {
  for (const row of readJson(file).rows('hermite_scalar')) {
    tally.run('Hermite of NAIF', (check) => {
      const [values, slopes] = [row.numbers('value'), row.numbers('derivative')]
      const flat = (x: number | undefined) => [x ?? 0, 0, 0] as const
      const samples = row.numbers('t').map((time, k): Sample => ({ time, values: [flat(values[k]), flat(slopes[k])] }))
      const { value, slope } = hermite(samples, row.number('at'))
      check.near('Hermite', value[0], row.number('expected_value'), 1e-10)
      check.near('Hermite', slope[0], row.number('expected_derivative'), 1e-10)
    })
  }
  for (const [name, pair] of readJson(file).entries('pairs')) {
    const [coarse = '', fine = ''] = name.split(' -> ').map((each) => `ephemeris/${each}.oem`)
    for (const [method, wanted] of pair.entries('derived_errors')) {
      tally.run(`${name}, ${method}`, (check) => {
        const interpolation: Interpolation = method.startsWith('hermite') ? 'HERMITE' : 'LAGRANGE'
        const degree = Number(method.replace(/\D/g, ''))
        const segments = segmentsOf(coarse).map((segment) => ({ ...segment, interpolation, degree }))
        const { m } = worstApart(makeEphemeris(segments), segmentsOf(fine))
        // Both values are errors of the data: the windows at the ends differ, and so does rounding below a tenth of a millimetre.
        const decades = Math.log10(Math.max(1e-4, m) / Math.max(1e-4, wanted.number('max_pos_err_m')))
        check.near('decades from the error that the makers of the set found', decades, 0, 0.5)
      })
    }
  }
}

function compareCovariance(check: Check, file: string): void {
  const row = readJson(file)
  const origin = parseTime('2026-01-01T00:00:00')
  const epochs = row.numbers('nodes_t_s').map((seconds) => addSeconds(origin, seconds))
  const states = epochs.map((epoch, k) => ({ epoch, ...stateAt(row.numbers('nodes_state', k), 1000) }))
  const covariances = epochs.map((epoch, k) => {
    return { epoch, covariance: row.matrix('nodes_covariance', k).map((line) => line.map((value) => value * 1e6)) }
  })
  const ephemeris = makeEphemeris([{ frame: 'EME2000', states, covariances }])
  const { covariance } = resultOf(interpolateCovariance(ephemeris, addSeconds(origin, row.number('t_s'))))
  const wanted = row.matrix('truth_covariance').flat()
  for (const [k, value] of covariance.flat().entries())
    check.relative('covariance, relative', value / 1e6, wanted[k], 3e-6)
  const sigma = covariance.map((line, i) => Math.sqrt(line[i] ?? 0))
  const correlation = covariance.map((line, i) => line.map((value, j) => value / ((sigma[i] ?? 0) * (sigma[j] ?? 0))))
  check.holds(Math.min(...symmetricEigen(correlation).values) > 0, 'positive definite')
}

/** True if the metres are the kilometres of a text with the decimal point moved by three places; exactly, because the texts have 17 digits. */
function isSame(metres: readonly number[] | undefined, kilometres: readonly number[]): boolean {
  return metres !== undefined && kilometres.every((km, index) => relative(metres[index] ?? 0, km * 1000) < 3e-16)
}

const ISS = 'ephemeris/ISS.OEM*.xml'
const ISS_EXPECTED = 'ephemeris/iss_oem_expected*.json'

function compareIssReading(tally: Tally, { files: [file = ''] }: Source): void {
  const expected = readJson(onlyFile(ISS_EXPECTED))
  const [segment] = segmentsOf(file)
  tally.run('states', (check) => {
    const { states = [] } = segment ?? {}
    const [first, last] = [states[0], states.at(-1)]
    check.same(states.length, expected.number('n_states'), 'states')
    check.holds(isSame(first?.r, expected.numbers('first_state', 'r_km')), 'the first position')
    check.holds(isSame(first?.v, expected.numbers('first_state', 'v_km_s')), 'the first velocity')
    const textOf = (epoch: Epoch | undefined) => epoch && `${formatTime(epoch, { form: 'day-of-year', digits: 3 })}Z`
    check.same(textOf(first?.epoch), expected.text('first_epoch'), 'first epoch')
    check.same(textOf(last?.epoch), expected.text('last_epoch'), 'last epoch')
  })
}

/** Returns the Earth model that the makers of the file used: IAU 1980, UT1 = UTC, no polar motion. */
function uncorrectedAbout(day: string): EarthModel {
  const middle = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 40_587
  const days = [-3, -2, -1, 0, 1, 2].map((step) => {
    return { mjd: middle + step, xpRad: 0, ypRad: 0, ut1MinusUtcS: 0, predicted: false }
  })
  return { theory: 'IAU1980', corrections: false, dailyTides: false, eop: makeEopTable('UT1 = UTC', days) }
}

function compareIssNode(tally: Tally, { files: [file = ''] }: Source): void {
  const node = readJson(file).at('ascending_node')
  const ephemeris = makeEphemeris(segmentsOf(onlyFile(ISS)))
  const time = node.text('published_comment_epoch_utc')
  const [published, uncorrected] = [parseTime(time), uncorrectedAbout(time.slice(0, 10))]
  const placeIn = (frame: 'TOD' | 'PEF', epoch: Epoch) => {
    const { r } = resultOf(interpolateState(ephemeris, epoch))
    return transform(rotationBetween('EME2000', frame, earthAt(epoch, uncorrected)).matrix, r)
  }
  tally.run('first ascending node', (check) => {
    const height = (seconds: number) => placeIn('TOD', addSeconds(published, seconds))[2]
    const [rise] = findIntervals(height, stepsBetween(-60, 60, 10))
    const epoch = addSeconds(published, rise?.startS ?? Number.NaN)
    check.time('time', epoch, published, 2e-3)
    const [x, y] = placeIn('PEF', epoch)
    check.near('longitude', radToDeg(Math.atan2(y, x)), node.number('published_LAN_deg_east'), 2e-4, '°')
  })
  tally.note('by IAU 1980 with UT1 = UTC, as in the file')
}

const MEME = 'ephemeris/MEME_*.txt'
const MEME_EXPECTED = 'ephemeris/*meme_expected*.json'

const memeOf = (path: string) => resultOf(readMeme(readMessage(path), { strict: false })).message
const wholeSeconds = (epoch: Epoch | null | undefined) => epoch && `${formatTime(epoch, { digits: 0 })}Z`

function compareMemeText(tally: Tally, { files: [file = ''] }: Source): void {
  const expected = readJson(onlyFile(MEME_EXPECTED)).at('files', nameOf(file))
  tally.run('header', (check) => {
    const { header } = memeOf(file)
    for (const name of ['created', 'start', 'stop'] as const)
      check.same(wholeSeconds(header[name]), expected.text(name), name)
    check.same(header.stepS, expected.number('step_s'), 'step')
  })
  tally.run('strictly', (check) => {
    const strict = readMeme(readMessage(file))
    const isFlagged = !strict.ok && strict.errors.some(({ code }) => code === 'outside-span')
    check.holds(isFlagged, 'flagged as shorter than declared')
  })
  const records = expected.has('records') ? expected.rows('records') : []
  for (const [index, record] of records.entries()) {
    tally.run(record.text('epoch_utc'), (check) => {
      const state = memeOf(file).states[index]
      check.holds(isSame(state?.r, record.numbers('position_km')), 'position')
      check.holds(isSame(state?.v, record.numbers('velocity_km_s')), 'velocity')
    })
  }
}

function compareMemeCovariance(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  for (const [meme, each] of set.entries('files'))
    for (const [index, record] of each.rows('records').entries())
      tally.run(record.text('epoch_utc'), (check) => {
        const matrix = memeOf(`ephemeris/${meme}`).covariances[index]?.matrix ?? []
        const at = (i: number, j: number) => matrix[i]?.[j] ?? Number.NaN
        const sigma = (i: number) => Math.sqrt(at(i, i))
        const correlation = (i: number, j: number) => at(i, j) / (sigma(i) * sigma(j))
        const measure = (found: number, wanted: number) =>
          check.near('sigmas and correlations', found, wanted, 1e-6, 'm, mm/s, 1')
        for (const axis of [0, 1, 2]) {
          measure(sigma(axis), record.number('sigma_UVW_m', axis))
          measure(sigma(3 + axis) * 1000, record.number('sigma_UVWdot_mm_s', axis))
        }
        measure(correlation(0, 1), record.number('corr_U_V'))
        measure(correlation(1, 3), record.number('corr_V_Udot'))
        measure(correlation(0, 4), record.number('corr_U_Vdot'))
      })
  const example = set.at('filename_example')
  tally.run(example.text('name'), (check) => {
    const reading = parseEphemerisName(example.text('name'))
    const found = reading.ok ? reading.name : undefined
    check.same(found?.noradId, example.number('norad'), 'number')
    check.same(found?.objectName, example.text('object'), 'object')
    check.same(wholeSeconds(found?.stop), example.text('end_utc_from_gps_seconds'), 'end')
  })
}

export const EPHEMERIS_SETS: readonly ReferenceSet[] = [
  { name: 'ephemeris/*s.oem', compare: comparePairs },
  { name: 'ephemeris/*interpolation_cases.json', compare: compareMethods },
  ofFiles('ephemeris/*covariance_interpolation*.json', compareCovariance),
  { name: ISS, compare: compareIssReading },
  { name: ISS_EXPECTED, compare: compareIssNode },
  { name: MEME, compare: compareMemeText },
  { name: MEME_EXPECTED, compare: compareMemeCovariance },
]
