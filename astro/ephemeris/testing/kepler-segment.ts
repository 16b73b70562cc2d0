import { GM_EARTH } from '../../constants.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { addSeconds } from '../../time/epoch.ts'
import { parseTime } from '../../time/parse-time.ts'
import type { Vec3 } from '../../vec3.ts'
import type { EphemerisSegment } from '../ephemeris.ts'

const EPOCH = parseTime('2026-01-01T00:00:00')
/** A nearly circular orbit with an inclination. */
export const ORBIT = { r: [7e6, 0, 0] as Vec3, v: [0, 5300, 5400] as Vec3 }

/** Returns the instant at a number of seconds after the start. */
export const at = (seconds: number) => addSeconds(EPOCH, seconds)

/** Returns `count` states of a two-body orbit; the first time and the step are in seconds. */
export function keplerSegment(from: number, count: number, step: number): EphemerisSegment {
  const states = Array.from({ length: count }, (_, k) => {
    const time = from + k * step
    return { epoch: at(time), ...propagateTwoBody(ORBIT, time, GM_EARTH).state }
  })
  return { frame: 'GCRF', states }
}
