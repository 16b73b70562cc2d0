import { hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { fits } from './run/collection.ts'
import { formatResult, isPassed } from './run/report.ts'
import { kindOf, listSets, runSet } from './run/run.ts'
import { SETS } from './sets.ts'

test('no two kinds of sets have the same name', () => {
  expect(new Set(SETS.map(({ name }) => name)).size).toBe(SETS.length)
})

test.skipIf(!hasCollection())('every set of the collection is of one kind, and every kind has a set', () => {
  const kinds = (name: string) => SETS.filter((kind) => fits(name, kind.name)).map((kind) => kind.name)
  const rows = listSets().map(({ name }) => name)
  // The sample messages match several kinds; the first kind that matches decides.
  expect(rows.filter((name) => kinds(name).length === 0)).toEqual([])
  const used = rows.map((name) => kindOf(name, SETS).name)
  expect(SETS.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
})

test('a set of no kind is reported as not covered', async () => {
  const row = { name: 'weather/forecast.csv', description: '' }
  const result = await runSet(kindOf(row.name, SETS), row)
  expect(result).toMatchObject({ name: row.name, outcome: null, notCovered: 'no comparison is written for its kind' })
})

// A set of each kind that takes a second or two; `npm run conformance` runs all of them.
const QUICK = [
  'sgp4/tcppver.out',
  'pc/armellin_esa_2170.csv',
  'pc/cara_unit_cases.json',
  'frames/vallado_2004-04-06.json',
  'frames/iau_sofa_values.json',
  'ephemeris/LEO_*s.oem',
  'manoeuvre/orekit_thrust_*.csv',
  'manoeuvre/stk_*.e',
  'passes/stk_bugsat1_passes.json',
  'sunmoon/twilight.txt',
  'historic/iridium33_cosmos2251.json',
  'tracking/iod_published.json',
  'tracking/radar_geos3_1995/case.json',
  'beyond/od_quality.json',
  'events/expected.json',
  'exchange/celestrak/*',
  'exchange/space-track/*',
  'exchange/starlink/*',
  'tracss-ivv/*.csv',
]

test.skipIf(!hasCollection()).each(QUICK)('conformance: %s', async (name) => {
  const row = listSets().find((known) => known.name === name)
  if (row === undefined) throw new Error('no such set')
  const result = await runSet(kindOf(name, SETS), row)
  expect(isPassed([result]), formatResult(result)).toBe(true)
})
