import { expect, test } from 'vitest'
import { parseViews, searchOfView, shownView, viewOf, withoutView, withView } from './saved-views.ts'

const SEARCH = {
  level: 'HIGH,CRITICAL',
  by: 'satellite',
  sort: '-pc',
  columns: 'level,pc:120',
  event: 'a',
  dialog: 'x',
}

test('a view keeps filters, order, groups and columns, and not what is only looked at', () => {
  const search = viewOf(SEARCH)
  expect(search).toEqual({ level: 'HIGH,CRITICAL', by: 'satellite', sort: '-pc', columns: 'level,pc:120' })
  const shown = searchOfView(search)
  expect(shown).toMatchObject(search)
  // What the view has not is taken from the address.
  expect('q' in shown && shown.q === undefined).toBe(true)
  expect('event' in shown).toBe(false)
})

test('shownView knows a view by what it shows, whatever is selected', () => {
  const views = [{ name: 'mine', search: viewOf(SEARCH) }]
  expect(shownView(views, { ...SEARCH, event: 'another' })?.name).toBe('mine')
  expect(shownView(views, { ...SEARCH, q: 'deb' })).toBeUndefined()
})

test('views stand by name, and one of the same name gives way', () => {
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

test('parseViews reads what was stored and takes nothing else', () => {
  const views = [{ name: 'mine', search: viewOf(SEARCH) }]
  expect(parseViews(JSON.stringify(views))).toEqual(views)
  expect(parseViews(null)).toEqual([])
  expect(parseViews('{')).toEqual([])
  expect(parseViews('{"name":"a"}')).toEqual([])
  expect(parseViews('[1,{"name":""},{"name":"a","search":{"q":1,"level":"LOW","other":"x"}}]')).toEqual([
    { name: 'a', search: { level: 'LOW' } },
  ])
})
