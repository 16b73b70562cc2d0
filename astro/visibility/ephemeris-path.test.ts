import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { type EphemerisSegment, makeEphemeris } from '../ephemeris/ephemeris.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { transform } from '../mat3.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { pathOfEphemeris, pathsOfEphemeris } from './ephemeris-path.ts'
import { stateOnPath } from './path.ts'

const START = parseTime('2026-03-20T00:00:00')
const A = 7e6
const RATE = Math.sqrt(GM_EARTH / A ** 3)
/** The error of Hermite's cubic of a path in low orbit, and of the knots of the Earth's rotation (path.ts). */
const PATH_M = 3
/** The motion of an object in low orbit in one millisecond, at 7.5 km/s. */
const MILLISECOND_M = 7.5

/** A circle through both poles of TEME. */
const circle = (seconds: number): { r: Vec3; v: Vec3 } => {
  const [c, s] = [Math.cos(RATE * seconds), Math.sin(RATE * seconds)]
  return { r: [A * c, 0, A * s], v: [-A * RATE * s, 0, A * RATE * c] }
}
const segment = (fromS: number, toS: number): EphemerisSegment => ({
  frame: 'TEME',
  states: Array.from({ length: Math.round((toS - fromS) / 60) + 1 }, (_unused, k) => ({
    epoch: addSeconds(START, fromS + 60 * k),
    ...circle(fromS + 60 * k),
  })),
})
const at = (seconds: number) => addSeconds(START, seconds)

test('the path agrees with the ephemeris over the rotating Earth, for the common part of both spans', () => {
  const ephemeris = makeEphemeris([segment(600, 6000)])
  for (const [from, to, begin, end] of [
    [0, 9000, 600, 6000],
    [0, 3000, 600, 3000],
    [1000, 9000, 1000, 6000],
    [1000, 3000, 1000, 3000],
  ] as const) {
    const path = pathOfEphemeris(ephemeris, at(from), at(to))!
    expect(secondsBetween(START, path.start)).toBe(begin)
    expect(path.lengthS).toBe(end - begin)
    expect(path.endedBy).toBeUndefined()
    for (const seconds of [begin, begin + 777, (begin + end) / 2, end]) {
      const { matrix } = rotationBetween('TEME', 'ITRF', earthAt(at(seconds), { outside: 'hold' }))
      const expected = transform(matrix, circle(seconds).r)
      const { r } = stateOnPath(path, seconds - begin)
      expect(norm(subtract(r, expected)), `${seconds} s of ${from} to ${to}`).toBeLessThan(PATH_M)
    }
  }
})

test('there is no path if the ephemeris and the span have no common time', () => {
  const ephemeris = makeEphemeris([segment(600, 6000)])
  expect(pathOfEphemeris(ephemeris, at(-900), at(600))).toBeUndefined()
  expect(pathOfEphemeris(ephemeris, at(6000), at(9000))).toBeUndefined()
  expect(pathOfEphemeris(ephemeris, at(5999), at(9000))).toBeDefined()
})

test('a gap between segments gives an error that names the time, and so does an ephemeris without states', () => {
  const gap = makeEphemeris([segment(0, 1200), segment(3600, 4800)])
  expect(() => pathOfEphemeris(gap, at(0), at(4800))).toThrow(
    /no state at 2026-03-20T00:\d\d:\d\d\.\d{3}Z: between-segments/,
  )
  expect(pathOfEphemeris(gap, at(0), at(1200))).toBeDefined()
  expect(() => pathOfEphemeris(makeEphemeris([]), at(0), at(60))).toThrow(RangeError)
})

test('two segments meet if the times of a file, rounded to the millisecond, leave a millisecond between them', () => {
  const [edgeS, nextS] = [1200, 1200.001]
  const ephemeris = makeEphemeris([segment(0, edgeS), segment(nextS, 4800 + nextS - edgeS)])
  const [path, ...others] = pathsOfEphemeris(ephemeris, at(0), at(4800))
  expect(others).toEqual([])
  expect(path!.lengthS).toBe(4800)
  for (const seconds of [600, edgeS, 1230]) {
    const { matrix } = rotationBetween('TEME', 'ITRF', earthAt(at(seconds), { outside: 'hold' }))
    expect(norm(subtract(stateOnPath(path!, seconds).r, transform(matrix, circle(seconds).r)))).toBeLessThan(PATH_M)
  }
  // A sample between the two has the state at the edge, some metres behind it along the path.
  const between = pathOfEphemeris(ephemeris, addSeconds(START, 1200.0005), at(3000))!
  const { matrix } = rotationBetween('TEME', 'ITRF', earthAt(at(edgeS), { outside: 'hold' }))
  expect(norm(subtract(stateOnPath(between, 0).r, transform(matrix, circle(edgeS).r)))).toBeLessThan(
    PATH_M + MILLISECOND_M,
  )
  expect(pathsOfEphemeris(makeEphemeris([segment(0, 1200), segment(1201, 2401)]), at(0), at(2400))).toHaveLength(2)
})

test('around a gap there are two paths, each along the ephemeris; segments that meet give one path', () => {
  const gap = makeEphemeris([segment(0, 1200), segment(1200, 2400), segment(3600, 4800)])
  const spans = (from: number, to: number) =>
    pathsOfEphemeris(gap, at(from), at(to)).map(({ start, lengthS }) => {
      const beginS = secondsBetween(START, start)
      return [beginS, beginS + lengthS]
    })
  expect(spans(-600, 9000)).toEqual([
    [0, 2400],
    [3600, 4800],
  ])
  expect(spans(600, 3900)).toEqual([
    [600, 2400],
    [3600, 3900],
  ])
  expect(spans(2500, 3500)).toEqual([])
  const [, second] = pathsOfEphemeris(gap, at(0), at(4800))
  const { matrix } = rotationBetween('TEME', 'ITRF', earthAt(at(4000), { outside: 'hold' }))
  expect(norm(subtract(stateOnPath(second!, 400).r, transform(matrix, circle(4000).r)))).toBeLessThan(PATH_M)
  expect(() => pathsOfEphemeris(makeEphemeris([]), at(0), at(60))).toThrow(RangeError)
})
