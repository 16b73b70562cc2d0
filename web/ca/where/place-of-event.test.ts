import { readFileSync } from 'node:fs'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { expect, test } from 'vitest'
import { orbitsOfMessage, pictureOfApproach, pictureOfNow, setOf, stationsOf } from './place-of-event.ts'

const TEXT = readFileSync(new URL('../../../ccsds/samples/conjunction.cdm', import.meta.url), 'utf8')
const TCA_MS = Date.parse('2026-11-24T22:37:20.384Z')
// The positions of both objects at TCA as the message writes them, GCRF, km.
const FIRST = [-2596.972, -6130.599849, -1951.325075] as const
const SECOND = [-2596.606772, -6131.015234, -1950.520095] as const

const rad = Math.PI / 180
const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
/** Greenwich mean sidereal time by the formula of the US Naval Observatory (Astronomical Almanac), degrees. */
const gmstDeg = (ms: number) => 15 * (18.697374558 + 24.06570982441908 * (ms / 86_400_000 + 2_440_587.5 - 2_451_545))
/** Nutation, and the second order of precession, move a place by less than this. */
const PLACE_DEG = 0.02

/** Returns the place below a position in GCRF, by precession to first order and one step of Bowring for the ellipsoid. */
function placeBelow([x, y, z]: readonly [number, number, number], ms: number) {
  const years = (ms - Date.UTC(2000, 0, 1, 12)) / (365.25 * 86_400_000)
  const [ascension, declination] = [Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y))]
  const m = ((46.1244 + 20.0431 * Math.sin(ascension) * Math.tan(declination)) * years) / 3_600
  const n = (20.0431 * Math.cos(ascension) * years) / 3_600
  const geocentric = declination + n * rad
  // This is the vertical of WGS 84 at this height: its angle to the radius shrinks as the radius grows.
  const radius = Math.hypot(x, y, z)
  const vertical = geocentric + ((0.00669438 * 6378.137) / 2 / radius) * Math.sin(2 * geocentric)
  return { latitude: vertical / rad, longitude: turn(ascension / rad + m - gmstDeg(ms)) }
}

function read() {
  const reading = readCdm(TEXT)
  if (!reading.ok) throw new Error('The sample is no message.')
  return reading.message
}

test('an event is drawn at the place of its states', () => {
  const message = read()
  const [own, other] = orbitsOfMessage(message, message.objects[0].metadata.objectDesignator)!
  for (const [orbit, position] of [
    [own, FIRST],
    [other, SECOND],
  ] as const) {
    const expected = placeBelow(position, TCA_MS)
    const { latitude, longitude } = orbit.placeAt(TCA_MS)!
    expect(Math.abs(latitude - expected.latitude)).toBeLessThan(PLACE_DEG)
    expect(Math.abs(turn(longitude - expected.longitude))).toBeLessThan(PLACE_DEG)
  }
})

test('the own satellite comes first, also where it is the second object of the message', () => {
  const message = read()
  const [own] = orbitsOfMessage(message, message.objects[1].metadata.objectDesignator)!
  const [first, second] = orbitsOfMessage(message, message.objects[0].metadata.objectDesignator)!
  expect(own.placeAt(TCA_MS)).toEqual(second.placeAt(TCA_MS))
  expect(own.placeAt(TCA_MS)).not.toEqual(first.placeAt(TCA_MS))
})

test('the picture has the event, both paths, and the burn on the orbit of the own satellite', () => {
  const [own, other] = orbitsOfMessage(read(), read().objects[0].metadata.objectDesignator)!
  const burnMs = TCA_MS - 5_000_000
  const picture = pictureOfApproach({
    tcaMs: TCA_MS,
    level: 'critical',
    isOpen: true,
    own: { name: 'SAT-1', orbit: own },
    other: { name: 'SIM DEB', orbit: other },
    stations: [],
    burnMs,
  })!
  const { tracks, events, burns } = picture.content
  expect(tracks.map(({ name, look }) => [name, look])).toEqual([
    ['SAT-1', 'approach'],
    ['SIM DEB', 'path'],
    ['burn', 'burn'],
  ])
  const [revolutions, path, arc] = tracks.map(({ places }) => places.at(-1)!.atMs - places[0]!.atMs)
  expect(revolutions).toBeCloseTo(2_000 * own.periodS, 0)
  expect([path, arc]).toEqual([28 * 60_000, 14 * 60_000])
  expect(events[0]).toMatchObject({ ...own.placeAt(TCA_MS)!, level: 'critical', isOpen: true })
  expect(burns[0]).toMatchObject(own.placeAt(burnMs)!)
})

const set = (epoch: string) => ({
  epoch,
  source: 'upload',
  receivedAt: epoch,
  isSimulated: false,
  meanMotionRevPerDay: 15,
  eccentricity: 0,
  inclinationDeg: 98,
  raanDeg: 0,
  argPeriapsisDeg: 0,
  meanAnomalyDeg: 0,
  bstar: 0,
  semiMajorAxisM: null,
  perigeeAltitudeM: null,
  apogeeAltitudeM: null,
})

test('setOf returns the set that a search used, else the newest', () => {
  const sets = [set('2026-11-20T00:00:00.000Z'), set('2026-11-21T00:00:00.000Z')]
  expect(setOf(sets, '2026-11-20T00:00:00Z')).toBe(sets[0])
  expect(setOf(sets, '2026-11-19T00:00:00Z')).toBe(sets[1])
  expect(setOf(sets, null)).toBe(sets[1])
  expect(setOf([], null)).toBeUndefined()
})

test('only stations that serve the satellite are drawn', () => {
  const station = (name: string, satelliteIds: string[]): GroundStation => ({
    stationId: name,
    name,
    latitude: 67.9,
    longitude: 21.1,
    altitude: 400,
    minimumElevation: 5,
    horizon: [],
    canCommand: true,
    satelliteIds,
  })
  const all = [station('North', []), station('Cape', ['one']), station('Perth', ['two'])]
  expect(stationsOf(all, 'one').map(({ name }) => name)).toEqual(['North', 'Cape'])
  expect(stationsOf(all, null).map(({ name }) => name)).toEqual(['North'])
})

test('the picture of a satellite now has the places of its next approach and its next burn', () => {
  const [orbit] = orbitsOfMessage(read(), read().objects[0].metadata.objectDesignator)!
  const nowMs = TCA_MS - 3_000_000
  const ahead = {
    event: { tcaMs: TCA_MS, level: 'critical', isOpen: true },
    burn: { atMs: TCA_MS - 1_000_000 },
  } as const
  const { content } = pictureOfNow({ orbit, name: 'SAT-1', nowMs, stations: [], ahead })!
  const [event, burn] = [content.events[0], content.burns[0]]
  const expected = placeBelow(FIRST, TCA_MS)
  expect(Math.abs(event!.latitude - expected.latitude)).toBeLessThan(PLACE_DEG)
  expect(Math.abs(turn(event!.longitude - expected.longitude))).toBeLessThan(PLACE_DEG)
  expect(event).toMatchObject({ lines: ['TCA', '11-24 22:37 Z'], level: 'critical', isOpen: true })
  expect(burn).toMatchObject({ atMs: TCA_MS - 1_000_000, lines: ['burn', '11-24 22:20 Z'] })
})
