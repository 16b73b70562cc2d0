import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import type { EphemerisState } from './columns.ts'
import { makeEphemeris } from './ephemeris.ts'
import { impulsesIn } from './impulses.ts'

const EPOCH = parseTime('2026-01-01T00:00:00')
const RADIUS_M = 7e6
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)

/** The position is constant: only the transition between two segments matters here. */
const at = (minute: number, { upM = 0, alongMps = 0 } = {}): EphemerisState => ({
  epoch: addSeconds(EPOCH, minute * 60),
  r: [RADIUS_M + upM, 0, 0],
  v: [0, SPEED_MPS + alongMps, 0],
})
const file = (...segments: readonly EphemerisState[][]) =>
  makeEphemeris(segments.map((states) => ({ frame: 'TEME', states })))
const times = (epochs: readonly Epoch[]) => epochs.map((epoch) => formatTime(epoch, { digits: 0 }))

test('impulsesIn() finds where a segment continues from the previous position with another velocity', () => {
  const burnt = file([at(0), at(1)], [at(1, { alongMps: 0.05 }), at(2, { alongMps: 0.05 })])
  expect(times(impulsesIn(burnt))).toEqual(['2026-01-01T00:01:00'])
})

test('impulsesIn() finds none if a file only continues, has a gap, or combines two orbits', () => {
  expect(impulsesIn(file([at(0), at(1), at(2)]))).toEqual([])
  expect(impulsesIn(file([at(0), at(1)], [at(1, { alongMps: 0.001 }), at(2)]))).toEqual([])
  expect(impulsesIn(file([at(0), at(1)], [at(2, { alongMps: 0.05 }), at(3)]))).toEqual([])
  expect(impulsesIn(file([at(0), at(1)], [at(1, { upM: 5_000, alongMps: 0.05 }), at(2)]))).toEqual([])
})
