import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import { type EphemerisSegment, makeEphemeris } from './ephemeris.ts'

const EPOCH = parseTime('2026-01-01T00:00:00')

const at = (seconds: number) => addSeconds(EPOCH, seconds)

const ORBIT = { r: [7e6, 0, 0] as Vec3, v: [0, 5300, 5400] as Vec3 }

function keplerSegment(from: number, count: number, step: number): EphemerisSegment {
  const states = Array.from({ length: count }, (_, k) => {
    const time = from + k * step
    return { epoch: at(time), ...propagateTwoBody(ORBIT, time, GM_EARTH).state }
  })
  return { frame: 'GCRF', states }
}

test('makeEphemeris() refuses what cannot be interpolated, and says which segment', () => {
  const good = keplerSegment(0, 5, 60)
  const [a, b] = [good.states[0]!, good.states[1]!]
  const wrong: [EphemerisSegment[], RegExp][] = [
    [[{ ...good, states: [] }], /segment 0 has no states/],
    [[good, { ...keplerSegment(600, 3, 60), states: [b, a] }], /segment 1: .*/],
    [[{ ...good, states: [a, a] }], /state 1 is not later/],
    [[{ ...good, interpolation: 'HERMITE', degree: 6 }], /degree 6 is none for HERMITE/],
    [[{ ...good, degree: 0 }], /degree 0/],
    [[{ ...good, useableStop: at(1e6) }], /useable span/],
    [[good, keplerSegment(120, 5, 60)], /overlap by 120 s/],
  ]
  for (const [segments, message] of wrong) expect(() => makeEphemeris(segments)).toThrow(message)
})
