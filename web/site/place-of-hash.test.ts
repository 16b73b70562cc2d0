import { expect, test } from 'vitest'
import { placeOfHash, readable } from './place-of-hash.ts'

test('a part of an address is decoded, and a part that cannot be decoded is unchanged', () => {
  expect(['sat-3%200223', 'm%C3%BCnchen', '100%', '%E0%A4%A', ''].map(readable)).toEqual([
    'sat-3 0223',
    'münchen',
    '100%',
    '%E0%A4%A',
    '',
  ])
})

test.each([
  ['#limits', 'limits'],
  ['#m%C3%BCnchen', 'münchen'],
  // The address was cut in a mail: the page is shown from its beginning, without an error.
  ['#%E0%A4%A', undefined],
  ['#', undefined],
  ['', undefined],
])('the address %s names the place %s', (hash, id) => {
  const places = new Map(['limits', 'münchen', ''].map((one) => [one, { id: one } as HTMLElement]))
  const page = { location: { hash } as Location, getElementById: (name: string) => places.get(name) ?? null }
  expect(placeOfHash(page as Parameters<typeof placeOfHash>[0])?.id).toBe(id)
})
