import { expect, test } from 'vitest'
import { circleAround, groundDistance, isInReach, reachDegrees } from './reach.ts'

test('reachDegrees agrees with the horizon of Wertz for an elevation of 0, and is zero at the zenith', () => {
  // For a low orbit acos(6371 / 7171) = 27.32°; for a geostationary one 81.3°.
  expect(reachDegrees(800, 0)).toBeCloseTo(27.32, 1)
  expect(reachDegrees(35_786, 0)).toBeCloseTo(81.3, 1)
  expect(reachDegrees(800, 90)).toBeCloseTo(0, 9)
})

test('all points of circleAround have the same distance from the centre', () => {
  const [centre, radius] = [{ latitude: 38, longitude: 175 }, 15]
  const rad = Math.PI / 180
  const places = circleAround(centre, radius)
  for (const { latitude, longitude } of places) {
    const cosine =
      Math.sin(latitude * rad) * Math.sin(centre.latitude * rad) +
      Math.cos(latitude * rad) * Math.cos(centre.latitude * rad) * Math.cos((longitude - centre.longitude) * rad)
    expect(Math.acos(cosine) / rad).toBeCloseTo(radius, 6)
  }
  expect(Math.max(...places.map(({ longitude }) => longitude))).toBeGreaterThan(180)
})

test('circleAround closes a circle around a pole along the pole', () => {
  const places = circleAround({ latitude: 80, longitude: 16 }, 20)
  expect(places.slice(-2)).toEqual([
    { latitude: 90, longitude: 196 },
    { latitude: 90, longitude: -164 },
  ])
  expect(Math.min(...places.map(({ latitude }) => latitude))).toBeCloseTo(60, 6)
})

test('groundDistance is 90° from the equator to the pole, and isInReach ends where the circle does', () => {
  expect(groundDistance({ latitude: 0, longitude: 33 }, { latitude: 90, longitude: 0 })).toBeCloseTo(90, 9)
  expect(groundDistance({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeCloseTo(2, 6)
  // The horizon of an object at a height of 800 km is 27.32° away (above).
  const site = { latitude: 0, longitude: 0, minimumElevation: 0 }
  expect(isInReach(site, { latitude: 0, longitude: 27.2, heightKm: 800 })).toBe(true)
  expect(isInReach(site, { latitude: 0, longitude: 27.5, heightKm: 800 })).toBe(false)
})

test('circleAround starts in the north and continues towards the east', () => {
  const places = circleAround({ latitude: 0, longitude: 16 }, 10, 4).map(({ latitude, longitude }) => [
    latitude,
    longitude,
  ])
  for (const [k, [latitude, longitude]] of [
    [10, 16],
    [0, 26],
    [-10, 16],
    [0, 6],
  ].entries()) {
    expect(places[k]![0]).toBeCloseTo(latitude!, 9)
    expect(places[k]![1]).toBeCloseTo(longitude!, 9)
  }
})
