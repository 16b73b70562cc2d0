import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import type { OemMetadata, OemState } from '../oem/oem.ts'
import { checkUpload, type UploadExpectation } from './check-upload.ts'

/** A check of five states notices a bad one up to two lines before it. */
const HALF_WINDOW_LINES = 2

const GM = 3.986004418e14
const J2 = 1.0826e-3
const RADIUS = 6_378_137
const SPIN = 7.292115e-5
const START = parseTime('2026-11-20T00:00:00')

/** Returns the derivatives of x, y, z and their rates under point mass and J2, computed without our own code. */
function derivative([x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0]: readonly number[]): number[] {
  const r = Math.hypot(x, y, z)
  const k = (1.5 * J2 * RADIUS ** 2) / r ** 2
  const s = (5 * z ** 2) / r ** 2
  const g = -GM / r ** 3
  return [vx, vy, vz, g * x * (1 + k * (1 - s)), g * y * (1 + k * (1 - s)), g * z * (1 + k * (3 - s))]
}

/** Yields states computed by a fourth-order Runge–Kutta method with steps of 5 s, which is accurate to centimetres over an hour. */
function* orbit(begin: readonly number[], stepS: number, count: number): Generator<{ t: number; y: number[] }> {
  let y = [...begin]
  for (let index = 0; index < count; index += 1) {
    yield { t: index * stepS, y }
    for (let done = 0; done < stepS; done += 5) {
      const add = (k: number[], h: number) => y.map((value, axis) => value + h * k[axis]!)
      const k1 = derivative(y)
      const k2 = derivative(add(k1, 2.5))
      const k3 = derivative(add(k2, 2.5))
      const k4 = derivative(add(k3, 5))
      y = y.map((value, axis) => value + (5 / 6) * (k1[axis]! + 2 * k2[axis]! + 2 * k3[axis]! + k4[axis]!))
    }
  }
}

const LEO = [7_000_000, 0, 0, 0, 4500, 6000]
const GEO = [42_164_000, 0, 0, 0, 3074.66, 0]
const MOLNIYA = [6_878_000, 0, 0, 0, 4600, 9000]

type Change = (state: { t: number; r: Vec3; v: Vec3 }, index: number) => { t: number; r: Vec3; v: Vec3 }

const metadata: OemMetadata = {
  comments: [],
  objectName: 'SIMULATED 1',
  objectId: '2026-001A',
  centreName: 'EARTH',
  refFrame: 'GCRF',
  timeSystem: 'UTC',
  startTime: START,
  stopTime: START,
}

interface FileScript {
  readonly begin?: readonly number[]
  readonly stepS?: number
  readonly count?: number
  readonly change?: Change
  readonly meta?: Partial<OemMetadata>
  readonly expectation?: UploadExpectation
  /** Returns true for states that are missing in the file; the others keep their lines. */
  readonly isLeftOut?: (index: number) => boolean
}

/** Returns the faults of an ephemeris whose states are in lines 14, 15 and so on. */
function check({ begin = LEO, stepS = 60, count = 60, change = (state) => state, ...made }: FileScript) {
  const { meta = {}, expectation = {}, isLeftOut = () => false } = made
  const log = new FaultLog(true)
  const upload = checkUpload(log, expectation)
  upload.take({ kind: 'segment', line: 4, metadata: { ...metadata, ...meta } })
  let index = 0
  for (const { t, y } of orbit(begin, stepS, count)) {
    const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0] = y
    const changed = change({ t, r: [x, yy, z], v: [vx, vy, vz] }, index)
    const state: OemState = { epoch: addSeconds(START, changed.t), r: changed.r, v: changed.v }
    if (!isLeftOut(index)) upload.take({ kind: 'state', line: 14 + index, state })
    index += 1
  }
  upload.finish(14 + count)
  return { errors: log.errors, warnings: log.warnings }
}

const scaled = (vector: Vec3, by: number): Vec3 => [vector[0] * by, vector[1] * by, vector[2] * by]
const rounded = (vector: Vec3, to: number): Vec3 => [
  Math.round(vector[0] / to) * to,
  Math.round(vector[1] / to) * to,
  Math.round(vector[2] / to) * to,
]

/** Returns a change of states to a frame that rotates with the Earth; `withSpin`: the velocity is also transformed, as it should be. */
function turned(withSpin: boolean): Change {
  return ({ t, r, v }) => {
    const [c, s] = [Math.cos(SPIN * t), Math.sin(SPIN * t)]
    const turn = ([x, y, z]: Vec3): Vec3 => [c * x + s * y, c * y - s * x, z]
    const fixed = turn(r)
    const moved = turn(v)
    const spin: Vec3 = withSpin ? [SPIN * fixed[1], -SPIN * fixed[0], 0] : [0, 0, 0]
    return { t, r: fixed, v: [moved[0] + spin[0], moved[1] + spin[1], moved[2]] }
  }
}

test.each([
  [
    'LEO every 10 s, printed to the metre',
    { stepS: 10, change: ({ t, r, v }) => ({ t, r: rounded(r, 1), v: rounded(v, 0.01) }) },
  ],
  ['LEO every minute', {}],
  ['LEO every 3 minutes', { stepS: 180 }],
  ['GEO every 10 minutes', { begin: GEO, stepS: 600 }],
  ['a long ellipse through its perigee', { begin: MOLNIYA, stepS: 60 }],
  ['LEO in a frame of the Earth', { change: turned(true), meta: { refFrame: 'ITRF2014' } }],
] satisfies [string, FileScript][])('checkUpload() has nothing against %s', (_name, made) => {
  expect(check(made).errors).toEqual([])
})

test.each([
  [
    'metres for kilometres',
    { change: ({ t, r, v }) => ({ t, r: scaled(r, 1000), v: scaled(v, 1000) }) },
    16,
    /in m and m\/s/,
  ],
  ['positions in metres', { change: ({ t, r, v }) => ({ t, r: scaled(r, 1000), v }) }, 16, /position is in m/],
  ['velocities in m/s', { change: ({ t, r, v }) => ({ t, r, v: scaled(v, 1000) }) }, 16, /velocity is in m\/s/],
  ['ITRF said to be GCRF', { change: turned(true) }, 16, /frame of the Earth, not an inertial/],
  ['GCRF said to be ITRF', { meta: { refFrame: 'ITRF2020' } }, 16, /inertial frame, not one of the Earth/],
  [
    'positions in ITRF, velocities inertial',
    { change: turned(false), meta: { refFrame: 'ITRF' } },
    16,
    /velocity is of another frame/,
  ],
  ['GEO in ITRF said to be GCRF', { begin: GEO, stepS: 600, change: turned(true) }, 16, /frame of the Earth/],
  [
    'UTC that becomes TAI',
    { change: (state, index) => (index < 30 ? state : { ...state, t: state.t + 37 }) },
    44,
    /jump by 37 s .*UTC and TAI/,
  ],
  [
    'a leap second that was forgotten',
    { change: (state, index) => (index < 30 ? state : { ...state, t: state.t - 1 }) },
    44,
    /jump by 1 s .*leap/,
  ],
  [
    'one position with a wrong digit',
    { change: ({ t, r, v }, index) => ({ t, r: index === 30 ? [r[0] + 1000, r[1], r[2]] : r, v }) },
    42,
    /does not move/,
  ],
] satisfies [string, FileScript, number, RegExp][])(
  'checkUpload() finds %s, and names the line',
  (_name, made, line, message) => {
    const { errors } = check(made)
    expect(errors.filter(({ code }) => code !== 'too-few-points')[0]?.code).toBe('bad-physics')
    const first = errors.find(({ code, message: text }) => code === 'bad-physics' && !text.startsWith('the speed'))
    expect(first?.message).toMatch(message)
    // A check of five states notices a bad one up to two lines before it.
    expect(Math.abs(first!.line - line)).toBeLessThanOrEqual(HALF_WINDOW_LINES)
  },
)

test('checkUpload() warns of a burn that is not in a separate segment', () => {
  const change: Change = (state, index) => {
    const burnS = Math.max(0, index - 30) * 60
    return {
      ...state,
      r: [state.r[0], state.r[1], state.r[2] + 0.015 * burnS ** 2],
      v: [state.v[0], state.v[1], state.v[2] + 0.03 * burnS],
    }
  }
  const { errors, warnings } = check({ count: 36, change })
  expect(errors).toEqual([])
  expect(warnings).toMatchObject([
    { code: 'bad-physics', expected: 'a new segment where a burn begins and where it ends' },
  ])
})

test.each([
  [{ meta: { timeSystem: 'TAI' } }, 4, 'TIME_SYSTEM', 'bad-value'],
  [{ meta: { centreName: 'MARS' } }, 4, 'CENTER_NAME', 'bad-value'],
  [{ expectation: { objectIds: ['2026-002A'] } }, 4, 'OBJECT_ID', 'wrong-object'],
  [{ count: 5 }, 19, null, 'too-few-points'],
  [{ stepS: 21_600, begin: GEO, count: 90 }, 104, 'STOP_TIME', 'too-long-span'],
  [{ change: ({ t, r, v }, index) => ({ t, r, v: index === 59 ? scaled(v, 10) : v }) }, 73, null, 'bad-physics'],
  [{ change: ({ t, r, v }, index) => ({ t: index === 59 ? t - 60 : t, r, v }) }, 73, null, 'not-increasing'],
] satisfies [FileScript, number, string | null, string][])('checkUpload() refuses %j', (made, line, keyword, code) => {
  expect(check(made).errors).toContainEqual(expect.objectContaining({ line, column: 1, keyword, code }))
})

test('checkUpload() treats different notations of an object as the same', () => {
  for (const id of ['2026-001-A', '2026-001A', ' 2026-001a ']) {
    expect(check({ expectation: { objectIds: [id] } }).errors).toEqual([])
  }
  expect(check({ expectation: { objectIds: ['99999'], objectNames: ['Simulated 1'] } }).errors).toEqual([])
})

test('checkUpload() warns of steps that are too long, and of a covered time span that is unsuitable', () => {
  expect(check({ stepS: 300 }).warnings).toMatchObject([{ code: 'too-sparse' }])
  expect(check({ stepS: 60 }).warnings).toEqual([])
  expect(check({ stepS: 21_600, count: 40 }).warnings).toContainEqual(
    expect.objectContaining({ code: 'too-long-span' }),
  )
})

test('checkUpload() requires six states in each segment, and 36 in a revolution', () => {
  const codes = (made: FileScript) => {
    const { errors, warnings } = check(made)
    return [...errors, ...warnings].map(({ code }) => code)
  }
  expect(codes({ count: 6 })).toEqual([])
  expect(codes({ count: 5 })).toEqual(['too-few-points'])
  // The period of a circular orbit of 7000 km is 2π·√(r³/GM).
  const periodS = 2 * Math.PI * Math.sqrt(7_000_000 ** 3 / GM)
  const every = (perRevolution: number) => codes({ stepS: 5 * Math.round(periodS / perRevolution / 5), count: 6 })
  expect(every(37)).toEqual([])
  expect(every(35)).toEqual(['too-sparse'])
})

test('checkUpload() accepts speeds below 70 km/s', () => {
  const speeds = (speed: number) => {
    const change: Change = (state, index) => ({ ...state, v: index === 59 ? [0, 0, speed] : state.v })
    return check({ change }).errors.filter(({ message }) => message.startsWith('the speed')).length
  }
  expect([69_999, 70_000].map(speeds)).toEqual([0, 1])
})

test('checkUpload() names the state after the longest step, wherever it is', () => {
  // The steps are 60 s, except for one of 5 and one of 8 minutes: the latter is 1/12 of the 5829 s that a revolution at 7000 km takes.
  const gaps = (...left: readonly (readonly [from: number, to: number])[]) =>
    check({ isLeftOut: (index) => left.some(([from, to]) => index >= from && index < to) }).warnings
  expect(gaps([20, 24], [40, 47])).toMatchObject([{ line: 14 + 47, code: 'too-sparse' }])
  expect(gaps([20, 27], [40, 44])).toMatchObject([{ line: 14 + 27, code: 'too-sparse' }])
  expect(gaps([20, 27])[0]?.message).toBe('the step before this state is 1/12 of a revolution')
})
