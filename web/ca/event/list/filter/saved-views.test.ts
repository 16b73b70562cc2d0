import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { expect, test, vi } from 'vitest'
import { ApiProblem, STALE_STATUS } from '../../../../api/problem.ts'
import {
  type StoredConfig,
  saveChange,
  searchOfView,
  shownView,
  viewOf,
  withName,
  withoutView,
  withView,
} from './saved-views.ts'

const SEARCH = {
  level: 'HIGH,CRITICAL',
  by: 'satellite',
  sort: '-pc',
  columns: 'level,pc:120',
  event: 'a',
  dialog: 'x',
}

test('a view keeps filters, order, groups and columns, but not the selection', () => {
  const search = viewOf(SEARCH)
  expect(search).toEqual({ level: 'HIGH,CRITICAL', by: 'satellite', sort: '-pc', columns: 'level,pc:120' })
  const shown = searchOfView(search)
  expect(shown).toMatchObject(search)
  // A parameter that the view does not set is removed from the address.
  expect('q' in shown && shown.q === undefined).toBe(true)
  expect('event' in shown).toBe(false)
})

test('shownView recognises a view by its parameters, whatever is selected', () => {
  const views = [{ name: 'mine', search: viewOf(SEARCH) }]
  expect(shownView(views, { ...SEARCH, event: 'another' })?.name).toBe('mine')
  expect(shownView(views, { ...SEARCH, q: 'deb' })).toBeUndefined()
})

test('views are sorted by name, and one of the same name is replaced', () => {
  const views = ['night 10', 'night 9'].reduce(
    (all, name) => withView(all, { name, search: {} }),
    withView([], { name: 'night 9', search: { q: 'old' } }),
  )
  expect(views).toEqual([
    { name: 'night 9', search: {} },
    { name: 'night 10', search: {} },
  ])
  expect(withoutView(views, 'night 9').map(({ name }) => name)).toEqual(['night 10'])
})

test('a view is renamed, unless it was deleted meanwhile or another has that name', () => {
  const views = ['a', 'b'].map((name) => ({ name, search: { q: name } }))
  expect(withName(views, 'a', 'c')).toEqual([
    { name: 'b', search: { q: 'b' } },
    { name: 'c', search: { q: 'a' } },
  ])
  expect(withName(views, 'a', 'b')).toBe(views)
  expect(withName(views, 'gone', 'c')).toBe(views)
  expect(withoutView(views, 'gone')).toBe(views)
})

const stored = (version: number, ...names: string[]): StoredConfig => ({
  answer: {
    notifications: { default: DEFAULT_SETTINGS },
    conjunctionViews: names.map((name) => ({ name, search: {} })),
  },
  version: `"${version}"`,
})
const namesIn = ({ answer }: StoredConfig) => answer.conjunctionViews?.map(({ name }) => name)
const adding = (name: string) => (views: Parameters<typeof withView>[0]) => withView(views, { name, search: {} })
const stale = () => new ApiProblem({ code: STALE_STATUS, title: '', message: '' })

/** Returns a server that stores `now`, and refuses to save over any other version. */
function serverWith(now: StoredConfig) {
  return {
    read: vi.fn(async () => now),
    put: vi.fn(async (config: StoredConfig) => {
      if (config.version !== now.version) throw stale()
      return { ...config, version: '"9"' }
    }),
  }
}

test('saveChange saves over the version that was read, and keeps the other settings', async () => {
  const server = serverWith(stored(1, 'b'))
  const saved = await saveChange(stored(1, 'b'), adding('a'), server)
  expect(saved).toEqual({ ...stored(1, 'a', 'b'), version: '"9"' })
  expect(server.read).not.toHaveBeenCalled()
})

test('saveChange applies the same change to a version that somebody saved in between', async () => {
  const server = serverWith(stored(2, 'b', 'theirs'))
  expect(namesIn(await saveChange(stored(1, 'b'), adding('a'), server))).toEqual(['a', 'b', 'theirs'])
  expect(server.put).toHaveBeenCalledTimes(2)
})

test('saveChange makes no call if nothing changes', async () => {
  const server = serverWith(stored(2, 'b'))
  expect(await saveChange(stored(1, 'b'), (views) => withoutView(views, 'gone'), server)).toEqual(stored(1, 'b'))
  expect(server.put).not.toHaveBeenCalled()
})

test('saveChange passes on any other failure, and a second conflict', async () => {
  const server = serverWith(stored(2))
  server.read.mockResolvedValue(stored(1))
  await expect(saveChange(stored(1), adding('a'), server)).rejects.toMatchObject({ code: STALE_STATUS })
  expect(server.put).toHaveBeenCalledTimes(2)
  const failing = { ...server, put: () => Promise.reject(new Error('no connection')) }
  server.read.mockClear()
  await expect(saveChange(stored(1), adding('a'), failing)).rejects.toThrow('no connection')
  expect(server.read).not.toHaveBeenCalled()
})
