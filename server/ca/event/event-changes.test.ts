import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { findEvent, type Meeting } from './event-changes.ts'

type Message = Meeting & { readonly row: string }
type Event = Meeting & { readonly rows: string[] }

const at = (row: string, seconds: number, changes: Partial<Meeting> = {}): Message => ({
  row,
  objects: ['1', '2'],
  isCoOrbiting: false,
  tca: seconds * 1000,
  ...changes,
})

/** Returns the rows of each event for messages that arrive in this order. */
function group(messages: readonly Message[]): string[][] {
  const events: Event[] = []
  for (const { row, ...meeting } of messages) {
    const event = findEvent(events, meeting)
    if (event === undefined) events.push({ ...meeting, rows: [row] })
    else event.rows.push(row)
  }
  return events.map(({ rows }) => rows.sort((a, b) => Number(a) - Number(b)))
}

test('findEvent() joins messages of the same two objects, in either order, within 450 s of the first message', () => {
  const turned = at('1', 450, { objects: ['2', '1'] })
  expect(group([at('0', 0), turned, at('2', 451), at('3', 0, { objects: ['1', '3'] })])).toEqual([
    ['0', '1'],
    ['2'],
    ['3'],
  ])
})

test('findEvent() chooses the nearer of two events, and keeps slow approaches separate from fast ones', () => {
  expect(group([at('0', 0), at('1', 800), at('2', 401)])).toEqual([['0'], ['1', '2']])
  expect(group([at('0', 0), at('1', 0, { isCoOrbiting: true })])).toEqual([['0'], ['1']])
})

test('findEvent() joins messages within the tolerance of both orbits, if that is larger (F6)', () => {
  const [high, low] = [{ toleranceS: 900 }, { toleranceS: 450 }]
  expect(group([at('0', 0, high), at('1', 900, high), at('2', 901, high)])).toEqual([['0', '1'], ['2']])
  expect(group([at('0', 0, low), at('1', 451, low)])).toEqual([['0'], ['1']])
  // A screening states no tolerance: the event has its own.
  expect(group([at('0', 0, high), at('1', 700)])).toEqual([['0', '1']])
})

const rowsOf = (name: string) => {
  const [head = '', ...lines] = readFileSync(collectionPath(`events/${name}`), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}

/** Returns the items in an order that depends on the seed, and is the same each time. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const keyed = items.map((item, place) => ({ item, key: Math.imul(place + 1, 2_654_435_761 + seed * 40_503) >>> 0 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

// The 800 kB of updates are only in the reference collection; the tests above cover the rule itself.
test.skipIf(!hasCollection('events'))(
  'the history of a satellite falls into the published events in any order of arrival',
  () => {
    const messages = rowsOf('cdm_history_43617.csv').map((row) => ({
      ...at(row.row!, 0, { objects: ['43617', row.secondary!], tca: Date.parse(row.tca_utc!) }),
      createdAt: Date.parse(row.creation_utc!),
    }))
    const expected = rowsOf('events_43617_expected.csv')
      .map(({ rows }) =>
        rows!
          .split(' ')
          .sort((a: string, b: string) => Number(a) - Number(b))
          .join(' '),
      )
      .sort()
    const orders = [
      messages,
      [...messages].sort((a, b) => a.createdAt - b.createdAt),
      [...messages].reverse(),
      shuffled(messages, 1),
      shuffled(messages, 2),
    ]
    for (const order of orders)
      expect(
        group(order)
          .map((rows) => rows.join(' '))
          .sort(),
      ).toEqual(expected)
  },
)
