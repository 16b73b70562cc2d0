import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { FaultCode, FaultLog } from '../fault.ts'

/** The data in the head of an STK ephemeris about the states that follow it. */
export interface StkHeader {
  /** The version of the format, for example 12.0. */
  readonly version: string
  /** The epoch to which the seconds of the states are added. */
  readonly epoch: Epoch
  /** The number of states that the head announces; null if it announces none. */
  readonly points: number | null
  readonly centreName: string
  /** The name of the frame in CCSDS, for example EME2000 for J2000. */
  readonly refFrame: string
  /** The method and the degree are either both present or both absent. */
  readonly interpolation?: 'LAGRANGE' | 'HERMITE'
  readonly degree?: number
  /** The exponent of the power of ten that converts the text's unit of length to metres. */
  readonly exponent: 0 | 3
  /** Ascending times, s after the epoch, that interpolation must not cross. */
  readonly boundaries: readonly number[]
  /** True if the rows have velocities; the next field is true if accelerations follow the velocities. */
  readonly hasVelocities: boolean
  readonly hasAccelerations: boolean
  readonly comments: readonly string[]
}

/** A keyword with its value and their place. */
export interface StkLine {
  readonly line: number
  /** The column of the value, or of the keyword if there is no value. */
  readonly column: number
  readonly keyword: string
  readonly value: string
}

const KEYWORDS = [
  'NumberOfEphemerisPoints',
  'ScenarioEpoch',
  'InterpolationMethod',
  'InterpolationSamplesM1',
  'InterpolationOrder',
  'CentralBody',
  'CoordinateSystem',
  'DistanceUnit',
] as const
type Keyword = (typeof KEYWORDS)[number]
/** Keywords that do not change the data. */
const WITHOUT_EFFECT = ['messagelevel', 'blockingfactor']

/** STK's names of axes and the corresponding names in CCSDS; axes that rotate with a body are known only for the Earth. */
const FRAMES: ReadonlyMap<string, { readonly stk: string; readonly refFrame: string; readonly ofEarth: boolean }> =
  new Map(
    [
      { stk: 'J2000', refFrame: 'EME2000', ofEarth: false },
      { stk: 'ICRF', refFrame: 'ICRF', ofEarth: false },
      { stk: 'Fixed', refFrame: 'ITRF', ofEarth: true },
      { stk: 'TEMEOfDate', refFrame: 'TEME', ofEarth: true },
      { stk: 'TrueOfDate', refFrame: 'TOD', ofEarth: true },
      { stk: 'MeanOfDate', refFrame: 'MOD', ofEarth: true },
    ].map((frame) => [frame.stk.toLowerCase(), frame]),
  )
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATE = /^(\d{1,2})\s+([a-z]{3})\s+(\d{4})\s+(\d{1,2})(:\d\d:\d\d(?:\.\d*)?)$/i
const DATE_FORM = '12 Jan 2007 00:00:00.000883, UTC'
const LARGEST_DEGREE = 31

/** Returns a reader that collects the keywords of the head and returns their meaning. */
export function stkHeaderReader(log: FaultLog) {
  const found = new Map<Keyword, StkLine>()

  function report(at: StkLine, code: FaultCode, { message, expected }: { message: string; expected?: string }): void {
    const { line, column, keyword, value } = at
    log.error({ line, column, keyword, code, message, found: value, expected })
  }

  /** Returns the meaning of a value; a value without a meaning is a fault, and null is returned. */
  function meaning<T>(name: Keyword, expected: string, read: (value: string) => T | null): T | null {
    const at = found.get(name)
    if (at === undefined) return null
    const value = read(at.value)
    if (value === null)
      report(at, 'bad-value', { message: `${JSON.stringify(at.value.slice(0, 40))} is not read`, expected })
    return value
  }

  function readInterpolation(hasVelocities: boolean): Pick<StkHeader, 'interpolation' | 'degree'> {
    const method = meaning('InterpolationMethod', 'Lagrange, Hermite', (value) => {
      if (/^lagrange$/i.test(value)) return 'LAGRANGE'
      return /^hermit(?:e|ian)$/i.test(value) ? 'HERMITE' : null
    })
    // With n + 1 samples, a Hermite polynomial through positions and velocities has the degree 2n + 1.
    const samples = meaning('InterpolationSamplesM1', 'an integer from 1 on, as our degrees end at 31', (value) =>
      degreeOf(method === 'HERMITE' ? 2 * readCount(value) + 1 : readCount(value), method),
    )
    const order = meaning('InterpolationOrder', 'an integer from 1 to 31, odd for Hermite', (value) =>
      degreeOf(readCount(value), method),
    )
    const degree = samples ?? order
    const at = found.get('InterpolationMethod')
    if (method === null || at === undefined) return {}
    if (method === 'HERMITE' && !hasVelocities) {
      report(at, 'not-consistent', { message: 'Hermite needs velocities, and the states have none' })
    }
    if (degree !== null) return { interpolation: method, degree }
    const { line, column, keyword } = at
    const message = 'InterpolationSamplesM1 is missing though there is InterpolationMethod'
    if (!log.failed) log.deviation({ line, column, keyword, code: 'missing-keyword', message })
    return {}
  }

  function readFrame(centreName: string): string | null {
    const known = [...FRAMES.values()].map(({ stk }) => stk).join(', ')
    return meaning('CoordinateSystem', centreName === 'EARTH' ? known : 'J2000, ICRF', (value) => {
      const frame = FRAMES.get(value.toLowerCase())
      return frame === undefined || (frame.ofEarth && centreName !== 'EARTH') ? null : frame.refFrame
    })
  }

  return {
    take(at: StkLine): void {
      const keyword = at.keyword.toLowerCase()
      if (WITHOUT_EFFECT.includes(keyword)) return
      const name = KEYWORDS.find((known) => known.toLowerCase() === keyword)
      if (name === undefined) {
        report(at, 'unknown-keyword', { message: 'the keyword is not read', expected: KEYWORDS.join(', ') })
      } else if (found.has(name))
        report(at, 'duplicate-keyword', { message: 'the keyword stands already in this file' })
      else if (at.value === '') report(at, 'empty-value', { message: 'the keyword has no value' })
      else found.set(name, { ...at, keyword: name })
    },

    /** Called at the line where the states begin. */
    finish(
      line: number,
      rest: Pick<StkHeader, 'version' | 'boundaries' | 'hasVelocities' | 'hasAccelerations' | 'comments'>,
    ): StkHeader | null {
      for (const keyword of ['ScenarioEpoch', 'CoordinateSystem'] as const) {
        if (found.has(keyword)) continue
        log.error({
          line,
          column: 1,
          keyword,
          code: 'missing-keyword',
          message: `${keyword} is missing before the states`,
        })
      }
      if (!found.has('CentralBody')) {
        const message = 'CentralBody is missing before the states: Earth is meant'
        log.deviation({ line, column: 1, keyword: 'CentralBody', code: 'missing-keyword', message })
      }
      const centreName = found.get('CentralBody')?.value.toUpperCase() ?? 'EARTH'
      const epoch = meaning('ScenarioEpoch', DATE_FORM, readDate)
      const refFrame = readFrame(centreName)
      const exponent = meaning('DistanceUnit', 'Meters, Kilometers', (value) => {
        if (/^meters?$/i.test(value)) return 0
        return /^kilometers?$/i.test(value) ? 3 : null
      })
      const points = meaning('NumberOfEphemerisPoints', 'an integer from 1 on', (value) => readCount(value) || null)
      const interpolation = readInterpolation(rest.hasVelocities)
      if (epoch === null || refFrame === null || log.failed) return null
      return { epoch, points, centreName, refFrame, ...interpolation, exponent: exponent ?? 0, ...rest }
    },
  }
}

function readDate(text: string): Epoch | null {
  const [, day = '', name = '', year, hour = '', rest] = DATE.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  try {
    return parseTime(
      `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}${rest}`,
    )
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns the integer in a text, or NaN. */
function readCount(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function degreeOf(degree: number, method: StkHeader['interpolation'] | null): number | null {
  const isOne = degree >= 1 && degree <= LARGEST_DEGREE && (method !== 'HERMITE' || degree % 2 === 1)
  return isOne ? degree : null
}
