import { interpolateCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import {
  type Ephemeris,
  type EphemerisSegment,
  INTERPOLATIONS,
  type Interpolation,
  makeEphemeris,
} from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { hermite } from '@apsis/astro/ephemeris/polynomial.ts'
import { type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { makeEopTable } from '@apsis/astro/frames/eop.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { findIntervals, stepsBetween } from '@apsis/astro/time/intervals.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { parseMemeName, readMeme } from '@apsis/ccsds/meme/meme.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'
import { onlyFile, readJson, readMessage, vectorAt } from './collection.ts'
import { relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Tally } from './tally.ts'

function oemOf(path: string): Oem {
  const reading = readOem(readMessage(path))
  if (!reading.ok) throw new Error(`${path}: ${reading.errors[0]?.message}`)
  return reading.message
}

/** The segments of an OEM, with the interpolation that it asks for. */
function segmentsOf(oem: Oem): EphemerisSegment[] {
  return oem.segments.map(({ metadata, states }) => {
    const { refFrame, interpolation, interpolationDegree } = metadata
    const method = INTERPOLATIONS.find((known) => known === interpolation?.toUpperCase())
    return {
      frame: refFrame,
      ...(method === undefined ? {} : { interpolation: method }),
      ...(interpolationDegree === undefined ? {} : { degree: interpolationDegree }),
      states: states.map(({ epoch, r, v }) => {
        if (!isResolved(epoch)) throw new Error('a time of an unknown system')
        return { epoch, r, v }
      }),
    }
  })
}

function worstApart(
  coarse: Ephemeris,
  fine: readonly EphemerisSegment[],
): { km: number; kmps: number; states: number } {
  let [km, kmps, states] = [0, 0, 0]
  for (const { epoch, r, v } of fine.flatMap((segment) => segment.states)) {
    const state = interpolateState(coarse, epoch)
    if (!state.ok) throw new Error(state.reason)
    km = Math.max(km, norm(subtract(state.r, r)) / 1000)
    kmps = Math.max(kmps, norm(subtract(state.v, v)) / 1000)
    states += 1
  }
  return { km, kmps, states }
}

/** The step that the name of an ephemeris says, s: LEO_60s.oem. */
const stepOf = (file: string) => Number(/_(\d+)s\.\w+$/.exec(file)?.[1] ?? Number.NaN)

/** Every coarser version of an ephemeris beside its finest. */
function comparePairs(tally: Tally, { files }: Source): void {
  const [fine, ...coarse] = [...files].sort((a, b) => stepOf(a) - stepOf(b))
  if (fine === undefined || coarse.length === 0) throw new RangeError('there are no two steps of one ephemeris')
  for (const file of coarse) comparePair(tally, file, fine)
}

function comparePair(tally: Tally, coarse: string, fine: string): void {
  tally.run(`${coarse} at the times of ${fine}`, (check) => {
    const { km, kmps } = worstApart(makeEphemeris(segmentsOf(oemOf(coarse))), segmentsOf(oemOf(fine)))
    check.within('position', { error: km, limit: 1.5e-6, unit: 'km' })
    check.within('velocity', { error: kmps, limit: 1.5e-6, unit: 'km/s' })
  })
}

interface InterpolationCases {
  readonly pairs: Readonly<
    Record<string, { derived_errors: Readonly<Record<string, { max_pos_err_m: number; max_vel_err_mm_s: number }>> }>
  >
  readonly hermite_scalar: readonly {
    t: number[]
    value: number[]
    derivative: number[]
    at: number
    expected_value: number
    expected_derivative: number
  }[]
}

function compareMethods(tally: Tally, { files: [file = ''] }: Source): void {
  const cases = readJson<InterpolationCases>(file)
  for (const { t, value, derivative, at, ...expected } of cases.hermite_scalar) {
    tally.run('Hermite of NAIF', (check) => {
      const samples = t.map((time, k) => ({
        time,
        values: [vectorAt([value[k] ?? 0, 0, 0]), vectorAt([derivative[k] ?? 0, 0, 0])],
      }))
      const found = hermite(samples, at)
      const error = Math.max(
        Math.abs(found.value[0] - expected.expected_value),
        Math.abs(found.slope[0] - expected.expected_derivative),
      )
      check.within('Hermite', { error, limit: 1e-10, unit: '' })
    })
  }
  for (const [name, { derived_errors }] of Object.entries(cases.pairs)) {
    const [coarse = '', fine = ''] = name.split(' -> ').map((each) => `ephemeris/${each}.oem`)
    for (const [method, wanted] of Object.entries(derived_errors)) {
      tally.run(`${name}, ${method}`, (check) => {
        const interpolation: Interpolation = method.startsWith('hermite') ? 'HERMITE' : 'LAGRANGE'
        const degree = Number(method.replace(/\D/g, ''))
        const segments = segmentsOf(oemOf(coarse)).map((segment) => ({ ...segment, interpolation, degree }))
        const { km } = worstApart(makeEphemeris(segments), segmentsOf(oemOf(fine)))
        // Both are errors of the data: the windows at the ends differ, and rounding below a tenth of a millimetre.
        const error = Math.abs(Math.log10(Math.max(1e-4, km * 1000) / Math.max(1e-4, wanted.max_pos_err_m)))
        check.within('decades from the error that the makers of the set found', { error, limit: 0.5, unit: '' })
      })
    }
  }
}

interface CovarianceCase {
  readonly t_s: number
  readonly truth_covariance: number[][]
  readonly nodes_t_s: number[]
  readonly nodes_state: number[][]
  readonly nodes_covariance: number[][][]
}

function compareCovariance(tally: Tally, { files }: Source): void {
  for (const file of files) compareCovarianceCase(tally, file)
}

function compareCovarianceCase(tally: Tally, file: string): void {
  const row = readJson<CovarianceCase>(file)
  tally.run(`${file}: in the middle`, (check) => {
    const origin = parseTime('2026-01-01T00:00:00')
    const at = (seconds: number) => addSeconds(origin, seconds)
    const states = row.nodes_t_s.map((t, k) => {
      const state = row.nodes_state[k] ?? []
      return { epoch: at(t), r: vectorAt(state, 0, 1000), v: vectorAt(state, 3, 1000) }
    })
    const covariances = row.nodes_t_s.map((t, k) => ({
      epoch: at(t),
      covariance: (row.nodes_covariance[k] ?? []).map((line) => line.map((value) => value * 1e6)),
    }))
    const found = interpolateCovariance(makeEphemeris([{ frame: 'EME2000', states, covariances }]), at(row.t_s))
    if (!found.ok) throw new Error(found.reason)
    const wanted = row.truth_covariance.flat()
    const error = Math.max(
      ...found.covariance.flat().map((value, k) => Math.abs(value / 1e6 / (wanted[k] ?? Number.NaN) - 1)),
    )
    check.within('covariance, relative', { error, limit: 3e-6, unit: '' })
    const sigma = found.covariance.map((line, i) => Math.sqrt(line[i] ?? 0))
    const correlation = found.covariance.map((line, i) =>
      line.map((value, j) => value / ((sigma[i] ?? 0) * (sigma[j] ?? 0))),
    )
    check.holds(Math.min(...symmetricEigen(correlation).values) > 0, 'positive definite')
  })
}

/** Whether metres are the kilometres of a text, moved by three places; to the last bit, as texts have 17 digits. */
function isSame(metres: readonly number[] | undefined, kilometres: readonly number[]): boolean {
  return metres !== undefined && kilometres.every((km, index) => relative(metres[index] ?? 0, km * 1000) < 3e-16)
}

const ISS = 'ephemeris/ISS.OEM*.xml'
const ISS_EXPECTED = 'ephemeris/iss_oem_expected*.json'

interface IssExpected {
  readonly n_states: number
  readonly first_epoch: string
  readonly last_epoch: string
  readonly first_state: { readonly r_km: number[]; readonly v_km_s: number[] }
  readonly ascending_node: { readonly published_comment_epoch_utc: string; readonly published_LAN_deg_east: number }
}

function compareIssReading(tally: Tally, { files: [file = ''] }: Source): void {
  const expected = readJson<IssExpected>(onlyFile(ISS_EXPECTED))
  const [segment] = segmentsOf(oemOf(file))
  tally.run('states', (check) => {
    const { states = [] } = segment ?? {}
    check.holds(states.length === expected.n_states, `${expected.n_states} states, not ${states.length}`)
    const [first, last] = [states[0], states.at(-1)]
    check.holds(isSame(first?.r, expected.first_state.r_km), 'the first position')
    check.holds(isSame(first?.v, expected.first_state.v_km_s), 'the first velocity')
    for (const [state, time] of [
      [first, expected.first_epoch],
      [last, expected.last_epoch],
    ] as const) {
      const found = state && `${formatTime(state.epoch, { form: 'day-of-year', digits: 3 })}Z`
      check.holds(found === time, `${time}, not ${found}`)
    }
  })
}

/** As the makers of the file compute: IAU 1980, UT1 = UTC, no pole. */
function uncorrectedAbout(day: string): EarthModel {
  const middle = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 40_587
  const days = [-3, -2, -1, 0, 1, 2].map((step) => {
    return { mjd: middle + step, xpRad: 0, ypRad: 0, ut1MinusUtcS: 0, predicted: false }
  })
  return { theory: 'IAU1980', corrections: false, dailyTides: false, eop: makeEopTable('UT1 = UTC', days) }
}

function compareIssNode(tally: Tally, { files: [file = ''] }: Source): void {
  const { ascending_node: node } = readJson<IssExpected>(file)
  const ephemeris = makeEphemeris(segmentsOf(oemOf(onlyFile(ISS))))
  const published = parseTime(node.published_comment_epoch_utc)
  const uncorrected = uncorrectedAbout(node.published_comment_epoch_utc.slice(0, 10))
  const placeIn = (frame: 'TOD' | 'PEF', epoch: Epoch) => {
    const state = interpolateState(ephemeris, epoch)
    if (!state.ok) throw new Error(state.reason)
    return transform(rotationBetween('EME2000', frame, earthAt(epoch, uncorrected)).matrix, state.r)
  }
  tally.run('first ascending node', (check) => {
    const height = (seconds: number) => placeIn('TOD', addSeconds(published, seconds))[2]
    const [rise] = findIntervals(height, stepsBetween(-60, 60, 10))
    const epoch = addSeconds(published, rise?.startS ?? Number.NaN)
    check.within('time', { error: Math.abs(secondsBetween(published, epoch)), limit: 2e-3, unit: 's' })
    const [x, y] = placeIn('PEF', epoch)
    const error = Math.abs(radToDeg(Math.atan2(y, x)) - node.published_LAN_deg_east)
    check.within('longitude', { error, limit: 2e-4, unit: '°' })
  })
  tally.note('by IAU 1980 with UT1 = UTC, as in the file')
}

interface MemeExpected {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly created: string
        readonly start: string
        readonly stop: string
        readonly step_s: number
        readonly records: readonly {
          epoch_utc: string
          position_km: number[]
          velocity_km_s: number[]
          sigma_UVW_m: number[]
          sigma_UVWdot_mm_s: number[]
          corr_U_V: number
          corr_V_Udot: number
          corr_U_Vdot: number
        }[]
      }
    >
  >
  readonly filename_example: { name: string; norad: number; object: string; end_utc_from_gps_seconds: string }
}

const MEME = 'ephemeris/MEME_*.txt'
const MEME_EXPECTED = 'ephemeris/*meme_expected*.json'

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function memeOf(path: string) {
  const reading = readMeme(readMessage(path), { strict: false })
  if (!reading.ok) throw new Error(reading.errors[0]?.message)
  return reading.message
}

function compareMemeText(tally: Tally, { files: [file = ''] }: Source): void {
  const expected = readJson<MemeExpected>(onlyFile(MEME_EXPECTED)).files[nameOf(file)]
  tally.run('header', (check) => {
    const { header } = memeOf(file)
    for (const name of ['created', 'start', 'stop'] as const) {
      const text = `${formatTime(header[name], { digits: 0 })}Z`
      check.holds(text === expected?.[name], `${name} ${expected?.[name]}, not ${text}`)
    }
    check.holds(header.stepS === expected?.step_s, `step ${expected?.step_s}`)
  })
  tally.run('strictly', (check) => {
    const strict = readMeme(readMessage(file))
    check.holds(
      !strict.ok && strict.errors.some(({ code }) => code === 'outside-span'),
      'flagged as shorter than declared',
    )
  })
  expected?.records.forEach((record, index) => {
    tally.run(record.epoch_utc, (check) => {
      const state = memeOf(file).states[index]
      check.holds(isSame(state?.r, record.position_km), 'position')
      check.holds(isSame(state?.v, record.velocity_km_s), 'velocity')
    })
  })
}

function compareMemeCovariance(tally: Tally, { files: [file = ''] }: Source): void {
  const { files, filename_example: name } = readJson<MemeExpected>(file)
  const records = Object.entries(files).flatMap(([meme, { records: all }]) =>
    all.map((record, index) => ({ meme, record, index })),
  )
  records.forEach(({ meme, record, index }) => {
    tally.run(record.epoch_utc, (check) => {
      const matrix = memeOf(`ephemeris/${meme}`).covariances[index]?.matrix ?? []
      const at = (i: number, j: number) => matrix[i]?.[j] ?? Number.NaN
      const sigma = (i: number) => Math.sqrt(at(i, i))
      const measure = (found: number, wanted: number | undefined) =>
        check.within('sigmas and correlations', {
          error: Math.abs(found - (wanted ?? Number.NaN)),
          limit: 1e-6,
          unit: 'm, mm/s, 1',
        })
      for (const axis of [0, 1, 2]) measure(sigma(axis), record.sigma_UVW_m[axis])
      for (const axis of [0, 1, 2]) measure(sigma(3 + axis) * 1000, record.sigma_UVWdot_mm_s[axis])
      const correlation = (i: number, j: number) => at(i, j) / (sigma(i) * sigma(j))
      measure(correlation(0, 1), record.corr_U_V)
      measure(correlation(1, 3), record.corr_V_Udot)
      measure(correlation(0, 4), record.corr_U_Vdot)
    })
  })
  tally.run(name.name, (check) => {
    const found = parseMemeName(name.name)
    check.holds(found?.noradId === name.norad && found.objectName === name.object, `${name.norad} ${name.object}`)
    const stop = found && `${formatTime(found.stop, { digits: 0 })}Z`
    check.holds(stop === name.end_utc_from_gps_seconds, `${name.end_utc_from_gps_seconds}, not ${stop}`)
  })
}

export const EPHEMERIS_SETS: readonly ReferenceSet[] = [
  { name: 'ephemeris/*s.oem', compare: comparePairs },
  { name: 'ephemeris/*interpolation_cases.json', compare: compareMethods },
  { name: 'ephemeris/*covariance_interpolation*.json', compare: compareCovariance },
  { name: ISS, compare: compareIssReading },
  { name: ISS_EXPECTED, compare: compareIssNode },
  { name: MEME, compare: compareMemeText },
  { name: MEME_EXPECTED, compare: compareMemeCovariance },
]
