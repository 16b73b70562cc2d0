import { transformState } from '@apsis/astro/frames/frame.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SIGMA_KM2 = 1e-4

/** SIMULATED: three hours of an object in the ephemeris text of Starlink, minute by minute. */
export function memeText(set: ElementSet, from: Date): string {
  const model = initSgp4(set)
  const head = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const stop = from.getTime() + 3 * HOUR_MS
  const rows = Array.from({ length: 181 }, (_, minute) => {
    const at = new Date(from.getTime() + minute * 60_000)
    const epoch = addSeconds(parseTime(from.toISOString()), minute * 60)
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    const { r, v } = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'EME2000')
    const numbers = [...r.map((one) => (one / 1000).toFixed(10)), ...v.map((one) => (one / 1000).toFixed(10))]
    return [`${timeOf(at)} ${numbers.join(' ')}`, ...covariance()].join('\n')
  })
  const span = `ephemeris_start:${head(from.getTime())} ephemeris_stop:${head(stop)} step_size:60`
  return [`created:${head(from.getTime())}`, span, 'ephemeris_source:blend', 'UVW', ...rows, ''].join('\n')
}

/** Formats a time as YYYYDDDhhmmss.fff. */
function timeOf(at: Date): string {
  const year = at.getUTCFullYear()
  const day = Math.floor((at.getTime() - Date.UTC(year, 0, 1)) / DAY_MS) + 1
  return `${year}${String(day).padStart(3, '0')}${at.toISOString().slice(11, 23).replaceAll(':', '')}`
}

/** The lower triangle of six rows, seven numbers in a line. */
function covariance(): string[] {
  const numbers = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: row + 1 }, (__, column) => (row === column ? SIGMA_KM2 : 0).toExponential(10)),
  ).flat()
  return [0, 7, 14].map((at) => numbers.slice(at, at + 7).join(' '))
}
