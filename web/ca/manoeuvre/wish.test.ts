import { expect, test } from 'vitest'
import { designOf } from './wish.ts'

test('the other objects are shown where they count, and else the map is of this event', () => {
  const shown = (search: Parameters<typeof designOf>[0]) => designOf(search, 1e-4).show
  expect(shown({ show: 'others', events: 'all' })).toBe('others')
  expect(shown({ show: 'others' })).toBe('pc')
  expect(['miss', 'mass', 'nothing'].map((show) => shown({ show }))).toEqual(['miss', 'mass', 'pc'])
})
