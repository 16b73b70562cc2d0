import { seededRandom } from '@apsis/astro/random.ts'
import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { expect, test } from 'vitest'
import { earthAxes, HOME, viewOf } from './globe-camera.ts'
import { objectsUnder } from './nearest.ts'

const view = viewOf({ ...HOME, lat: 0 }, { place: [0, 0, 0], axes: earthAxes(0) }, { widthPx: 800, heightPx: 600 })
/** In front of the Earth, a little beside that, behind the Earth, beside it and farther away than its middle, without a place. */
const PLACES_M = [
  [7_000_000, 0, 0],
  [7_000_000, 40_000, 0],
  [-7_000_000, 0, 0],
  [-9_000_000, 9_000_000, 0],
  [9_000_000, 0, 9_000_000],
]
const places = Int32Array.from([...PLACES_M.flat().map((m) => m / PLACE_UNIT_M), NO_STATE, 0, 0])
const mask = new Uint8Array(6).fill(1)
const none = new Set<number>()

test('what is in front of the Earth is found, the nearest first, and never what it hides', () => {
  expect(objectsUnder(view, { places, mask }, { x: 400, y: 300 }, none)).toEqual([0, 1])
  expect(objectsUnder(view, { places, mask }, { x: 402, y: 300 }, none)).toEqual([1, 0])
  expect(objectsUnder(view, { places, mask }, { x: 430, y: 300 }, none)).toEqual([])
})

test('an own satellite is meant before others, and what is not drawn is not meant', () => {
  expect(objectsUnder(view, { places, mask }, { x: 400, y: 300 }, new Set([1]))).toEqual([1])
  const hidden = Uint8Array.of(0, 1, 1, 1, 1, 1)
  expect(objectsUnder(view, { places, mask: hidden }, { x: 400, y: 300 }, none)).toEqual([1])
})

test('an object beside the Earth and behind its middle is found where no other is', () => {
  // 9 000 km to the right and as far behind the middle: 600 / 2 / tan 15° · 9 000 / 40 500.
  const x = 400 + ((300 / Math.tan(Math.PI / 12)) * 9_000) / 40_500
  expect(objectsUnder(view, { places, mask }, { x, y: 300 }, none)).toEqual([3])
})

test('of a hundred thousand objects around the Earth those are found that are within 8 px of the pointer and not behind the Earth', () => {
  // The eye is on the x axis: a place is at 300 / tan 15° times its share of the distance, to the right by y and upwards by z.
  const focal = 300 / Math.tan(Math.PI / 12)
  const random = seededRandom(49)
  const all = Array.from({ length: 100_000 }, () => {
    const [z, turn, radiusKm] = [2 * random() - 1, 2 * Math.PI * random(), 7_000 + 3_000 * random()]
    const across = Math.sqrt(1 - z * z)
    return [across * Math.cos(turn), across * Math.sin(turn), z].map((part) => Math.round(4_000 * radiusKm * part) / 4)
  })
  const eyeM = 1_000 * HOME.distanceKm
  const expected = all.flatMap(([x = 0, y = 0, z = 0], k) => {
    const at = { x: 400 + (focal * y) / (eyeM - x), y: 300 - (focal * z) / (eyeM - x) }
    return x > 0 && Math.hypot(at.x - 430, at.y - 250) <= 8 ? [{ k, away: Math.hypot(at.x - 430, at.y - 250) }] : []
  })
  expect(expected.length).toBeGreaterThan(10)
  const many = {
    places: Int32Array.from(all.flat(), (m) => m / PLACE_UNIT_M),
    mask: new Uint8Array(all.length).fill(1),
  }
  expect(objectsUnder(view, many, { x: 430, y: 250 }, none)).toEqual(
    expected.toSorted((a, b) => a.away - b.away).map(({ k }) => k),
  )
})
