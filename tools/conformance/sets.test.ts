import { expect, test } from 'vitest'
import { hasCollection } from './collection.ts'
import { formatResult, isPassed, listIndexed, runSet } from './report.ts'
import { SETS } from './sets.ts'

test('every set has one name', () => {
  expect(new Set(SETS.map(({ name }) => name)).size).toBe(SETS.length)
})

test.skipIf(!hasCollection())('every set of INDEX.md is compared, or says why not, and no other', () => {
  expect(SETS.map(({ name }) => name).sort()).toEqual(listIndexed().sort())
})

// A set of each kind, for a second or two; `npm run conformance` runs all of them.
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
]

test.skipIf(!hasCollection()).each(QUICK)('conformance: %s', async (name) => {
  const set = SETS.find((known) => known.name === name)
  if (set === undefined) throw new Error('no such set')
  const result = await runSet(set)
  expect(isPassed([result]), formatResult(result)).toBe(true)
})
