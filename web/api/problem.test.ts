import { getStatus } from '@apsis/contract/status/status.ts'
import { expect, test } from 'vitest'
import { ApiProblem, problemOfAnswer, problemOfFailure, unauthenticated } from './problem.ts'

const problem = {
  type: '/problems/request-invalid',
  title: 'Bad Request',
  status: 400,
  detail: 'Email address must be a valid address.',
  instance: '/problems/instances/01J',
  error: 'Bad Request',
  message: 'Email address must be a valid address.',
  requestId: '01J',
  errors: [{ code: 'field.invalid', message: 'not an address', pointer: '#/notifications/email/addresses/0' }],
}

test('problemOfAnswer takes code, title and message from the places that spec §8 names', () => {
  const seen = problemOfAnswer({ status: 400, statusText: 'whatever' }, problem)
  expect(seen).toMatchObject({
    code: 400,
    title: 'Bad Request',
    kind: 'request-invalid',
    message: problem.message,
    requestId: '01J',
  })
  expect(seen.details[0]?.pointer).toBe('#/notifications/email/addresses/0')
})

test('problemOfAnswer uses the status text if the body is not a problem document', () => {
  expect(problemOfAnswer({ status: 502, statusText: 'Bad Gateway' }, undefined)).toMatchObject({
    code: 502,
    title: 'Bad Gateway',
    message: 'The server gave no reason.',
  })
  expect(problemOfAnswer({ status: 502, statusText: '' }, '<html>').title).toBe('Status 502')
})

test('problemOfFailure distinguishes a cancelled call from one without a session', () => {
  const cancelled = new DOMException('aborted', 'AbortError')
  expect(problemOfFailure(cancelled, true)).toMatchObject({
    code: 0,
    title: 'Cancelled',
    message: 'Server request was cancelled.',
  })
  expect(problemOfFailure(cancelled, false)).toMatchObject({
    code: 501,
    title: 'Unauthenticated',
    message: 'Authentication ran out, logging you out.',
  })
})

test('problemOfFailure gives a failure without a status the code 404', () => {
  expect(problemOfFailure(new TypeError('Failed to fetch'), true)).toMatchObject({ code: 404, title: 'No connection' })
  expect(problemOfFailure(new DOMException('late', 'TimeoutError'), true).title).toBe('No answer')
})

test('problemOfFailure recognises an answer that does not match the contract', () => {
  const refused = getStatus.response.safeParse({ level: 'green' }).error
  expect(problemOfFailure(refused, true).title).toBe('Unexpected answer')
})

test('problemOfFailure returns a problem unchanged', () => {
  const known = unauthenticated()
  expect(problemOfFailure(known, true)).toBe(known)
  expect(known).toBeInstanceOf(ApiProblem)
})
