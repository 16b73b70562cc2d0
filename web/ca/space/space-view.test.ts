import { expect, test } from 'vitest'
import { filterOf, searchOfFilter, spaceViewOf } from './space-view.ts'

test('an empty address shows the flat map of all objects over two days', () => {
  expect(spaceViewOf({})).toEqual({
    view: 'flat',
    range: '48h',
    pick: undefined,
    kinds: ['payloads', 'rocketBodies', 'debris', 'unknown'],
    shells: ['500', '700', '1000', '2000', 'meo', 'geo'],
    owner: undefined,
  })
})

test('kinds, shells and the picked object come back from the address, and invalid values are ignored', () => {
  const chosen = { kinds: ['payloads', 'debris'], shells: ['500', 'geo'] } as const
  const search = searchOfFilter(chosen)
  expect(search).toEqual({ kind: 'pd', shell: '500,geo' })
  expect(spaceViewOf({ ...search, view: 'table', range: '7d', pick: '25544' })).toMatchObject({
    ...chosen,
    view: 'table',
    range: '7d',
    pick: 25_544,
  })
  expect(searchOfFilter(spaceViewOf({}))).toEqual({ kind: undefined, shell: undefined })
  expect(spaceViewOf(searchOfFilter({ kinds: [], shells: [] }))).toMatchObject({ kinds: [], shells: [] })
  expect(spaceViewOf({ view: 'globe', range: '1y', pick: '-3' })).toMatchObject({
    view: 'flat',
    range: '48h',
    pick: undefined,
  })
})

test('an owner is found by its code, and one whom the catalogue does not have leaves nothing', () => {
  const ownerOf = (owner: string | undefined) => filterOf(spaceViewOf({ owner }), ['US', 'PRC']).owner
  expect([ownerOf(undefined), ownerOf('PRC'), ownerOf('-'), ownerOf('XX')]).toEqual([undefined, 1, -1, 2])
})
