import { expect, test } from 'vitest'
import { GM_EARTH, SECONDS_PER_DAY, WGS84_RADIUS_M } from '../../constants.ts'
import { airAt } from '../../dynamics/nrlmsise-00.ts'
import { makeConditions } from '../../dynamics/nrlmsise-00-variation.ts'
import { cdAreaOverMass, timingErrorS } from './timing-error.ts'

const AREA_OVER_MASS = 0.02
const BEFORE_S = 3 * SECONDS_PER_DAY
/** The maximum of an active cycle, with a disturbed geomagnetic field. */
const ACTIVE = { f107: 250, f107Average: 250, ap: 15 }
const PLACES = 36
/** The rounding of a product and a quotient of the order of 0.04 in double precision: 7e-18. */
const COEFFICIENT_DIGITS = 16

/** Returns the mean density of NRLMSISE-00 on a circular orbit above a spherical Earth, kg/m³; `hour` is the local time of the node. */
function meanDensity(heightKm: number, incDeg: number, at: { readonly dayOfYear: number; readonly hour: number }) {
  const incRad = (incDeg * Math.PI) / 180
  let sum = 0
  for (let k = 0; k < PLACES; k += 1) {
    const u = (2 * Math.PI * k) / PLACES
    const latRad = Math.asin(Math.sin(incRad) * Math.sin(u))
    const fromNodeRad = Math.atan2(Math.cos(incRad) * Math.sin(u), Math.cos(u))
    // At 0 h UT it is noon at a longitude of 180°.
    const lonDeg = 15 * at.hour + (fromNodeRad * 180) / Math.PI - 180
    const conditions = makeConditions({
      weather: ACTIVE,
      latDeg: (latRad * 180) / Math.PI,
      lonDeg: ((lonDeg % 360) + 360) % 360,
      dayOfYear: at.dayOfYear,
      utS: 0,
    })
    sum += airAt(conditions, heightKm).densityKgM3 / PLACES
  }
  return sum
}

test('timingErrorS() bounds the effect of drag on the timing in the years of the most active Sun, without an excessive margin', () => {
  for (const heightKm of [300, 400, 500, 600, 800]) {
    const radiusM = WGS84_RADIUS_M + 1000 * heightKm
    const speedMps = Math.sqrt(GM_EARTH / radiusM)
    const state = { r: [radiusM, 0, 0], v: [0, speedMps, 0] } as const
    // An equinox and the solstices: the density of the upper atmosphere has two maxima a year.
    const times = [80, 172, 355].flatMap((dayOfYear) => [0, 6, 10, 12, 14, 18].map((hour) => ({ dayOfYear, hour })))
    const densest = Math.max(...[0, 30, 51.6, 90].flatMap((inc) => times.map((at) => meanDensity(heightKm, inc, at))))
    // da/dt = −B ρ v a on a circle; the timing error is ¾ |da/dt|/a t² (the mean motion changes by 3/2 of the relative change of the axis).
    const byDragS = 0.75 * AREA_OVER_MASS * densest * speedMps * BEFORE_S ** 2
    const byGravityS = (10 * BEFORE_S) / SECONDS_PER_DAY
    const boundS = timingErrorS(state, AREA_OVER_MASS)(BEFORE_S) - byGravityS
    expect(boundS / byDragS, `${heightKm} km`).toBeGreaterThan(1)
    expect(boundS / byDragS, `${heightKm} km`).toBeLessThan(1.5)
  }
})

test('a craft with an unknown or non-positive coefficient is assumed to be light', () => {
  const radiusM = WGS84_RADIUS_M + 500_000
  const state = { r: [radiusM, 0, 0], v: [0, Math.sqrt(GM_EARTH / radiusM), 0] } as const
  const unknown = timingErrorS(state, undefined)(BEFORE_S)
  expect(timingErrorS(state, 0)(BEFORE_S)).toBe(unknown)
  expect(timingErrorS(state, -0.02)(BEFORE_S)).toBe(unknown)
  expect(unknown).toBeGreaterThan(timingErrorS(state, AREA_OVER_MASS)(BEFORE_S))
})

test("the ballistic coefficient is from the message, otherwise from the craft's data, otherwise unknown", () => {
  const own = { massKg: 200, dragAreaM2: 4, dragCoefficient: 2.2 }
  expect(cdAreaOverMass(0.03, own)).toBe(0.03)
  // 2.2 · 4 m² / 200 kg.
  expect(cdAreaOverMass(undefined, own)).toBeCloseTo(0.044, COEFFICIENT_DIGITS)
  // A message without this value may contain zero.
  expect(cdAreaOverMass(0, own)).toBeCloseTo(0.044, COEFFICIENT_DIGITS)
  for (const less of [{ massKg: null }, { dragAreaM2: null }, { massKg: 0 }, { dragAreaM2: 0 }])
    expect(cdAreaOverMass(undefined, { ...own, ...less })).toBeUndefined()
})
