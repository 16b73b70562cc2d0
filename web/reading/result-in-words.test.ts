import { READING_FACTS, READING_RESULTS } from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { factInWords, resultInWords } from './result-in-words.ts'
import { resultWords } from './result-words.data.ts'

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

test('resultInWords() says in the words of the reader how many entries were refused, and how small an answer was', () => {
  expect(said('some-refused', '1 entries')).toBe('One entry could not be taken')
  expect(said('some-refused', '12 entries')).toBe('12 entries could not be taken')
  expect(said('too-small', '9000 of 26834 objects')).toBe(
    'The answer held 9\u202f000 objects where 26\u202f834 are usual, and was not taken',
  )
  expect(said('failed', '12 entries')).toContain('“12 entries”')
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
  expect(found('near', { count: 0, of: 120, unsearched: 1, unlisted: 3, old: 2 })).toBe(
    '0 of 120 published objects come near; one satellite was not searched to the end; 3 published objects have no element set here; 2 published objects have element sets older than a week here, and may be near without being found',
  )
  const who = 'a@b.example'
  expect(found('strangers', { count: 1, who, others: 0 })).toMatch(/^one mail was left.*: a@b\.example$/)
  expect(found('strangers', { count: 3, who, others: 1 })).toMatch(/^3 mails were left.*: a@b\.example and one other$/)
  expect(new Set(READING_FACTS.map((code) => found(code, { count: 2, of: 3 }))).size).toBe(READING_FACTS.length)
})

test('resultInWords() words what the server itself says of a connection that broke off', () => {
  expect(said('unreachable', 'no answer in time')).toBe('The service was not reached, or broke off: no answer in time')
})
