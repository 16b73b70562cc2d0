import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { checkEnvelope } from './check-envelope.ts'

const START = parseTime('2026-09-02T00:00:00')

/** Returns the warnings about covariances at whole hours, in lines 10, 11 and so on. The first variance of each is given, m². */
function warningsOf(variances: readonly number[]) {
  const log = new FaultLog(true)
  const check = checkEnvelope(log)
  for (const [hour, variance] of variances.entries()) {
    const matrix = Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: 6 }, (_unused, j) => (i === j ? variance : 0)),
    )
    const epoch = addSeconds(START, 3600 * hour)
    const covariance = { comments: [], epoch, refFrame: 'RTN', matrix }
    check.take({ kind: 'covariance', line: 10 + hour, covariance })
    check.take({ kind: 'state', line: 10 + hour, state: { epoch, r: [0, 0, 0], v: [0, 0, 0] } })
  }
  expect(log.errors).toEqual([])
  return log.warnings.map(({ line, code, message }) => ({ line, code, message }))
}

test('checkEnvelope() warns once, at the line where the same numbers begin', () => {
  expect(warningsOf([1, 2, 3, 4, 4, 4, 4, 9, 9, 9, 9])).toEqual([
    {
      line: 13,
      code: 'flat-covariance',
      message:
        'the covariance is a flat envelope from 2026-09-02T03:00:00Z on: numbers that stay the same for hours are not estimated',
    },
  ])
})

test('checkEnvelope() does not warn of covariances that grow', () => {
  expect(warningsOf([1, 2, 2, 3, 3, 4, 5])).toEqual([])
})
