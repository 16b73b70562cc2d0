import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { type CartesianState, toCartesian, toKeplerian } from '../orbit/elements.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale } from '../vec3.ts'
import type { EphemerisState } from './columns.ts'
import { makeEphemeris } from './ephemeris.ts'
import { versionBurn } from './version-burn.ts'

const EPOCH = parseTime('2026-01-01T00:00:00')
const HOUR_S = 3_600
const SPAN_H = 48
const span = { from: EPOCH, to: addSeconds(EPOCH, SPAN_H * HOUR_S) }
/** The step of the semi-major axis is an average over a revolution, and the speed varies by a thousandth on this orbit. */
const SHARE_OF_BURN = 0.02

const START = toCartesian(
  { semiMajorAxisM: 6_900e3, eccentricity: 1e-3, incRad: 0.925, raanRad: 1, argPeriapsisRad: 2, trueAnomalyRad: 0 },
  GM_EARTH,
)

/** Moves a state along its Kepler orbit: an ellipse by its mean anomaly, which no other part of the test computes. */
function later(state: CartesianState, seconds: number): CartesianState {
  const elements = toKeplerian(state, GM_EARTH)
  const { semiMajorAxisM: a, eccentricity: e, trueAnomalyRad: nu } = elements
  const eccentric = 2 * Math.atan2(Math.sqrt(1 - e) * Math.sin(nu / 2), Math.sqrt(1 + e) * Math.cos(nu / 2))
  const mean = eccentric - e * Math.sin(eccentric) + Math.sqrt(GM_EARTH / a ** 3) * seconds
  let anomaly = mean
  for (let round = 0; round < 20; round += 1) anomaly = mean + e * Math.sin(anomaly)
  const trueAnomalyRad =
    2 * Math.atan2(Math.sqrt(1 + e) * Math.sin(anomaly / 2), Math.sqrt(1 - e) * Math.cos(anomaly / 2))
  return toCartesian({ ...elements, trueAnomalyRad }, GM_EARTH)
}

type Burn = { readonly atH: number; readonly alongMps: number; readonly parts?: number; readonly lengthH?: number }

/** An ephemeris of 48 hours, every minute, with a burn along the track in equal parts, and a first speed that is off. */
function path({ burn, offMps = 0, dragMps = 0 }: { burn?: Burn; offMps?: number; dragMps?: number } = {}) {
  const along = (state: CartesianState, mps: number): CartesianState => ({
    r: state.r,
    v: scale(state.v, 1 + mps / norm(state.v)),
  })
  const impulses: { readonly at: number; readonly mps: number }[] = []
  if (burn !== undefined) {
    const { atH, alongMps, parts = 1, lengthH = 0 } = burn
    for (let part = 0; part < parts; part += 1)
      impulses.push({ at: (atH + (lengthH * part) / parts) * HOUR_S, mps: alongMps / parts })
  }
  // An error of drag is a small deceleration all the time.
  if (dragMps !== 0)
    for (let hour = 0.5; hour < SPAN_H; hour += 0.5) impulses.push({ at: hour * HOUR_S, mps: dragMps / (2 * SPAN_H) })
  impulses.sort((a, b) => a.at - b.at)
  let base = along(START, offMps)
  let baseS = 0
  const states: EphemerisState[] = []
  for (let seconds = 0; seconds <= SPAN_H * HOUR_S; seconds += 60) {
    while (impulses[0] !== undefined && impulses[0].at <= seconds) {
      const { at, mps } = impulses.shift()!
      base = along(later(base, at - baseS), mps)
      baseS = at
    }
    states.push({ epoch: addSeconds(EPOCH, seconds), ...later(base, seconds - baseS) })
  }
  return makeEphemeris([{ frame: 'TEME', states }])
}

test.each([
  ['0.05 m/s against the track after a day', { atH: 24, alongMps: -0.05 }],
  ['0.5 m/s along the track after ten hours', { atH: 10, alongMps: 0.5 }],
  ['0.3 m/s over four hours, as by ion thrusters', { atH: 20, alongMps: 0.3, parts: 40, lengthH: 4 }],
])('versionBurn() finds a burn of %s, with its size and its time', (_, burn: Burn) => {
  const found = versionBurn(path(), path({ burn }), span)
  expect(found).not.toBeNull()
  expect(Math.abs(found!.alongTrackMps / burn.alongMps - 1)).toBeLessThan(SHARE_OF_BURN)
  const [from, to] = [secondsBetween(EPOCH, found!.from), secondsBetween(EPOCH, found!.to)]
  expect(from).toBeLessThanOrEqual(burn.atH * HOUR_S)
  expect(to).toBeGreaterThanOrEqual((burn.atH + (burn.lengthH ?? 0)) * HOUR_S - HOUR_S / 4)
  expect(to - from).toBeLessThan(((burn.lengthH ?? 0) + 1) * HOUR_S)
})

test('versionBurn() finds a burn that the newer version no longer contains, with the opposite sign', () => {
  const found = versionBurn(path({ burn: { atH: 24, alongMps: 0.2 } }), path(), span)
  expect(Math.abs((found?.alongTrackMps ?? 0) / -0.2 - 1)).toBeLessThan(SHARE_OF_BURN)
})

test.each([
  ['an error of the first speed of 0.1 m/s', { offMps: 0.1 }],
  ['an error of drag that adds up to 0.2 m/s', { dragMps: -0.2 }],
  ['no difference', {}],
  ['a burn of 2 mm/s, which is too small to be told', { burn: { atH: 24, alongMps: 0.002 } }],
])('versionBurn() finds none for %s', (_, change) => {
  expect(versionBurn(path(), path(change), span)).toBeNull()
})
