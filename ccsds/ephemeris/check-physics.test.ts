import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { checkPhysics } from './check-physics.ts'

const GM = 3.986004418e14
const J2 = 1.0826355e-3
const RADIUS_M = 6_378_137
const START = parseTime('2026-11-20T00:00:00')

interface StateAtSecond {
  readonly t: number
  readonly r: Vec3
  readonly v: Vec3
}

/** Returns the faults of states that are in lines 10, 11 and so on. */
function reportsOf(states: readonly StateAtSecond[], frame = 'GCRF') {
  const log = new FaultLog(true)
  const check = checkPhysics(frame, log)
  for (const [index, { t, r, v }] of states.entries()) check.take({ epoch: addSeconds(START, t), r, v }, 10 + index)
  return { errors: log.errors, warnings: log.warnings }
}

/** Returns gravity at the equator, m/s²: point mass and J2. */
const gravity = (r: number) => (GM / r ** 2) * (1 + 1.5 * J2 * (RADIUS_M / r) ** 2)
/** Returns the angle that the fastest bound object moves through in a time. */
const turnIn = (s: number, r: number) => s * Math.sqrt((2 * GM) / r ** 3)

interface Off {
  /** The error of the acceleration that follows from positions and velocities together, m/s². */
  readonly byVelocities?: number
  /** The error of the acceleration that follows from the positions alone. */
  readonly byPositions?: number
  /** The difference between the velocity and the rate of change of the position, m/s. */
  readonly gap?: number
}

/**
 * Returns five states on a circle around r = (R, 0, 0) for which central differences give exactly the requested accelerations: with r(±h) = r ± v·h +
 * a1·h²/2, r(±2h) = r ± 2·v·h + 2·a2·h² and v(±h) = v ± b·h, positions give (4·a1 − a2)/3, and with velocities 2·a1 − b.
 */
function five(r: number, stepS: number, { byVelocities = 0, byPositions = 0, gap = 0 }: Off = {}): StateAtSecond[] {
  const g = gravity(r)
  const speed = Math.sqrt(g * r)
  const [a1, a2, b] = [-g, -g - 3 * byPositions, -g - byVelocities]
  const bend = [2 * a2, a1 / 2, 0, a1 / 2, 2 * a2]
  return bend.map((radial, index) => {
    const t = (index - 2) * stepS
    return { t, r: [r + radial * stepS ** 2, speed * t, gap * t], v: [b * t, speed, 0] }
  })
}

const LEO_M = 7_000_000
const isRefused = (states: readonly StateAtSecond[]) => reportsOf(states).errors.length > 0

test('at short steps an acceleration may be wrong by 0.01 m/s², and it is sufficient if the velocities or the positions agree (domain.md C10)', () => {
  expect(reportsOf(five(LEO_M, 10))).toEqual({ errors: [], warnings: [] })
  const off = (byVelocities: number, byPositions: number) =>
    reportsOf(five(LEO_M, 10, { byVelocities, byPositions })).warnings.length
  expect(off(0.0097, 5)).toBe(0)
  expect(off(0.0103, 5)).toBe(1)
  expect(off(5, 0.0097)).toBe(0)
  expect(reportsOf(five(LEO_M, 10, { byVelocities: 5, byPositions: 0.0103 })).errors).toHaveLength(1)
})

test('at long steps a truncation error of angle⁴ · gravity is also allowed, divided by 150 with velocities and by 30 without', () => {
  const stepS = 750
  const truncation = turnIn(stepS, LEO_M) ** 4 * gravity(LEO_M)
  const byVelocities = 0.01 + truncation / 150
  expect(isRefused(five(LEO_M, stepS, { byVelocities: 0.97 * byVelocities, byPositions: 50 }))).toBe(false)
  const { errors, warnings } = reportsOf(five(LEO_M, stepS, { byVelocities: 1.03 * byVelocities, byPositions: 50 }))
  expect([...errors, ...warnings]).toHaveLength(1)
  const byPositions = 0.01 + truncation / 30
  expect(isRefused(five(LEO_M, stepS, { byVelocities: 50, byPositions: 0.97 * byPositions }))).toBe(false)
  expect(isRefused(five(LEO_M, stepS, { byVelocities: 50, byPositions: 1.03 * byPositions }))).toBe(true)
})

test('the velocity may differ by 10 m/s from the change of the positions, and at long steps by angle⁴ · speed / 15 more', () => {
  expect(isRefused(five(LEO_M, 10, { gap: 9.7 }))).toBe(false)
  expect(isRefused(five(LEO_M, 10, { gap: 10.3 }))).toBe(true)
  const stepS = 750
  const most = 10 + (turnIn(stepS, LEO_M) ** 4 * Math.sqrt(gravity(LEO_M) * LEO_M)) / 15
  expect(isRefused(five(LEO_M, stepS, { gap: 0.97 * most }))).toBe(false)
  expect(isRefused(five(LEO_M, stepS, { gap: 1.03 * most }))).toBe(true)
})

test('an acceleration that a burn can cause, up to 0.1 m/s², is a warning that names the line of the state', () => {
  const off = (byVelocities: number) => reportsOf(five(LEO_M, 10, { byVelocities, byPositions: byVelocities }))
  expect(off(0.097)).toMatchObject({ errors: [], warnings: [{ line: 12, code: 'bad-physics' }] })
  expect(off(0.103)).toMatchObject({ errors: [{ line: 12, column: 1, code: 'bad-physics' }], warnings: [] })
  expect(off(0.097).warnings[0]?.message).toContain('0.097 m/s² off, its velocity 0.0 m/s')
})

test('with steps of more than 1.2 rad only the position is checked: it must be between the ground and the Moon', () => {
  const stepOf = (turn: number, r: number) => turn / turnIn(1, r)
  const wrong = { byVelocities: 50, byPositions: 50 }
  expect(isRefused(five(LEO_M, stepOf(1.19, LEO_M), wrong))).toBe(true)
  expect(isRefused(five(LEO_M, stepOf(1.21, LEO_M), wrong))).toBe(false)
  const far = (r: number) => isRefused(five(r, stepOf(1.5, r), wrong))
  expect([6.29e6, 6.31e6, 4.95e8, 5.05e8].map(far)).toEqual([true, false, false, true])
})

test('if the positions alone move freely, to 0.1 m/s², the fault says that the velocity is of another frame or unit', () => {
  const wordsOf = (byPositions: number) =>
    reportsOf(five(LEO_M, 10, { byVelocities: 5, byPositions, gap: 500 })).errors[0]?.message
  expect(wordsOf(0.097)).toMatch(/its velocity is of another frame or unit than its position$/)
  expect(wordsOf(0.103)).toMatch(/a mistake of frame, unit or time, or a force that is not gravity$/)
})

/** Returns states of an exactly circular orbit in the plane of the equator, for point mass and J2. */
function circle(r: number, stepS: number, count: number): StateAtSecond[] {
  const rate = Math.sqrt(gravity(r) / r)
  return Array.from({ length: count }, (_, index) => {
    const t = index * stepS
    const [c, s] = [Math.cos(rate * t), Math.sin(rate * t)]
    return { t, r: [r * c, r * s, 0], v: [-r * rate * s, r * rate * c, 0] }
  })
}
const GEO_M = 42_164_000

/** Returns the same states, in which the times of the seventh and all later states are shifted. */
const jumped = (states: readonly StateAtSecond[], bySeconds: number) =>
  states.map((state, index) => (index < 6 ? state : { ...state, t: state.t + bySeconds }))

test.each([
  [1, 'a leap second'],
  [18, 'UTC and GPS'],
  [19, 'GPS and TAI'],
  [32.184, 'TAI and TT'],
  [37, 'UTC and TAI'],
  [51.184, 'GPS and TT'],
  [69.184, 'UTC and TT'],
] as const)('times that jump by %s s are told as %s, forwards and back, in the line where they do', (seconds, what) => {
  for (const by of [seconds, -seconds]) {
    const { errors } = reportsOf(jumped(circle(LEO_M, 100, 12), by))
    expect(errors.map(({ line }) => line)).toEqual([16])
    expect(errors[0]?.message).toContain(`jump by ${seconds} s here (${what})`)
  }
})

test('a jump that differs by 0.3 s from all differences of time systems is not explained by one of them', () => {
  const [stepS, rate] = [600, Math.sqrt(gravity(GEO_M) / GEO_M)]
  // The time that a step seems to take: the chord at the mean velocity.
  const half = (rate * stepS) / 2
  const seeming = (Math.tan(half) / half - 1) * stepS
  const wordsOf = (by: number) => reportsOf(jumped(circle(GEO_M, stepS, 12), by + seeming)).errors[0]?.message
  expect(wordsOf(37.285)).toContain('jump by 37 s')
  expect(wordsOf(37.315)).not.toContain('jump')
})

test('of several bad states in a row only the first is reported, and after good states the next bad one', () => {
  const states = circle(LEO_M, 60, 40).map((state, index) =>
    index === 10 || index === 30 ? { ...state, v: [state.v[0], state.v[1], 500] as const } : state,
  )
  const { errors } = reportsOf(states as StateAtSecond[])
  expect(errors).toHaveLength(2)
  expect(errors.map(({ line }) => Math.abs(line - 20) <= 2 || Math.abs(line - 40) <= 2)).toEqual([true, true])
})

test('checkPhysics() ignores fewer than five states, and times that do not ascend', () => {
  const wrong = five(LEO_M, 10, { byVelocities: 5, byPositions: 5 })
  expect(reportsOf(wrong.slice(0, 4)).errors).toEqual([])
  expect(reportsOf(wrong).errors).toHaveLength(1)
  const [a, b, c, d, e] = circle(LEO_M, 60, 5)
  const again = { ...b!, r: [1, 2, 3] as const }
  expect(reportsOf([a!, b!, again, c!, d!, e!])).toEqual({ errors: [], warnings: [] })
})

test('a state at the centre of the Earth, where gravity has no direction, is refused', () => {
  const states = circle(LEO_M, 60, 5).map((state, index) => (index === 2 ? { ...state, r: [0, 0, 0] as const } : state))
  expect(reportsOf(states as StateAtSecond[]).errors).toHaveLength(1)
})

test.each(['ITRF2014', 'itrf', 'WGS84', 'EFG', 'TDR', 'GRC', 'FIXED_EARTH', 'TIRF', 'DTRF2014'])(
  'the frame %s rotates with the Earth: an object that is at rest above the equator moves freely',
  (frame) => {
    // The radius at which gravity equals the centrifugal acceleration: r³·ω² = GM·(1 + 1.5·J2·(a/r)²).
    const spin = 7.292115e-5
    let r = GEO_M
    for (let round = 0; round < 20; round += 1) r = Math.cbrt((gravity(r) * r ** 2) / spin ** 2)
    const still = Array.from(
      { length: 6 },
      (_, index): StateAtSecond => ({ t: index * 600, r: [r, 0, 0], v: [0, 0, 0] }),
    )
    expect(reportsOf(still, frame)).toEqual({ errors: [], warnings: [] })
    expect(reportsOf(still, 'GCRF').errors[0]?.message).toContain('frame of the Earth, not an inertial one')
  },
)

test.each([
  [1e3, 1e3, 'it is in m and m/s, not in km and km/s'],
  [1e3, 1, 'its position is in m, not in km'],
  [1, 1e3, 'its velocity is in m/s, not in km/s'],
  [1e-3, 1e-3, 'its position is in km by a thousand too small'],
])('positions times %d and velocities times %d are reported as what they are: %s', (length, speed, text) => {
  const by = (factor: number, [x, y, z]: Vec3): Vec3 => [x * factor, y * factor, z * factor]
  const states = circle(LEO_M, 60, 6).map((state) => ({ ...state, r: by(length, state.r), v: by(speed, state.v) }))
  expect(reportsOf(states).errors[0]?.message).toMatch(new RegExp(`: ${text}$`))
})
