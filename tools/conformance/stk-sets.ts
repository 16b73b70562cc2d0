import { type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { fromJulianDate } from '@apsis/astro/time/julian-date.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readStk } from '@apsis/ccsds/stk.ts'
import { listFiles, readLines, readText } from './collection.ts'
import type { ReferenceSet } from './reference-set.ts'
import type { Tally } from './tally.ts'

const IMPULSE = 'stk_impulsive_maneuver.e'
/** Of the second file, where its boundary is. */
const IMPULSE_S = 300

function stkOf(file: string) {
  const reading = readStk(readText(`manoeuvre/${file}`))
  if (!reading.ok) throw new Error(`${file}: ${reading.errors[0]?.message}`)
  return reading.message
}

/** The rows of seven numbers, read by no reader of ours. */
function rowsOf(file: string): number[][] {
  return readLines(`manoeuvre/${file}`)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length === 7 && row.every((value) => !Number.isNaN(value)))
}

function compareStates(tally: Tally, file: string): void {
  tally.run(`${file}: head`, (check) => {
    const { header } = stkOf(file)
    const lines = readLines(`manoeuvre/${file}`)
    const found = formatTime(header.epoch, { digits: 6 })
    check.holds(found === '2007-01-12T00:00:00.000883', `12 Jan 2007 00:00:00.000883, not ${found}`)
    // Fourteen decimals of a day are a nanosecond.
    const [, day = '', fraction = ''] = /JDate format: (\d+)(\.\d+)/.exec(lines.join('\n')) ?? []
    const published = fromJulianDate([Number(day), Number(fraction)], 'UTC')
    const error = Math.abs(secondsBetween(published, header.epoch))
    check.within('epoch and its Julian date', { error, limit: 1e-9, unit: 's' })
    const samples = Number(/SamplesM1\s+(\d+)/.exec(lines.join('\n'))?.[1])
    check.holds(header.interpolation === 'LAGRANGE' && header.degree === samples, `Lagrange of degree ${samples}`)
    check.holds(header.centreName === 'EARTH' && header.refFrame === 'EME2000', 'about Earth in EME2000')
    const rows = rowsOf(file).length
    check.holds(header.points === rows && stkOf(file).segments.flat().length === rows, `${rows} states`)
  })
  rowsOf(file).forEach(([t = Number.NaN, ...row], index) => {
    tally.run(`${file}: state ${index + 1}`, (check) => {
      const { header, segments } = stkOf(file)
      const state = segments.flat()[index]
      if (state === undefined) throw new Error('there is no such state')
      const after = secondsBetween(header.epoch, state.epoch)
      check.holds(after === t, `${t} s after the epoch, not ${after}`)
      const apart = [...state.r, ...state.v].map((value, k) => Math.abs(value - (row[k] ?? Number.NaN)))
      check.within('states', { error: Math.max(...apart), limit: 0, unit: 'm, m/s' })
    })
  })
}

function compareImpulse(tally: Tally): void {
  const { header, segments } = stkOf(IMPULSE)
  const { refFrame: frame, interpolation, degree } = header
  const ephemeris = makeEphemeris(
    segments.map((states): EphemerisSegment => {
      return { frame, states, ...(interpolation && { interpolation }), ...(degree !== undefined && { degree }) }
    }),
  )
  const velocityAt = (seconds: number): Vec3 => {
    const state = interpolateState(ephemeris, addSeconds(header.epoch, seconds))
    if (!state.ok) throw new Error(state.reason)
    return state.v
  }
  const velocities = rowsOf(IMPULSE)
    .filter(([t]) => t === IMPULSE_S)
    .map(([, , , , x = 0, y = 0, z = 0]): Vec3 => [x, y, z])
  tally.run(`${IMPULSE}: either side of the impulse`, (check) => {
    const [before, after] = velocities
    if (before === undefined || after === undefined || velocities.length !== 2) throw new Error('no two states')
    // In a microsecond gravity changes a velocity by 10 µm/s; the impulse is of 50 m/s.
    const measure = (seconds: number, wanted: Vec3) =>
      check.within('velocity beside the impulse', {
        error: norm(subtract(velocityAt(seconds), wanted)),
        limit: 2e-5,
        unit: 'm/s',
      })
    measure(IMPULSE_S - 1e-6, before)
    measure(IMPULSE_S, after)
    measure(IMPULSE_S + 1e-6, after)
    check.holds(norm(subtract(after, before)) > 40, 'there is an impulse')
    check.holds(segments.length === 2, `two segments, not ${segments.length}`)
  })
}

function compareStk(tally: Tally): void {
  for (const file of listFiles('manoeuvre').filter((name) => name.endsWith('.e'))) compareStates(tally, file)
  compareImpulse(tally)
}

export const STK_SETS: readonly ReferenceSet[] = [{ name: 'manoeuvre/stk_*.e', compare: compareStk }]
