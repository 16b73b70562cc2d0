import { expect, test } from 'vitest'
import { doubtInWords, requestsInWords, windowInWords } from './feed-in-words.ts'
import { connectionWords } from './words.data.ts'

test('doubtInWords() says what is doubtful beside what is usual, and nothing where nothing is', () => {
  const doubtOf = (doubt: 'SILENT' | 'NOTHING' | 'HALF' | null, usualInDay: number | null, age?: string) =>
    doubtInWords({ feed: 'MESSAGES', doubt, newInDay: 12, usualInDay }, { age, periodHours: 8 }, connectionWords)
  expect(doubtOf('SILENT', null, '13.0 h')).toBe('Messages: not read for 13.0 h; usually something every 8 h.')
  expect(doubtOf('SILENT', null)).toMatch(/^Messages: never read/)
  expect(doubtOf('NOTHING', null)).toMatch(/no clear sky/)
  expect(doubtOf('NOTHING', 39)).toMatch(/usually 39/)
  expect(doubtOf('HALF', 39)).toBe('Messages: 12 came in 24 h, less than half of the usual 39.')
  expect(doubtOf(null, 39, '1.0 h')).toBeUndefined()
})

test('requestsInWords() names each class, and keeps the name of one that it does not know', () => {
  const inWords = (requests: string) => requestsInWords(requests, connectionWords)
  expect(['all', 'cdm-public', 'gp, tip', 'boxscore'].map(inWords)).toEqual([
    'All',
    'Public messages',
    'Element sets, Re-entry predictions',
    'boxscore',
  ])
})

test('windowInWords() returns the window of the service without the margin of two minutes', () => {
  expect([60, 3_600, 3_720, 8 * 3_600 + 120, 24 * 3_600 + 120].map(windowInWords)).toEqual([
    '1 min',
    '1 h',
    '1 h',
    '8 h',
    '24 h',
  ])
})
