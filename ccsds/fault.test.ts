import { expect, test } from 'vitest'
import { describeFault, FaultLog, type FaultReport, MessageSyntaxError } from './fault.ts'

/**
 * A thousand faults of the file, and one more for each of 2,000 messages. The limit allows 100 more for the message in which the thousand is reached.
 */
const MOST_LISTED = 3_100

const report: FaultReport = { line: 12, column: 8, keyword: 'X', code: 'bad-number', message: '"1,5" is not a number' }

test('describeFault() says where the fault is, what it is, and what is expected', () => {
  const log = new FaultLog(true)
  log.error({ ...report, expected: 'a decimal number' })
  log.error({ ...report, keyword: null })
  expect(log.errors.map(describeFault)).toEqual([
    'line 12, column 8, X: "1,5" is not a number; expected a decimal number',
    'line 12, column 8: "1,5" is not a number',
  ])
})

test('FaultLog reports a deviation as an error if strict and as a warning if lenient', () => {
  for (const strict of [true, false]) {
    const log = new FaultLog(strict)
    log.deviation(report)
    expect([log.errors.length, log.warnings.length]).toEqual(strict ? [1, 0] : [0, 1])
  }
})

test('FaultLog lists a hundred faults, counts the others, and shortens quotations', () => {
  const log = new FaultLog(true)
  for (let count = 0; count < 100; count += 1) log.error({ ...report, found: 'y'.repeat(10_000) })
  expect(log.omitted).toBe(0)
  log.error(report)
  log.error(report)
  expect([log.errors.length, log.omitted]).toEqual([100, 2])
  expect(log.errors[0]?.found).toHaveLength(61)
})

test('FaultLog.fatal() throws with every fault, including the fatal one even when the list is full', () => {
  const log = new FaultLog(true)
  for (let count = 0; count < 150; count += 1) log.error(report)
  const fatal = () => log.fatal({ ...report, code: 'too-many-lines' })
  expect(fatal).toThrow(MessageSyntaxError)
  expect(log.errors.at(-1)?.code).toBe('too-many-lines')
})

test('MessageSyntaxError is a SyntaxError whose text names the first fault and counts the others', () => {
  const log = new FaultLog(true)
  log.error(report)
  const one = new MessageSyntaxError(log.errors, 0)
  expect(one).toBeInstanceOf(SyntaxError)
  expect(one.message).toBe('line 12, column 8, X: "1,5" is not a number')
  log.error(report)
  expect(new MessageSyntaxError(log.errors, 0).message).toMatch(/\(and 1 more\)$/)
  expect(new MessageSyntaxError(log.errors, 12_344).message).toMatch(/\(and 12,345 more\)$/)
})

test('FaultLog.fresh() lists a thousand faults of a file, and after that only the first one of each message', () => {
  const file = new FaultLog(true)
  const logs = Array.from({ length: 2_000 }, () => file.fresh())
  for (const log of logs) for (let count = 0; count < 3; count += 1) log.error(report)
  expect(logs.every(({ errors }) => errors.length >= 1)).toBe(true)
  expect(logs.reduce((sum, { errors }) => sum + errors.length, 0)).toBeLessThan(MOST_LISTED)
  expect(logs.reduce((sum, { errors, omitted }) => sum + errors.length + omitted, 0)).toBe(6_000)
})
