import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { cross, dot, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { HOSTILE_TEXTS } from './service.ts'
import { epochOfMs } from './simulated-objects.ts'
import type { ObjectPath } from './simulated-paths.ts'

/** One version of an operator's ephemeris. */
export type EphemerisVersion = {
  readonly noradId: number
  readonly name: string
  readonly path: ObjectPath
  readonly createdMs: number
  readonly startMs: number
  readonly stopMs: number
}

/** Standard deviations along UVW, m. */
export type SigmaUvw = readonly [u: number, v: number, w: number]

/**
 * The standard deviations that Starlink states for each age, h: they grow for ten hours, and are then an envelope of two constant steps
 * (public note on STARLINK-4045 of 2026-09-02, sigma-by-age.csv of the reference collection; the values at 10 h are extrapolated from the
 * growth before).
 */
const GROWTH: readonly (readonly [ageH: number, ...SigmaUvw])[] = [
  [0, 1.0, 1.4, 1.7],
  [1, 2.7, 11, 2.7],
  [3, 7.3, 62, 2.2],
  [8, 26, 576, 3.0],
  [10, 35, 956, 3.2],
]
export const ENVELOPE: SigmaUvw = [100, 1000, 10]
const LAST_ENVELOPE: SigmaUvw = [350, 2000, 550]
const [ENVELOPE_FROM_H, LAST_FROM_H] = [10, 60]

export function sigmaAt(ageH: number): SigmaUvw {
  if (ageH >= LAST_FROM_H) return LAST_ENVELOPE
  if (ageH >= ENVELOPE_FROM_H) return ENVELOPE
  const at = GROWTH.findLastIndex(([fromH]) => fromH <= ageH)
  const [before, after] = [GROWTH[at] ?? missing(), GROWTH[at + 1] ?? missing()]
  // The standard deviation grows as a power of the age; from age 0, where a power has no value, it grows linearly.
  const share = at === 0 ? ageH / after[0] : Math.log(ageH / before[0]) / Math.log(after[0] / before[0])
  const between = (a: number, b: number) => (at === 0 ? a + (b - a) * share : a * (b / a) ** share)
  return [between(before[1], after[1]), between(before[2], after[2]), between(before[3], after[3])]
}

/**
 * The standard deviation of each velocity component in addition to the part that follows from the position, m/s: during the growth, and in
 * the envelope.
 */
const [GROWING_MPS, ENVELOPE_MPS] = [0.001, 0.1]

/**
 * Returns the three lines of a covariance in km and km/s. A position error that rotates with the axes UVW also causes a velocity error, ω ×
 * δr: in the public files, σ(u̇ v) is −n σ(v)² and σ(v̇ u) is n σ(u)² (MEME_100001 of 2026-09-11, after 12 h).
 */
function covarianceLines(sigmaM: SigmaUvw, radPerS: number): string {
  const [u, v, w] = sigmaM.map((sigma) => (sigma / 1000) ** 2) as [number, number, number]
  const speed = ((sigmaM[0] >= ENVELOPE[0] ? ENVELOPE_MPS : GROWING_MPS) / 1000) ** 2
  const [n, n2] = [radPerS, radPerS ** 2]
  const rows = [
    [u],
    [0, v],
    [0, 0, w],
    [0, -n * v, 0, n2 * v + speed],
    [n * u, 0, 0, 0, n2 * u + speed],
    [0, 0, 0, 0, 0, speed],
  ].flat()
  const line = (from: number) =>
    rows
      .slice(from, from + 7)
      .map(withExponent)
      .join(' ')
  return `${line(0)}\n${line(7)}\n${line(14)}\n`
}

/** Returns for example 4.6343390768e-07, as C prints it. */
function withExponent(value: number): string {
  const [mantissa = '', power = ''] = value.toExponential(10).split('e')
  return `${mantissa}e${power[0]}${power.slice(1).padStart(2, '0')}`
}

const STEP_MS = 60_000
const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Returns the day of the year with three digits, hours and minutes, UTC. */
export function dayAndTime(ms: number): { readonly year: string; readonly dayOfYear: string; readonly clock: string } {
  const text = new Date(ms).toISOString()
  const dayOfYear = 1 + Math.floor((ms - Date.UTC(Number(text.slice(0, 4)), 0, 1)) / (24 * HOUR_MS))
  return {
    year: text.slice(0, 4),
    dayOfYear: String(dayOfYear).padStart(3, '0'),
    clock: `${text.slice(11, 13)}${text.slice(14, 16)}${text.slice(17, 23)}`,
  }
}

const GPS_START = parseTime('1980-01-06T00:00:00', 'GPS')

/**
 * Returns the name of the file as the Spaceflight Safety Handbook 1.7 defines it; the stop is in GPS seconds, and the start has no year.
 */
export function memeName({ noradId, name, startMs, stopMs }: EphemerisVersion): string {
  const { dayOfYear, clock } = dayAndTime(startMs)
  const stopGpsS = Math.round(secondsBetween(GPS_START, epochOfMs(stopMs)))
  return `MEME_${noradId}_${name}_${dayOfYear}${clock.slice(0, 4)}_Operational_${stopGpsS}_UNCLASSIFIED.txt`
}

/** The differences of a file from the file that the operator would publish. */
export type TextChange = {
  /** The states end at this time, although the header says otherwise. */
  readonly endsMs?: number
  /** Standard deviations that replace the usual ones at every age. */
  readonly sigma?: SigmaUvw
  /** A mood of every service that changes records. */
  readonly mood?: string
}

/** Returns the text of an ephemeris in Modified ITC: states in EME2000 each minute, km and km/s, each with a covariance in UVW. */
export function memeText({ path, createdMs, startMs, stopMs }: EphemerisVersion, change: TextChange = {}): string {
  const { endsMs = stopMs, sigma, mood } = change
  const source = mood === 'hostile-text' ? HOSTILE_TEXTS.join(' ') : 'blend'
  const head = [
    `created:${utc(createdMs)}`,
    `ephemeris_start:${utc(startMs)} ephemeris_stop:${utc(stopMs)} step_size:60`,
    `ephemeris_source:${source}`,
    ...(mood === 'unknown-field' ? ['field_of_next_year:1'] : []),
    'UVW',
  ]
  const { r, v } = path(startMs)
  const radPerS = norm(cross(r, v)) / dot(r, r)
  const known = new Map<string, string>()
  const records: string[] = []
  for (let ms = startMs; ms <= endsMs && mood !== 'empty-list'; ms += STEP_MS) {
    const sigmas = sigma ?? sigmaAt((ms - startMs) / HOUR_MS)
    const covariance = known.get(sigmas.join()) ?? covarianceLines(sigmas, radPerS)
    known.set(sigmas.join(), covariance)
    const { year, dayOfYear, clock } = dayAndTime(ms)
    records.push(`${year}${dayOfYear}${clock} ${numbersOf(path(ms), [10, 10])}\n${covariance}`)
  }
  return `${head.join('\n')}\n${changedRecords(records, mood, (record) => record.replace(/ \S+\n/, '\n'))}`
}

/** Returns position and velocity in km and km/s, each with its number of decimals. */
function numbersOf(
  { r, v }: { readonly r: Vec3; readonly v: Vec3 },
  [ofPosition, ofVelocity]: readonly [number, number],
): string {
  const position = r.map((metres) => (metres / 1000).toFixed(ofPosition))
  return [...position, ...v.map((mps) => (mps / 1000).toFixed(ofVelocity))].join(' ')
}

const HUGE_TIMES = 10

function changedRecords(
  records: readonly string[],
  mood: string | undefined,
  lessOne: (record: string) => string,
): string {
  if (mood === 'missing-field') return records.map((record, i) => (i === 0 ? lessOne(record) : record)).join('')
  return records.join('').repeat(mood === 'huge' ? HUGE_TIMES : 1)
}

/** The metadata and comments of an OEM. */
export type OemHead = {
  readonly objectName: string
  readonly objectId: string
  readonly originator: string
  readonly stepMs: number
  readonly comments: readonly string[]
}

/** Returns the text of an OEM in the form of NASA's OEM of the ISS (a public copy of 2026-09-04): EME2000, UTC, km and km/s. */
export function oemText(version: EphemerisVersion, head: OemHead, { endsMs, mood }: TextChange = {}): string {
  const { path, createdMs, startMs, stopMs } = version
  const time = (ms: number) => new Date(ms).toISOString().slice(0, -1)
  const comments = mood === 'hostile-text' ? [...head.comments, ...HOSTILE_TEXTS] : head.comments
  const lines = [
    'CCSDS_OEM_VERS = 2.0',
    `CREATION_DATE  = ${time(createdMs)}`,
    `ORIGINATOR     = ${head.originator}`,
    '',
    'META_START',
    `OBJECT_NAME          = ${mood === 'hostile-text' ? HOSTILE_TEXTS[0] : head.objectName}`,
    `OBJECT_ID            = ${head.objectId}`,
    'CENTER_NAME          = Earth',
    'REF_FRAME            = EME2000',
    'TIME_SYSTEM          = UTC',
    `START_TIME           = ${time(startMs)}`,
    `USEABLE_START_TIME   = ${time(startMs)}`,
    `USEABLE_STOP_TIME    = ${time(stopMs)}`,
    `STOP_TIME            = ${time(stopMs)}`,
    ...(mood === 'unknown-field' ? ['FIELD_OF_NEXT_YEAR   = 1'] : []),
    'META_STOP',
    '',
    ...comments.map((comment) => `COMMENT ${comment}`),
  ]
  const records: string[] = []
  for (let ms = startMs; ms <= (endsMs ?? stopMs) && mood !== 'empty-list'; ms += head.stepMs)
    records.push(`${time(ms)} ${numbersOf(path(ms), [12, 14])}\n`)
  return `${lines.join('\n')}\n${changedRecords(records, mood, (record) => record.replace(/ \S+\n/, '\n'))}`
}
