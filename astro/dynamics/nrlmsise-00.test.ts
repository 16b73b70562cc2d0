import { expect, test } from 'vitest'
import { fromGeodetic } from '../frames/geodetic.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import reference from './nrlmsise-00.reference.json' with { type: 'json' }
import { airAt, makeNrlmsise00 } from './nrlmsise-00.ts'
import { makeConditions, type SpaceWeather } from './nrlmsise-00-variation.ts'

/** The rounding of the same formulas in another order, through a dozen exponentials. */
const PROGRAM_RELATIVE = 1e-11
/** The program has a jump of 5e-8 at 200 km, the mixing limit of helium. */
const AT_200_KM_RELATIVE = 1e-7

type Row = (typeof reference.rows)[number]
const weatherOf = ({ f107, f107Average, ap }: Row) => ({ f107, f107Average, ap }) as SpaceWeather

function conditionsOf(row: Row) {
  const time = new Date(`${row.time}Z`)
  const dayOfYear = Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000) + 1
  const utS = (time.getTime() / 1000) % 86_400
  return makeConditions({ weather: weatherOf(row), latDeg: row.latDeg, lonDeg: row.lonDeg, dayOfYear, utS })
}

test.each(reference.rows)('airAt() agrees with the C program: $altKm km, $latDeg deg, F10.7 $f107, ap $ap', (row) => {
  const air = airAt(conditionsOf(row), row.altKm)
  expect(Math.abs(air.densityKgM3 / row.density - 1)).toBeLessThan(PROGRAM_RELATIVE)
  expect(Math.abs(air.temperatureK / row.temperature - 1)).toBeLessThan(PROGRAM_RELATIVE)
})

test('makeNrlmsise00() uses position and time of the object, and weather that is given or depends on the epoch', () => {
  for (const row of reference.rows.filter(({ altKm }) => altKm > 100)) {
    const place = { latRad: degToRad(row.latDeg), lonRad: degToRad(row.lonDeg), heightM: row.altKm * 1000 }
    const at = { epoch: parseTime(row.time), rEarthFixed: fromGeodetic(place) }
    // The program has a jump of 5e-8 at 200 km, the mixing limit of helium.
    expect(Math.abs(makeNrlmsise00(weatherOf(row))(at) / row.density - 1)).toBeLessThan(AT_200_KM_RELATIVE)
    expect(makeNrlmsise00(() => weatherOf(row))(at)).toBe(makeNrlmsise00(weatherOf(row))(at))
  }
})

test('the density of makeNrlmsise00() increases with a stronger Sun and a storm, and decreases with height', () => {
  const densityAt = (heightM: number, weather?: SpaceWeather) => {
    const at = {
      epoch: parseTime('2026-06-01T12:00:00'),
      rEarthFixed: fromGeodetic({ latRad: 0.5, lonRad: 1, heightM }),
    }
    return (weather === undefined ? makeNrlmsise00() : makeNrlmsise00(weather))(at)
  }
  const quiet = { f107: 70, f107Average: 70, ap: 4 }
  expect(densityAt(500e3, { ...quiet, f107Average: 200, f107: 200 })).toBeGreaterThan(5 * densityAt(500e3, quiet))
  expect(densityAt(500e3, { ...quiet, ap: 200 })).toBeGreaterThan(1.5 * densityAt(500e3, quiet))
  const heights = Array.from({ length: 60 }, (_, k) => 72_500 + 15_000 * k)
  heights.slice(1).forEach((height, k) => {
    expect(densityAt(height)).toBeLessThan(densityAt(heights[k]!))
  })
  expect(densityAt(20_000)).toBe(densityAt(72_500))
})
