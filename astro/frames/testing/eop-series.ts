import { RAD_PER_ARCSEC } from '../angle.ts'
import reference from '../eop.reference.json' with { type: 'json' }
import type { EopTable } from '../eop.ts'
import { parseEop } from '../parse-eop.ts'

// Bulletin B and C04 are two combinations of the same observations. They differ by up to 0.3 mas and 0.12 ms, most in the oldest data.
export const SERIES_RAD = 4e-4 * RAD_PER_ARCSEC
export const SERIES_S = 1.5e-4

/** Returns the lines of a series, divided where a day is missing. */
export function runs(lines: readonly string[], mjdOf: (line: string) => number): string[][] {
  const list: string[][] = []
  let lastMjd = Number.NaN
  for (const line of lines) {
    const mjd = mjdOf(line)
    if (mjd === lastMjd + 1) list.at(-1)?.push(line)
    else list.push([line])
    lastMjd = mjd
  }
  return list
}

/** The days of the series C04 in the reference file. */
export const c04Tables = runs(reference.c04, (line) => Number(line.slice(16, 26))).map((lines) =>
  parseEop(lines.join('\n'), 'c04'),
)

export const daysOf = (tables: readonly EopTable[]) =>
  new Map(tables.flatMap(({ days }) => days.map((day) => [day.mjd, day])))
