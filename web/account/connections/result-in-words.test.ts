import { READING_RESULTS } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { doubtInWords, requestsInWords, resultInWords, windowInWords } from './result-in-words.ts'
import { resultWords } from './result-words.data.ts'
import { connectionWords } from './words.data.ts'

const said = (result: (typeof READING_RESULTS)[number], detail: string | null = null) =>
  resultInWords({ result, detail }, resultWords)

test('resultInWords() has a sentence for each result, and quotes the words of the service', () => {
  const all = READING_RESULTS.map((result) => said(result))
  expect(new Set(all).size).toBe(READING_RESULTS.length)
  expect(all.filter((text) => READING_RESULTS.some((result) => result === text))).toEqual([])
  expect(said('failed', '500 Internal <b>Error</b>')).toBe(
    'The service answered with an error: “500 Internal <b>Error</b>”',
  )
})

test('resultInWords() says with an empty answer what the account may read, and in MiB how large an answer was', () => {
  expect(said('empty', 'the account may read 14 satellites')).toBe(
    'The answer was empty, though the account may read 14 satellites',
  )
  expect(said('empty', 'the account may read 1 satellites')).toContain('may read one satellite')
  // 256 MiB are 268 435 456 bytes.
  expect(said('too-large', '268435456')).toBe('The answer was larger than 256 MiB')
  expect(said('too-large', 'of 3 parts')).toBe('The answer was too large: “of 3 parts”')
})

test('doubtInWords() says what is doubtful beside what is usual, and nothing where nothing is', () => {
  const doubtOf = (doubt: 'SILENT' | 'NOTHING' | 'HALF' | null, usualInDay: number | null, age?: string) =>
    doubtInWords({ feed: 'MESSAGES', doubt, newInDay: 12, usualInDay }, { age, periodHours: 8 }, connectionWords)
  expect(doubtOf('SILENT', null, '13.0 h')).toBe(
    'Messages: not read for 13.0 h, though something comes every 8 h as a rule.',
  )
  expect(doubtOf('SILENT', null)).toMatch(/^Messages: never read/)
  expect(doubtOf('NOTHING', null)).toMatch(/no clear sky/)
  expect(doubtOf('NOTHING', 39)).toMatch(/where 39 are usual/)
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
