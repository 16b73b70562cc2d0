import { expect, test } from 'vitest'
import { groundTrack } from './ground-track.ts'

const EQUATOR_M = 6_378_137

test('groundTrack returns the place of the sensor for an object in its zenith', () => {
  const site = { latitude: 38.2, longitude: -3.2, altitude: 860 }
  const [below] = groundTrack(site, [{ time: '', azimuth: 0, elevation: 90, range: 700_000 }])
  expect(below?.latitude).toBeCloseTo(38.2, 9)
  expect(below?.longitude).toBeCloseTo(-3.2, 9)
  expect(below?.heightKm).toBeCloseTo(700.86, 6)
})

test('groundTrack returns the angle of a right triangle for an object on the eastern horizon at the equator', () => {
  const range = 3_000_000
  const [below] = groundTrack({ latitude: 0, longitude: 100, altitude: 0 }, [
    { time: '', azimuth: 90, elevation: 0, range },
  ])
  expect(below?.latitude).toBeCloseTo(0, 9)
  expect(below?.longitude).toBeCloseTo(100 + (Math.atan(range / EQUATOR_M) * 180) / Math.PI, 9)
  expect(below?.heightKm).toBeCloseTo((Math.hypot(EQUATOR_M, range) - EQUATOR_M) / 1_000, 6)
})

test('groundTrack continues past 180° without a jump', () => {
  const site = { latitude: 0, longitude: 175, altitude: 0 }
  const seen = [270, 90].map((azimuth) => ({ time: '', azimuth, elevation: 0, range: 3_000_000 }))
  const [west, east] = groundTrack(site, seen).map(({ longitude }) => longitude)
  expect(west).toBeLessThan(180)
  expect(east).toBeGreaterThan(180)
  expect((east ?? 0) - (west ?? 0)).toBeLessThan(60)
})
