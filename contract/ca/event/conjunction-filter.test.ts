import { expect, test } from 'vitest'
import { listConjunctions } from './conjunction.ts'
import { conjunctionMatcher, type FilteredEvent, filterOfQuery } from './conjunction-filter.ts'

const [EXAMPLE] = listConjunctions.response.parse(
  (listConjunctions.response.meta()?.examples as unknown[] | undefined)?.[0],
)
if (EXAMPLE === undefined) throw new Error('The contract has an example of an event.')
const { conjunctionData } = EXAMPLE
const ONE: FilteredEvent = {
  event: EXAMPLE,
  tcaMs: Date.parse(conjunctionData.tca),
  pc: conjunctionData.probabilityOfCollision ?? undefined,
}
const around = (seconds: number) => new Date(ONE.tcaMs + seconds * 1_000).toISOString()
const asks = (query: Readonly<Record<string, string>>, one: FilteredEvent = ONE) =>
  conjunctionMatcher(filterOfQuery(listConjunctions.query.parse(query)))(one)

test.each([
  [{}, {}],
  [{ 'conjunction-id': EXAMPLE.conjunctionId }, { 'conjunction-id': '00000000-0000-4000-8000-000000000000' }],
  [{ 'satellite-id': `90001,${EXAMPLE.satelliteId}` }, { 'satellite-id': EXAMPLE.object1.designator }],
  [{ 'tca-after': around(-1) }, { 'tca-after': around(0) }],
  [{ 'tca-before': around(1) }, { 'tca-before': around(0) }],
  [{ 'risk-level': 'HIGH,CRITICAL' }, { 'risk-level': 'LOW' }],
  [{ state: 'OPEN' }, { state: 'PASSED' }],
  [{ 'has-probability': 'true' }, { 'has-probability': 'false' }],
  [{ 'min-probability': '2.12e-4' }, { 'min-probability': '2.13e-4' }],
  [{ 'max-miss': '182' }, { 'max-miss': '181' }],
  [{ 'max-radial': '58' }, { 'max-radial': '57' }],
  [{ 'object-type': 'PAYLOAD,DEBRIS' }, { 'object-type': 'PAYLOAD' }],
  [{ originator: 'OTHER,APSIS-SIM' }, { originator: 'OTHER' }],
  [{ 'is-between-own': 'false' }, { 'is-between-own': 'true' }],
  [{ search: 'SIM d' }, { search: 'fengyun' }],
])('the example matches the filter %j, and does not match %j', (wanted, other: Readonly<Record<string, string>>) => {
  expect(asks(wanted)).toBe(true)
  if (Object.keys(other).length > 0) expect(asks(other)).toBe(false)
})

test('an object 1 that is not an own satellite is found by its number, and an event without a probability by has-probability', () => {
  const foreign = { ...ONE, pc: undefined, event: { ...EXAMPLE, satelliteId: null } }
  expect(asks({ 'satellite-id': EXAMPLE.object1.designator }, foreign)).toBe(true)
  expect(asks({ 'has-probability': 'false' }, foreign)).toBe(true)
  expect(asks({ 'min-probability': '0' }, foreign)).toBe(false)
})

test('an event counts as between own satellites only if both are known', () => {
  const between = (one: string | null, two: string | null) =>
    asks(
      { 'is-between-own': 'true' },
      { ...ONE, event: { ...EXAMPLE, satelliteId: one, object2: { ...EXAMPLE.object2, satelliteId: two } } },
    )
  expect([between('x', 'y'), between('x', null), between(null, 'y'), between(null, null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
