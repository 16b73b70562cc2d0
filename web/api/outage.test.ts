import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { getOutage, onOutage } from './outage.ts'
import { ApiProblem, isOutage, problemOfAnswer, problemOfFailure, saysNotFound } from './problem.ts'
import { queryClient } from './queries.ts'

const answered = (status: number) => problemOfAnswer({ status, statusText: '' }, undefined)
const silence = problemOfFailure(new TypeError('Failed to fetch'), true)

afterEach(() => queryClient.clear())

test('saysNotFound is true only if the server has answered 404; a missing answer also has the code 404 but does not count', () => {
  expect(saysNotFound(answered(404))).toBe(true)
  expect(silence.code).toBe(404)
  expect(saysNotFound(silence)).toBe(false)
  expect(saysNotFound(answered(503))).toBe(false)
})

test('isOutage is true for a missing answer and for a server that cannot work, and false for a refusal and an error', () => {
  expect([silence, answered(502), answered(503), answered(504)].map(isOutage)).toEqual([true, true, true, true])
  expect([answered(404), answered(403), answered(500)].map(isOutage)).toEqual([false, false, false])
  expect(isOutage(problemOfFailure(new SyntaxError('no JSON'), true))).toBe(false)
})

/** Simulates a screen whose reads get these answers, one after the other. */
function screen(answers: readonly (ApiProblem | string)[]) {
  let reads = 0
  const observer = new QueryObserver<string, ApiProblem>(queryClient, {
    queryKey: ['of-the-screen'],
    queryFn: () => {
      const answer = answers[reads++]
      if (answer instanceof ApiProblem) throw answer
      return Promise.resolve(answer ?? '')
    },
  })
  const leave = observer.subscribe(() => {})
  return { leave, again: () => observer.refetch() }
}

test('data on the screen that cannot be read is an outage from its first failure until it is read', async () => {
  const { leave, again } = screen([answered(503), answered(503), 'there'])
  await again()
  const first = getOutage()
  expect(first?.kind).toBe('unavailable')
  const told: unknown[] = []
  const stop = onOutage(() => told.push(getOutage()))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await again()
  vi.useRealTimers()
  // A new try neither ends the outage nor begins a new one.
  expect(told).toEqual([])
  expect(getOutage()).toEqual(first)
  await again()
  expect(told).toEqual([undefined])
  stop()
  leave()
})

test('failed data that has left the screen is not an outage, and neither is a refusal', async () => {
  const gone = screen([answered(503)])
  await gone.again()
  expect(getOutage()?.kind).toBe('unavailable')
  gone.leave()
  expect(getOutage()).toBeUndefined()
  const refused = screen([answered(403)])
  await refused.again()
  expect(getOutage()).toBeUndefined()
  refused.leave()
})

test('a query that takes too long is answered with that, if its read allows it, so that no outage repeats it for ever', async () => {
  const late = problemOfAnswer(
    { status: 504, statusText: '' },
    {
      type: '/problems/timeout',
      title: 'Gateway Timeout',
      status: 504,
      detail: '',
      instance: '',
      error: 'Gateway Timeout',
      message: 'The search takes too long to wait for.',
      code: 504,
      requestId: 'r',
    },
  )
  for (const [meta, expected] of [
    [{ mayTakeTooLong: true }, undefined],
    [{}, 'unavailable'],
  ] as const) {
    const observer = new QueryObserver<string, ApiProblem>(queryClient, {
      queryKey: ['late', expected],
      queryFn: () => Promise.reject(late),
      meta,
    })
    const leave = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().status).toBe('error')
    expect(late.kind).toBe('timeout')
    expect(getOutage()?.kind).toBe(expected)
    leave()
    queryClient.clear()
  }
})
