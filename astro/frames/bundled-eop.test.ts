import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { bundledEop } from './bundled-eop.ts'
import reference from './eop.reference.json' with { type: 'json' }
import { type EopTable, earthOrientationAt } from './eop.ts'
import { parseEop } from './parse-eop.ts'

/** 2e-13 rad/s of the rate of the Earth. */
const DRIFT_DAY_S = 2e-4

// Bulletin B and C04 are two combinations of the same observations: they differ by up to 0.3 mas and 0.12 ms,
// the more the older.
const SERIES_RAD = 4e-4 * RAD_PER_ARCSEC

const SERIES_S = 1.5e-4

const { c04 } = reference

const runs = (lines: string[], mjdOf: (line: string) => number) => {
  const list: string[][] = []
  for (const line of lines) {
    const last = list.at(-1)
    if (last !== undefined && mjdOf(line) === mjdOf(last.at(-1)!) + 1) last.push(line)
    else list.push([line])
  }
  return list
}

const c04Tables = runs(c04, (line) => Number(line.slice(16, 26))).map((lines) => parseEop(lines.join('\n'), 'c04'))

const daysOf = (tables: EopTable[]) => new Map(tables.flatMap(({ days }) => days.map((day) => [day.mjd, day])))

test('bundledEop() keeps to the series C04 over its span', () => {
  const ours = daysOf([bundledEop()])
  let compared = 0
  for (const [mjd, day] of daysOf(c04Tables)) {
    const mine = ours.get(mjd)
    if (mine === undefined) continue
    compared += 1
    expect(Math.abs(mine.xpRad - day.xpRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(mine.ypRad - day.ypRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(mine.ut1MinusUtcS - day.ut1MinusUtcS)).toBeLessThan(SERIES_S)
    expect(Math.abs(mine.dxRad! - day.dxRad!)).toBeLessThan(2 * SERIES_RAD)
    expect(Math.abs(mine.dyRad! - day.dyRad!)).toBeLessThan(2 * SERIES_RAD)
    const { lodS } = earthOrientationAt(bundledEop(), parseTime(dateOf(mjd)))
    expect(Math.abs(lodS - day.lodS!)).toBeLessThan(DRIFT_DAY_S) // 2e-13 rad/s of the rate of the Earth
  }
  expect(compared).toBeGreaterThan(40)
})

function dateOf(mjd: number): string {
  return new Date((mjd - 40_587) * 86_400_000).toISOString()
}
