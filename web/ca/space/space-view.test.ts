import { expect, test } from 'vitest'
import { filterOf, searchOfFilter, spaceViewOf } from './space-view.ts'

test('an empty address shows the flat map of all objects over two days', () => {
  expect(spaceViewOf({})).toEqual({
    view: 'flat',
    range: '48h',
    pick: undefined,
    hasEllipsoid: false,
    hasTracks: false,
    kinds: ['payloads', 'rocketBodies', 'debris', 'unknown'],
    shells: ['500', '700', '1000', '2000', 'meo', 'geo'],
    owner: undefined,
    near: undefined,
    cloud: undefined,
    breakup: undefined,
  })
})

test('kinds, shells and the picked object come back from the address, and invalid values are ignored', () => {
  const chosen = { kinds: ['payloads', 'debris'], shells: ['500', 'geo'] } as const
  const search = searchOfFilter(chosen)
  expect(search).toMatchObject({ kind: 'pd', shell: '500,geo' })
  expect(spaceViewOf({ ...search, view: 'table', range: '7d', pick: '25544' })).toMatchObject({
    ...chosen,
    view: 'table',
    range: '7d',
    pick: 25_544,
  })
  expect(searchOfFilter(spaceViewOf({}))).toEqual({ kind: undefined, shell: undefined })
  expect(spaceViewOf(searchOfFilter({ kinds: [], shells: [] }))).toMatchObject({ kinds: [], shells: [] })
  expect(spaceViewOf({ view: 'sphere', range: '1y', pick: '-3' })).toMatchObject({
    view: 'flat',
    range: '48h',
    pick: undefined,
  })
})

test('an owner is found by its code, and one whom the catalogue does not have leaves nothing', () => {
  const ownerOf = (owner: string | undefined) => filterOf(spaceViewOf({ owner }), ['US', 'PRC'], undefined).owner
  expect([ownerOf(undefined), ownerOf('PRC'), ownerOf('-'), ownerOf('XX')]).toEqual([undefined, 1, -1, 2])
})

test('nearness and a launch come back from the address; what the call would refuse is ignored', () => {
  const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
  const all = spaceViewOf({})
  for (const near of [
    { km: 100, hours: 24, satelliteId: undefined },
    { km: 20, hours: 72, satelliteId: id },
  ]) {
    const search = searchOfFilter({ ...all, near, cloud: '1999-025' })
    expect(search.near).toBe(near.satelliteId ? `20km,72h,${id}` : '100km,24h')
    expect(spaceViewOf(search)).toEqual({ ...all, near, cloud: '1999-025' })
  }
  for (const near of ['501km,24h', '0km,24h', '100km,73h', '100km,0h', '100km', `100km,24h,${id}x`, '100,24'])
    expect(spaceViewOf({ near }).near, near).toBeUndefined()
  expect(spaceViewOf({ cloud: 'FENGYUN' }).cloud).toBeUndefined()
})

test('a stated breakup comes back from the address, and what cannot break up is ignored', () => {
  const breakup = { noradId: 25_544, cause: 'collision', massKg: 1_000, atMs: Date.UTC(2026, 10, 30, 18) } as const
  const search = searchOfFilter({ ...spaceViewOf({}), breakup })
  expect(search.breakup).toBe('25544,collision,1000,2026-11-30T18:00:00Z')
  expect(spaceViewOf(search).breakup).toEqual(breakup)
  for (const text of [
    '25544,fire,1000,2026-11-30T18:00:00Z',
    '25544,collision,0,2026-11-30T18:00:00Z',
    '25544,collision,1000',
    '25544,explosion,1000,2026-13-30T18:00:00Z',
  ])
    expect(spaceViewOf({ breakup: text }).breakup, text).toBeUndefined()
})
