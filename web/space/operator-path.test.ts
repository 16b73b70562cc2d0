import {
  OPERATOR_PATH_BETWEEN_M,
  type OperatorPath,
  type OperatorPaths,
} from '@apsis/contract/ca/find/operator-path.ts'
import { expect, test } from 'vitest'
import { openPaths } from './operator-path.ts'

const FROM = '2026-11-20T06:00:00.000Z'
const START_MS = Date.parse(FROM)
/** GM of the Earth by EGM96, m³/s². */
const GM = 398_600.4418e9

/** A Kepler orbit in its plane by Newton's method on Kepler's equation, from the perigee on: an independent solution to compare with. */
function kepler(axisM: number, e: number, seconds: number) {
  const n = Math.sqrt(GM / axisM ** 3)
  let eccentric = n * seconds
  for (let k = 0; k < 50; k += 1)
    eccentric -= (eccentric - e * Math.sin(eccentric) - n * seconds) / (1 - e * Math.cos(eccentric))
  const [cosine, sine] = [Math.cos(eccentric), Math.sin(eccentric)]
  const root = Math.sqrt(1 - e * e)
  const rate = n / (1 - e * cosine)
  return {
    r: [axisM * (cosine - e), axisM * root * sine, 0] as const,
    v: [-axisM * rate * sine, axisM * root * rate * cosine, 0] as const,
  }
}

const about = { satelliteId: null, name: 'a.oem', publisher: null, madeAt: FROM, isSimulated: true }
const pathOf = (pieces: OperatorPath['pieces'], other: Partial<OperatorPath> = {}): OperatorPath => ({
  ...about,
  noradId: 90_001,
  from: FROM,
  until: '2026-11-25T06:00:00.000Z',
  pieces,
  ...other,
})
const answer = (...paths: OperatorPath[]): OperatorPaths => ({
  from: FROM,
  to: '2026-11-20T12:00:00.000Z',
  paths,
  isCut: false,
})

function pieceOf(axisM: number, e: number, seconds: readonly number[]): OperatorPath['pieces'][number] {
  const states = seconds.map((one) => kepler(axisM, e, one))
  return { seconds: [...seconds], r: states.flatMap(({ r }) => [...r]), v: states.flatMap(({ v }) => [...v]) }
}

test.each([
  ['a low orbit', 6_992_000, 0.001],
  ['the perigee of a transfer orbit', 24_400_000, 0.73],
])('between its states a path is less than the stated bound from the orbit: %s', (_, axisM, e) => {
  const minutes = Array.from({ length: 41 }, (__, k) => 60 * (k - 20))
  const path = openPaths([answer(pathOf([pieceOf(axisM, e, minutes)]))]).get(90_001)!
  let largest = 0
  for (let seconds = -1_200; seconds <= 1_200; seconds += 7) {
    const [state, truth] = [path.stateAt(START_MS + 1_000 * seconds)!, kepler(axisM, e, seconds)]
    largest = Math.max(largest, Math.hypot(...truth.r.map((one, axis) => one - state.r[axis]!)))
    // The rate of a cubic is right to second order of the step: 0.1 m/s at the perigee, a hundred-thousandth of the speed.
    expect(Math.hypot(...truth.v.map((one, axis) => one - state.v[axis]!))).toBeLessThan(0.2)
  }
  expect(largest).toBeLessThan(OPERATOR_PATH_BETWEEN_M)
  expect(largest).toBeGreaterThan(0.01)
})

test('outside its pieces, and between two of them, a path has no state', () => {
  const pieces = [pieceOf(7e6, 0, [0, 60, 90]), pieceOf(7e6, 0, [200, 260])]
  const { stateAt } = openPaths([answer(pathOf(pieces))]).get(90_001)!
  const has = (seconds: number) => stateAt(START_MS + 1_000 * seconds) !== undefined
  expect([-1, 0, 90, 91, 199, 200, 260, 261].map(has)).toEqual([false, true, true, false, false, true, true, false])
})

test('an own path counts more than a published one, and answers of two spans continue each other', () => {
  const published = pathOf([pieceOf(7e6, 0, [0, 60])], { publisher: 'space.example', name: 'their.txt' })
  const own = pathOf([pieceOf(7e6, 0, [0, 60])])
  const later = { ...answer(pathOf([pieceOf(7e6, 0, [0, 60])])), from: '2026-11-20T12:00:00.000Z' }
  const path = openPaths([answer(published, own), later]).get(90_001)!
  expect(path.name).toBe('a.oem')
  expect([0, 30, 21_600, 21_660].map((one) => path.stateAt(START_MS + 1_000 * one) !== undefined)).toEqual([
    true,
    true,
    true,
    true,
  ])
})
