import { type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { fromJulianDate } from '@apsis/astro/time/julian-date.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readStk } from '@apsis/ccsds/stk/stk.ts'
import { isoOfStk, readLines, readText } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

function stkOf(file: string) {
  const reading = readStk(readText(file))
  if (!reading.ok) throw new Error(`${file}: ${reading.errors[0]?.message}`)
  return reading.message
}

/** Returns the rows of seven numbers, which no reader of Apsis reads. */
function rowsOf(file: string): number[][] {
  return readLines(file)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length === 7 && row.every((value) => !Number.isNaN(value)))
}

/** Returns the epoch as the file writes it, to the microsecond. */
function writtenEpoch(lines: readonly string[]): string {
  const line = lines.find((text) => /^\s*ScenarioEpoch\s/.test(text)) ?? ''
  const [whole, fraction = ''] = isoOfStk(line).split('.')
  return `${whole}.${fraction.slice(0, 6).padEnd(6, '0')}`
}

function compareStates(tally: Tally, file: string): void {
  tally.run(`${file}: head`, (check) => {
    const { header, segments } = stkOf(file)
    const lines = readLines(file)
    check.same(formatTime(header.epoch, { digits: 6 }), writtenEpoch(lines), 'epoch')
    // Fourteen decimals of a day are about a nanosecond.
    const [, day = '', fraction = ''] = /JDate format: (\d+)(\.\d+)/.exec(lines.join('\n')) ?? []
    const published = fromJulianDate([Number(day), Number(fraction)], 'UTC')
    check.time('epoch and its Julian date', header.epoch, published, 1e-9)
    const samples = Number(/SamplesM1\s+(\d+)/.exec(lines.join('\n'))?.[1])
    check.holds(header.interpolation === 'LAGRANGE' && header.degree === samples, `Lagrange of degree ${samples}`)
    check.holds(header.centreName === 'EARTH' && header.refFrame === 'EME2000', 'about Earth in EME2000')
    const rows = rowsOf(file).length
    check.holds(header.points === rows && segments.flat().length === rows, `${rows} states`)
  })
  rowsOf(file).forEach(([t = Number.NaN, ...row], index) => {
    tally.run(`${file}: state ${index + 1}`, (check) => {
      const { header, segments } = stkOf(file)
      const state = segments.flat()[index]
      if (state === undefined) throw new Error('there is no such state')
      check.same(secondsBetween(header.epoch, state.epoch), t, 'seconds after the epoch')
      for (const [k, value] of [...state.r, ...state.v].entries()) check.near('states', value, row[k], 0, 'm, m/s')
    })
  })
}

/** Returns the times for which a file has two states: there its velocity jumps. */
function impulsesOf(file: string): number[] {
  const times = rowsOf(file).map(([t = Number.NaN]) => t)
  return times.filter((t, index) => index > 0 && t === times[index - 1])
}

function compareImpulse(tally: Tally, file: string, impulseS: number): void {
  const { header, segments } = stkOf(file)
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
  const velocities = rowsOf(file)
    .filter(([t]) => t === impulseS)
    .map(([, , , , x = 0, y = 0, z = 0]): Vec3 => [x, y, z])
  tally.run(`${file}: either side of the impulse at ${impulseS} s`, (check) => {
    const [before, after] = velocities
    if (before === undefined || after === undefined || velocities.length !== 2) throw new Error('no two states')
    // In a microsecond, gravity changes a velocity by 10 µm/s; an impulse is more than ten times the limit.
    const measure = (seconds: number, wanted: Vec3) =>
      check.apart('velocity beside the impulse', velocityAt(seconds), wanted, 2e-5, 'm/s')
    measure(impulseS - 1e-6, before)
    measure(impulseS, after)
    measure(impulseS + 1e-6, after)
    check.holds(norm(subtract(after, before)) > 2e-4, 'there is an impulse')
    check.same(segments.length, 1 + impulsesOf(file).length, 'segments')
  })
}

function compareStk(tally: Tally, { files }: Source): void {
  for (const file of files) {
    compareStates(tally, file)
    for (const impulseS of impulsesOf(file)) compareImpulse(tally, file, impulseS)
  }
}

export const STK_EPHEMERIS_SETS: readonly ReferenceSet[] = [{ name: 'manoeuvre/stk_*.e', compare: compareStk }]
