import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { readGp } from './gp-format.ts'
import { type ListedSet, mergeCatalogue, type ObjectFacts } from './merge-catalogue.ts'

const NOON = parseTime('2026-11-20T12:00:00')

type SetToMake = Partial<Omit<ListedSet, 'epoch'>> & { readonly at: string }
const set = ({ at, ...given }: SetToMake): ListedSet => ({
  noradId: 25_544,
  epoch: parseTime(at),
  objectName: 'ISS (ZARYA)',
  internationalDesignator: '1998-067A',
  isSupplemental: false,
  rank: 1,
  ...given,
})
const fitted = (at: string, given: Partial<SetToMake> = {}) => set({ at, isSupplemental: true, rank: 3, ...given })
const general = set({ at: '2026-11-20T04:00:00' })

test.each<[string, ListedSet[], string | undefined]>([
  ['the newest of two general sets', [set({ at: '2026-11-19T22:00:00' }), general], '2026-11-20T04:00:00'],
  ['a general set that begins later', [general, set({ at: '2026-11-20T13:00:00' })], '2026-11-20T13:00:00'],
  ['a supplemental set that is newer', [general, fitted('2026-11-20T06:00:00')], '2026-11-20T06:00:00'],
  ['an older supplemental set of the last day', [general, fitted('2026-11-19T12:00:00')], '2026-11-19T12:00:00'],
  ['not a supplemental set that is older than a day', [general, fitted('2026-11-19T11:59:59')], '2026-11-20T04:00:00'],
  ['not a supplemental set before its epoch', [general, fitted('2026-11-20T12:00:01')], '2026-11-20T04:00:00'],
  [
    'the last of several supplemental sets that has begun',
    ['T00', 'T06', 'T18'].map((hour) => fitted(`2026-11-20${hour}:00:00`)),
    '2026-11-20T06:00:00',
  ],
  ['an old supplemental set where there is nothing else', [fitted('2026-11-01T00:00:00')], '2026-11-01T00:00:00'],
  ['nothing where every supplemental set begins later', [fitted('2026-11-20T18:00:00')], undefined],
])('mergeCatalogue() uses %s', (_, sets, epoch) => {
  const expected = epoch === undefined ? [] : [parseTime(epoch)]
  expect(mergeCatalogue(sets, NOON).map((one) => one.epoch)).toEqual(expected)
  expect(mergeCatalogue(sets.toReversed(), NOON).map((one) => one.epoch)).toEqual(expected)
})

test('mergeCatalogue() takes the source of the lower rank when two have the same set', () => {
  const same = [set({ at: '2026-11-20T04:00:00', rank: 2 }), general]
  expect(mergeCatalogue(same, NOON)[0]?.rank).toBe(1)
  const both = [fitted('2026-11-20T06:00:00', { rank: 4 }), fitted('2026-11-20T06:00:00')]
  expect(mergeCatalogue(both, NOON)[0]?.rank).toBe(3)
  expect(mergeCatalogue(both.toReversed(), NOON)[0]?.rank).toBe(3)
})

test('mergeCatalogue() keeps what only another source says of the object, and sorts by number', () => {
  const typed = {
    ...general,
    rank: 2,
    objectType: 'DEBRIS',
    rcs: 'SMALL',
    country: 'CIS',
    epoch: parseTime('2026-11-19T00:00:00'),
  }
  const named = fitted('2026-11-20T06:00:00', { objectName: 'ISS [Segment 2]' })
  const other = set({ at: '2026-11-20T00:00:00', noradId: 5 })
  const merged = mergeCatalogue([general, typed, named, other], NOON)
  expect(merged.map(({ noradId }) => noradId)).toEqual([5, 25_544])
  expect(merged[1]).toMatchObject({
    isSupplemental: true,
    objectName: 'ISS (ZARYA)',
    objectType: 'DEBRIS',
    rcs: 'SMALL',
    country: 'CIS',
  })
})

test('mergeCatalogue() leaves out what has come down since its set, and types what no source types', () => {
  const facts = (decayed?: string): Map<number, ObjectFacts> =>
    new Map([[25_544, { objectType: 'PAYLOAD', ...(decayed === undefined ? {} : { decayedAt: new Date(decayed) }) }]])
  expect(mergeCatalogue([general], NOON, facts('2026-11-20T04:00:01Z'))).toEqual([])
  expect(mergeCatalogue([general], NOON, facts('2026-11-20T04:00:00Z'))).toHaveLength(1)
  expect(mergeCatalogue([general], NOON, facts())[0]).toMatchObject({
    objectType: 'PAYLOAD',
    objectName: 'ISS (ZARYA)',
  })
})

// This file lists the correct choices, beside an example of CelesTrak's documented format (README of reference/exchange).
const CHOICE = 'exchange/celestrak/supgp-choice.csv'

test.skipIf(!hasCollection(CHOICE))(
  'mergeCatalogue() chooses of supplemental sets as the reference collection says',
  () => {
    const { sets } = readGp(readFileSync(collectionPath('exchange/celestrak/supgp.json'), 'utf8'), 'omm-json')
    const listed = sets.map((one) => ({ ...one, isSupplemental: true, rank: 1 }))
    const lines = readFileSync(collectionPath(CHOICE), 'utf8').trim().split('\n').slice(1)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      const [number, instant = '', expected] = line.split(',')
      const chosen = mergeCatalogue(listed, parseTime(instant)).find(({ noradId }) => noradId === Number(number))
      expect(chosen?.epoch, line).toEqual(expected === '' ? undefined : parseTime(expected ?? ''))
    }
  },
)
