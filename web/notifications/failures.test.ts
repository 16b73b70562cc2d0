import { expect, test } from 'vitest'
import { ApiProblem, problemOfFailure, unauthenticated } from '../api/problem.ts'
import { failureTeller, type RequestOutcome } from './failures.ts'
import { raisedBy } from './raised-by.ts'

const away = new ApiProblem({ code: 503, title: 'Service Unavailable', message: 'The database is away.' })
const refused = new ApiProblem({ code: 412, title: 'Precondition Failed', message: 'Changed meanwhile.' })

function told(steps: readonly (Partial<RequestOutcome> | { readonly gone: string })[]): string[] {
  const said: string[] = []
  const teller = failureTeller({ raise: ({ code, title }) => said.push(`${code} ${title}`), raisedBy })
  for (const one of steps) {
    if ('gone' in one) teller.forgotten(one.gone)
    else teller.ended({ what: undefined, problem: undefined, isSilent: false, ...one })
  }
  return said
}

test('failureTeller reports a failing read once, and again only after it has succeeded', () => {
  const fails = { what: 'status', problem: away }
  expect(told([fails, fails, fails])).toEqual(['503 Service Unavailable'])
  expect(told([fails, fails, { what: 'status' }, fails])).toHaveLength(2)
  expect(told([fails, { gone: 'status' }, fails])).toHaveLength(2)
})

test('failureTeller reports one error of many reads once', () => {
  expect(
    told([
      { what: 'a', problem: away },
      { what: 'b', problem: away },
    ]),
  ).toEqual(['503 Service Unavailable'])
  expect(
    told([
      { what: 'a', problem: away },
      { what: 'b', problem: refused },
    ]),
  ).toHaveLength(2)
})

test('failureTeller reports each failed write, also while a read fails for the same reason', () => {
  expect(told([{ what: 'a', problem: away }, { problem: away }, { problem: away }])).toHaveLength(3)
})

test('failureTeller does not report silent calls, or calls that the end of the session cut off', () => {
  expect(
    told([
      { what: 'a', problem: away, isSilent: true },
      { problem: refused, isSilent: true },
    ]),
  ).toEqual([])
  expect(told([{ what: 'a', problem: unauthenticated() }, { problem: unauthenticated() }])).toEqual([])
})

test('failureTeller reports a call whose failure nobody caught, unless the cache has handled it or the session has ended', () => {
  const said: string[] = []
  const { seen, unhandled } = failureTeller({ raise: ({ code }) => said.push(String(code)), raisedBy })
  seen(refused)
  for (const reason of [away, refused, unauthenticated(), new RangeError('no call')]) unhandled(reason)
  expect(said).toEqual(['503'])
})

test('raisedBy follows spec §8: status, error code or 404; error, name or status text; message', () => {
  expect(raisedBy(away)).toEqual({ code: 503, title: 'Service Unavailable', message: 'The database is away.' })
  expect(raisedBy(problemOfFailure(new DOMException('', 'AbortError'), true))).toEqual({
    code: 0,
    title: 'Cancelled',
    message: 'Server request was cancelled.',
  })
  expect(raisedBy(unauthenticated())).toEqual({
    code: 501,
    title: 'Unauthenticated',
    message: 'Authentication ran out, logging you out.',
  })
  expect(raisedBy(new RangeError('too far'))).toEqual({ code: 404, title: 'RangeError', message: 'too far' })
})
