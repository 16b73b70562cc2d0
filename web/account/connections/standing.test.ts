import { Connection, type ConnectionFeed } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { inOrder, standingOfConnection } from './standing.ts'

const [EXAMPLE] = Connection.meta()!.examples as readonly Connection[]
const [FEED] = EXAMPLE!.feeds as readonly ConnectionFeed[]
const connection = (name: string, change: Partial<Connection>, feed: Partial<ConnectionFeed> = {}): Connection => ({
  ...EXAMPLE!,
  name,
  ...change,
  feeds: [{ ...FEED!, ...feed }],
})
const FAILED_AT = '2026-11-22T06:00:00.000Z'

test('inOrder() puts first what waits for a person, then what is doubtful, and keeps the order of names otherwise', () => {
  const all = [
    connection('a, fine', {}),
    connection('b, not read yet', {}, { lastReadAt: null, lastResult: null }),
    connection('c, half', {}, { doubt: 'HALF' }),
    connection('d, paused', { state: 'PAUSED' }, { doubt: 'SILENT' }),
    connection('e, failing', {}, { lastResult: 'unreachable', lastFailedAt: FAILED_AT }),
    connection('f, refused', { state: 'REFUSED' }),
    connection('g, silent', {}, { doubt: 'SILENT' }),
    connection('h, suspended', { state: 'SUSPENDED' }),
    connection('i, fine', {}),
  ]
  expect(
    inOrder(all)
      .map(({ name }) => name[0])
      .join(''),
  ).toBe('hfdgcebai')
})

test('standingOfConnection() names the state, else the worst of what the feeds bring', () => {
  const wordOf = (change: Partial<Connection>, feed: Partial<ConnectionFeed> = {}) =>
    standingOfConnection(connection('one', change, feed)).word
  expect(wordOf({ state: 'REFUSED' }, { doubt: 'SILENT' })).toBe('REFUSED')
  expect(wordOf({}, { doubt: 'NOTHING', lastResult: 'empty' })).toBe('NOTHING')
  expect(wordOf({}, { lastResult: 'some-refused' })).toBe('failing')
  expect(wordOf({}, { lastResult: 'nothing-new' })).toBe('ACTIVE')
})
