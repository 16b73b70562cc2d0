import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { trajectoryIn } from './trajectory.ts'

/** 465.1 m/s at the equator: the circumference over the sidereal day, printed to 0.1 m/s. */
const PRINTED_MPS = 0.05
/** Precession and nutation, which velocities leave out, are 1e-12 to 1e-11 rad/s, at 6,400 km. */
const DIFFERENCED_MPS = 2e-5
/** In 2026 precession has moved the pole by 0.15° from the axis of GCRF, which is 0.0025 of the speed. */
const TILTED_RELATIVE = 3e-3
/**
 * A synchronous orbit in the equator of GCRF is not stationary over the Earth: the Earth's pole is 0.15° from the z axis of GCRF in 2026
 * (precession, 20″ a year), so the object moves by up to 220 km in half a day.
 */
const STANDS_STILL_M = 300_000

const START = parseTime('2026-03-20T00:00:00')
/** Sidereal rotation of the Earth, rad/s (IERS Conventions 2010, table 1.2). */
const EARTH_RATE = 7.292_115e-5
const EQUATOR: Vec3 = [6_378_137, 0, 0]

test('trajectoryIn() returns the orbit itself if the frame is the same', () => {
  const stateAt = () => ({ r: EQUATOR, v: [0, 0, 0] as Vec3 })
  expect(trajectoryIn('TEME', { frame: 'TEME', stateAt })).toBe(stateAt)
})

test('a place on the equator moves to the east at 465.1 m/s in space', () => {
  const inSpace = trajectoryIn('GCRF', { frame: 'ITRF', stateAt: () => ({ r: EQUATOR, v: [0, 0, 0] }) })
  for (const hours of [0, 5, 17]) {
    const epoch = addSeconds(START, hours * 3600)
    const { r, v } = inSpace(epoch)
    expect(Math.abs(norm(v) - 465.1)).toBeLessThan(PRINTED_MPS)
    // East is the direction of ω × r, with ω along the third axis.
    expect(norm(subtract(v, [-EARTH_RATE * r[1], EARTH_RATE * r[0], 0])) / norm(v)).toBeLessThan(TILTED_RELATIVE)
    const moved = subtract(inSpace(addSeconds(epoch, 1)).r, inSpace(addSeconds(epoch, -1)).r)
    expect(norm(subtract(scale(moved, 0.5), v))).toBeLessThan(DIFFERENCED_MPS)
  }
})

test('an orbit with the period of a sidereal day is stationary over the Earth, one twice as fast is not', () => {
  const radius = Math.cbrt(GM_EARTH / EARTH_RATE ** 2)
  const circle = (rate: number) => (epoch: Epoch) => {
    const angle = rate * secondsBetween(START, epoch)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    return { r: [radius * c, radius * s, 0] as Vec3, v: [-rate * radius * s, rate * radius * c, 0] as Vec3 }
  }
  const overEarth = (rate: number) => trajectoryIn('ITRF', { frame: 'GCRF', stateAt: circle(rate) })
  const still = overEarth(EARTH_RATE)
  const half = addSeconds(START, 43_200)
  expect(norm(subtract(still(half).r, still(START).r))).toBeLessThan(STANDS_STILL_M)
  expect(norm(still(half).v)).toBeLessThan(STANDS_STILL_M * EARTH_RATE)
  const fast = overEarth(2 * EARTH_RATE)
  expect(norm(subtract(fast(half).r, fast(START).r))).toBeGreaterThan(radius)
})
