import { type Conjunction, listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import { expect, test } from 'vitest'
import { placed } from './changed-events.ts'
import { membersOf } from './queries.ts'

const EXAMPLE = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const HOUR_MS = 3_600_000

/** An event whose TCA is so many hours from now. */
function event(id: string, hours: number, satelliteId: string | null = null): Conjunction {
  const tca = new Date(Date.now() + hours * HOUR_MS).toISOString()
  return { ...EXAMPLE, conjunctionId: id, satelliteId, conjunctionData: { ...EXAMPLE.conjunctionData, tca } }
}
const ids = (events: readonly Conjunction[]) => events.map(({ conjunctionId }) => conjunctionId).join('')
const all = () => true

test('placed() puts what changed where the server would have it, and leaves the others the objects that they are', () => {
  const list = [event('a', 1), event('b', 2), event('c', 3)]
  const moved = event('a', 2.5)
  const next = placed(
    list,
    new Map([
      ['a', moved],
      ['n', event('n', 0.5)],
    ]),
    all,
  )
  expect(ids(next)).toBe('nbac')
  expect(next[1]).toBe(list[1])
  expect(next[2]).toBe(moved)
  const tie = { ...event('0', 9), conjunctionData: list[1]!.conjunctionData }
  expect(ids(placed(list, new Map([['0', tie]]), all))).toBe('a0bc')
})

test('placed() takes away what is gone, and what does not belong to the list any more', () => {
  const list = [event('a', 1), event('b', 2)]
  expect(ids(placed(list, new Map([['a', undefined]]), all))).toBe('b')
  expect(ids(placed(list, new Map([['b', event('b', 2)]]), () => false))).toBe('a')
})

test('membersOf() tells the lists of events from all else, and what belongs to each', () => {
  const fits = (key: readonly unknown[], one: Conjunction) => membersOf(['conjunction', ...key])?.(one)
  expect(membersOf(['conjunction', 'cdms', 'x'])).toBeUndefined()
  expect(membersOf(['conjunction', 'one', 'x'])).toBeUndefined()
  expect([fits(['ahead'], event('a', -23)), fits(['ahead'], event('a', -25))]).toEqual([true, false])
  expect([fits(['past', 7], event('a', -1)), fits(['past', 7], event('a', 1))]).toEqual([true, false])
  expect([fits(['past', 7], event('a', -170)), fits(['past', 0], event('a', -170))]).toEqual([false, true])
  expect([fits(['list', 'all'], event('a', 1)), fits(['list', 's'], event('a', 1, 's'))]).toEqual([true, true])
  expect(fits(['list', 's'], event('a', 1, 't'))).toBe(false)
})
