import { expect, test } from 'vitest'
import { isDue } from './fleet-screening-work.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2030-01-01T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const EPOCH = ago(3)
const news = (given: object = {}) => ({ satellites: 2, changed_at: ago(100), message_at: null, ...given })
const due = (line: 'CAT' | 'CDM', askedH: number | undefined, rest: object = {}) =>
  isDue({
    line,
    before: askedH === undefined ? undefined : { asked_at: ago(askedH), catalogue_epoch: EPOCH },
    news: news(),
    catalogueEpoch: EPOCH,
    now: NOW,
    ...rest,
  })

test('isDue() screens the fleet three times a day, and sooner when the catalogue is fresh', () => {
  expect(due('CAT', 7.9)).toBe(false)
  expect(due('CAT', 8)).toBe(true)
  expect(due('CAT', 2, { catalogueEpoch: ago(1) })).toBe(true)
  expect(due('CAT', 0.9, { catalogueEpoch: ago(0.5) })).toBe(false)
  expect(due('CAT', 9, { news: news({ satellites: 0 }) })).toBe(false)
})

test('isDue() screens against the objects of messages soon after one arrived, once for a burst', () => {
  expect(due('CDM', 1)).toBe(false)
  expect(due('CDM', 1, { news: news({ message_at: ago(0.5) }) })).toBe(true)
  expect(due('CDM', 0.1, { news: news({ message_at: ago(0.05) }) })).toBe(false)
  expect(due('CDM', 1, { news: news({ message_at: ago(2) }) })).toBe(false)
  // The message's transaction may have been open when the last screening read its objects.
  expect(due('CDM', 1, { news: news({ message_at: ago(1 + 5 / 3_600) }) })).toBe(true)
  expect(due('CDM', 1, { catalogueEpoch: ago(0.1) })).toBe(false)
})

test('isDue() delays the screening of a new fleet until no satellite was added for five minutes', () => {
  expect(due('CAT', undefined)).toBe(true)
  expect(due('CAT', undefined, { news: news({ changed_at: ago(4 / 60) }) })).toBe(false)
})
