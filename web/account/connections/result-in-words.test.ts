import { READING_FACTS, READING_RESULTS } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { doubtInWords, factInWords, requestsInWords, resultInWords, windowInWords } from './result-in-words.ts'
import { resultWords } from './result-words.data.ts'
import { connectionWords } from './words.data.ts'

const said = (result: (typeof READING_RESULTS)[number], detail: string | null = null) =>
  resultInWords({ result, detail, fact: null }, resultWords)
const found = (code: (typeof READING_FACTS)[number], values: Record<string, number | string>) =>
  factInWords({ code, values }, resultWords)

test('resultInWords() has a sentence for each result, and quotes the words of the service', () => {
  const all = READING_RESULTS.map((result) => said(result))
  expect(new Set(all).size).toBe(READING_RESULTS.length)
  expect(all.filter((text) => READING_RESULTS.some((result) => result === text))).toEqual([])
  expect(said('failed', '500 Internal <b>Error</b>')).toBe(
    'The service answered with an error: “500 Internal <b>Error</b>”',
  )
})

test('resultInWords() says with an empty answer what the account may read, and in MiB how large an answer was', () => {
  const empty = { result: 'empty', detail: null, fact: { code: 'readable', values: { count: 14 } } } as const
  expect(resultInWords(empty, resultWords)).toBe('The answer was empty, though the account may read 14 satellites')
  expect(found('readable', { count: 1 })).toContain('may read one satellite')
  // 256 MiB are 268 435 456 bytes.
  expect(said('too-large', '268435456')).toBe('The answer was larger than 256 MiB')
  expect(said('too-large', 'of 3 parts')).toBe('The answer was too large: “of 3 parts”')
})

test('factInWords() says one in another way than several', () => {
  expect([1, 3].map((count) => found('mails', { count, folder: 'INBOX', fresh: 1 }))).toEqual([
    'one mail in the folder INBOX; new: 1',
    '3 mails in the folder INBOX; new: 1',
  ])
  expect([1, 3].map((count) => found('near', { count, of: 120 }))).toEqual([
    'one of 120 published objects comes near',
    '3 of 120 published objects come near',
  ])
  const who = 'a@b.example'
  expect(found('strangers', { count: 1, who, others: 0 })).toMatch(/^one mail was left.*: a@b\.example$/)
  expect(found('strangers', { count: 3, who, others: 1 })).toMatch(/^3 mails were left.*: a@b\.example and one other$/)
  expect(new Set(READING_FACTS.map((code) => found(code, { count: 2, of: 3 }))).size).toBe(READING_FACTS.length)
})

test('resultInWords() words what the server itself says of a connection that broke off', () => {
  expect(said('unreachable', 'no answer in time')).toBe('The service was not reached, or broke off: no answer in time')
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
