import { expect, test } from 'vitest'
import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform } from '../mat3.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type ChainBurn, flyChain, flyKicked } from './burn-chain.ts'
import { deltaVFromAxes } from './delta-v-frame.ts'
import { J2, TWO_BODY } from './dynamics.ts'

const EPOCH = parseTime('2026-11-20T09:30:00')
/** The book uses the GM of EGM-96: velocities scale with its square root. */
const OF_BOOK = Math.sqrt(GM_EARTH / 3.986_004_415e14)
/** The burns are given to 1e-9 m/s, and the second radius changes by 5e4 m for each m/s of the first burn. */
const GIVEN_M = 1e-3
/** The same for the velocity: the error of the radius times 4e-5 per second. */
const GIVEN_MPS = 1e-7
/** The rounding of a rotation of axes, relative to the vector. */
const TURN = 1e-12
/** Decimal places of a size, m/s, that survive a rotation. */
const SIZE_DIGITS = 10
/** The least change of the velocity, m/s, by the rotation of the axes after burns of 50 m/s across the orbit. */
const TURNED_MPS = 0.1
/** The error of parts of ten seconds: 2 m/s times (10 s)² over 24 of 600 s in the curvature of gravity, and the rounding of constants. */
const PARTS_M = 0.02
/** The rounding of two propagations over some revolutions. */
const ROUNDING_M = 1e-3

/** Converts burns in the named axes to R, T, N at the start of each. */
function inRtn(axes: string, given: readonly Vec3[], at: { r: Vec3; v: Vec3 }): Vec3[] {
  const { r, v } = at
  const state = { frame: 'GCRF', epoch: EPOCH, r, v } as const
  return given.map((one) => transform(rtnAxes(at), deltaVFromAxes(axes, state, one)))
}

test.each([
  ['VNB', (size: number): Vec3 => [size, 0, 0]],
  ['TNW', (size: number): Vec3 => [size, 0, 0]],
  ['RTN', (size: number): Vec3 => [0, size, 0]],
])('flyChain() propagates the Hohmann transfer of Vallado, example 6-1, given in %s', (axes, along) => {
  const [low, high] = [6_569_477.4, 42_159_484.87]
  const [first, second] = [OF_BOOK * 2457.038_635_627_854, OF_BOOK * 1478.187_015_430_896]
  const halfS = Math.PI * Math.sqrt(((low + high) / 2) ** 3 / GM_EARTH)
  const start = { atS: -halfS, r: [low, 0, 0] as Vec3, v: [0, Math.sqrt(GM_EARTH / low), 0] as Vec3 }
  // At both ends of the transfer the velocity is across the radius, so that the axes have the same meaning at each.
  const [here] = inRtn(axes, [along(first)], start)
  const [there] = inRtn(axes, [along(second)], { r: [-high, 0, 0], v: [0, -1, 0] })
  const burns: ChainBurn[] = [
    { atS: -halfS, durationS: 0, deltaVRtnMps: here! },
    { atS: 0, durationS: 0, deltaVRtnMps: there! },
  ]
  const { kicks } = flyChain(TWO_BODY, start, burns)
  // After both burns the orbit is a circle of the higher radius, also a quarter of a revolution later.
  const quarterS = (Math.PI / 2) * Math.sqrt(high ** 3 / GM_EARTH)
  for (const toS of [0, quarterS]) {
    const end = flyKicked(TWO_BODY, start, { fromS: -halfS, toS }, kicks)
    expect(Math.abs(norm(end.r) - high)).toBeLessThan(GIVEN_M)
    expect(Math.abs(norm(end.v) - Math.sqrt(GM_EARTH / high))).toBeLessThan(GIVEN_MPS)
  }
})

const LEO = { atS: 0, r: [7e6, 1e5, -2e5] as Vec3, v: [-100, 5700, 4900] as Vec3 }

test('flyChain() rotates the axes of a burn by the effect of earlier burns', () => {
  const burns = [0, 1500, 3000, 4500, 6000].map((atS): ChainBurn => ({ atS, durationS: 0, deltaVRtnMps: [0, 0, 50] }))
  const { burns: flown } = flyChain(J2, LEO, burns)
  expect(flown).toHaveLength(5)
  for (const { before, deltaV } of flown) {
    // A burn along the orbit normal is perpendicular to the current position and velocity, and keeps its length.
    expect(Math.abs(dot(deltaV, before.r)) / norm(before.r)).toBeLessThan(TURN)
    expect(dot(deltaV, cross(before.r, before.v)) / norm(cross(before.r, before.v))).toBeCloseTo(50, SIZE_DIGITS)
  }
  expect(norm(subtract(flown[4]!.deltaV, flown[0]!.deltaV))).toBeGreaterThan(TURNED_MPS)
})

test('an arc of thrust agrees with integrated thrust, and an arc of zero length is an impulse', () => {
  const deltaVRtnMps: Vec3 = [0.3, 2, -0.5]
  const lengthS = 600
  const { kicks } = flyChain(J2, LEO, [{ atS: 0, durationS: lengthS, deltaVRtnMps }])
  const end = flyKicked(J2, LEO, { fromS: 0, toS: lengthS }, kicks)
  // The classical fourth-order Runge-Kutta method in steps of a second, with J2 from the difference of two propagations: an independent check.
  const acceleration = scale(
    rtnAxes(LEO).reduce<Vec3>((sum, axis, k) => add(sum, scale(axis, deltaVRtnMps[k as 0 | 1 | 2])), [0, 0, 0]),
    1 / lengthS,
  )
  const J2_TERM = 1.082_626_7e-3
  const RE = 6_378_136.3
  const force = (r: Vec3): Vec3 => {
    const size = norm(r)
    const factor = (1.5 * J2_TERM * GM_EARTH * RE ** 2) / size ** 5
    const z2 = (5 * r[2] ** 2) / size ** 2
    const twoBody = scale(r, -GM_EARTH / size ** 3)
    return add(
      add(twoBody, [factor * r[0] * (z2 - 1), factor * r[1] * (z2 - 1), factor * r[2] * (z2 - 3)]),
      acceleration,
    )
  }
  let [r, v]: [Vec3, Vec3] = [LEO.r, LEO.v]
  for (let step = 0; step < lengthS; step += 1) {
    const [k1v, k1a] = [v, force(r)]
    const [k2v, k2a] = [add(v, scale(k1a, 0.5)), force(add(r, scale(k1v, 0.5)))]
    const [k3v, k3a] = [add(v, scale(k2a, 0.5)), force(add(r, scale(k2v, 0.5)))]
    const [k4v, k4a] = [add(v, k3a), force(add(r, k3v))]
    const mean = (a: Vec3, b: Vec3, c: Vec3, d: Vec3) => scale(add(add(a, d), scale(add(b, c), 2)), 1 / 6)
    r = add(r, mean(k1v, k2v, k3v, k4v))
    v = add(v, mean(k1a, k2a, k3a, k4a))
  }
  expect(norm(subtract(end.r, r))).toBeLessThan(PARTS_M)
  const impulse = flyChain(J2, LEO, [{ atS: 0, durationS: 0, deltaVRtnMps }])
  expect(impulse.kicks).toHaveLength(1)
  expect(norm(subtract(impulse.kicks[0]!.deltaV, scale(acceleration, lengthS)))).toBeLessThan(TURN)
})

test('no burn leaves the orbit unchanged, and overlapping burns are refused', () => {
  const burn = (atS: number, durationS = 0): ChainBurn => ({ atS, durationS, deltaVRtnMps: [0, 0.1, 0] })
  const none = flyChain(J2, LEO, [])
  const leg = { fromS: 0, toS: 20_000 }
  expect(norm(subtract(flyKicked(J2, LEO, leg, none.kicks).r, J2.fly(LEO, leg, 'primary').r))).toBeLessThan(ROUNDING_M)
  expect(() => flyChain(J2, LEO, [burn(10, 30), burn(20)])).toThrow('before the one before it has ended')
  expect(() => flyChain(J2, LEO, [burn(-1)])).toThrow('before the one before it has ended')
})
