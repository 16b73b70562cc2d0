import { expect, test } from 'vitest'
import { placeShut } from './shut-times.tsx'

const area = { left: 60, right: 860, top: 40, bottom: 340 }
/** Five orbits take 800 px. */
const x = (lead: number) => area.left + ((5 - lead) / 5) * 800
const given = { area, x, taken: [], legendOf: (reasons: string) => `hatched: ${reasons}` }
const textsOf = (shut: Parameters<typeof placeShut>[0]['shut'], taken: Parameters<typeof placeShut>[0]['taken'] = []) =>
  placeShut({ ...given, shut, taken }).labels.map(({ text }) => text)

test('a reason is inside each span that is wide enough for it, and at the foot if no span is', () => {
  const eclipse = { from: 4, to: 3.6, reason: 'eclipse' }
  const contact = { from: 3, to: 2.95, reason: 'contact' }
  expect(textsOf([eclipse, contact])).toEqual(['eclipse', 'hatched: contact'])
  // The reason appears only once, at either place.
  expect(textsOf([eclipse, { ...eclipse, from: 2, to: 1.97 }])).toEqual(['eclipse'])
  expect(textsOf([contact, { ...contact, from: 1, to: 0.98 }])).toEqual(['hatched: contact'])
})

test('no reason covers another text of the map, and a span outside the map is not drawn', () => {
  const late = { from: 5, to: 4.4, reason: 'too late' }
  expect(textsOf([late], [{ left: 60, right: 160, top: 40, bottom: 60 }])).toEqual(['hatched: too late'])
  expect(placeShut({ ...given, shut: [{ from: 7, to: 6, reason: 'eclipse' }] })).toEqual({ spans: [], labels: [] })
})
