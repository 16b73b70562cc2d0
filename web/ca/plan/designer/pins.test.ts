import { expect, test } from 'vitest'
import { designOf, ignitionOf } from './design-address.ts'
import { askedOf, pinned, pinOf } from './pins.ts'

const AT_MS = Date.UTC(2026, 10, 21, 11, 49, 38, 125)

test('a burn is kept with all its settings, to the millisecond, and restored unchanged', () => {
  const search = { start: '1.5', direction: 'xyz', vector: '0 1 0.5', frame: 'TNW', target: '2e-7', show: 'miss' }
  const kept = pinOf(search, AT_MS)
  expect(Object.keys(kept!)).toEqual(['a'])
  const [one] = pinned(kept!)
  const { settings, unit } = designOf(one!.asked, 1e-4)
  expect(settings).toEqual(designOf(search, 1e-4).settings)
  expect(ignitionOf(one!.asked, { unit }, { tcaMs: AT_MS + 9e6, periodS: 5_739 })).toBe(AT_MS)
  // The display of the map is not part of the burn, and parameters that the burn does not have are removed.
  expect('show' in one!.asked).toBe(false)
  expect('arc' in askedOf(kept!.a!)).toBe(true)
})

test('up to three burns are kept, each once; the place of a removed one is used next', () => {
  const next = (search: Parameters<typeof pinOf>[0], ms: number) => ({ ...search, ...pinOf(search, ms) })
  const three = next(next(next({}, AT_MS), AT_MS + 1_000), AT_MS + 2_000)
  expect(pinned(three).map(({ pin }) => pin)).toEqual(['a', 'b', 'c'])
  expect(pinOf(three, AT_MS + 3_000)).toBeUndefined()
  const two = { ...three, b: undefined }
  expect(pinOf(two, AT_MS)).toBeUndefined()
  expect(Object.keys(pinOf(two, AT_MS + 3_000)!)).toEqual(['b'])
})
