import { ERRORS } from '@apsis/contract/errors.ts'
import { expect, test } from 'vitest'
import { CATALOGUES } from '../ui/text/language.ts'
import { problemOfAnswer, problemOfFailure, unauthenticated } from './problem.ts'
import { failureInWords, problemInWords } from './problem-in-words.ts'
import { apiWords } from './words.data.ts'

const answered = (type: string, title: string, message: string) =>
  problemOfAnswer(
    { status: 403, statusText: 'x' },
    { type, title, status: 403, detail: message, instance: '/', error: title, message, requestId: 'r' },
  )

test('problemInWords returns the texts of the server and of spec §8 in English', () => {
  expect(problemInWords(answered('/problems/forbidden', 'Forbidden', 'You lack odt_user.'))).toEqual({
    title: 'Forbidden',
    message: 'You lack odt_user.',
  })
  expect(problemInWords(unauthenticated())).toEqual({
    title: 'Unauthenticated',
    message: 'Authentication ran out, logging you out.',
  })
  const late = problemOfFailure(new DOMException('', 'TimeoutError'), true)
  expect(problemInWords(late)).toEqual({ title: late.title, message: late.message })
})

test('problemInWords keeps a title of the server that differs from the contract’s', () => {
  expect(problemInWords(answered('/problems/forbidden', 'Not this organisation', 'm')).title).toBe(
    'Not this organisation',
  )
  expect(problemInWords(answered('/problems/from-a-newer-server', 'Odd', 'm')).title).toBe('Odd')
})

test('the words of the API have a German title for every error of the contract', () => {
  const { en, de } = CATALOGUES.get('api')!
  expect(apiWords('forbidden')).toBe('Forbidden')
  for (const [code, { title }] of Object.entries(ERRORS)) {
    expect(en[code]).toBe(title)
    expect(de[code]).toMatch(/\p{L}{3}/u)
  }
})

test('failureInWords says that there was no answer, if the problem has the code of spec §8 for that', () => {
  const failure = failureInWords(problemOfFailure(new TypeError('Failed to fetch'), true))
  expect(failure.code).toBe('No connection')
  expect(failureInWords(answered('/problems/forbidden', 'Forbidden', 'No.')).code).toBe('403')
})
