import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { checkClock, judgeDatabaseClock } from './clock-check.ts'

const AT = Date.parse('2026-11-20T12:00:00Z')
const lines: string[] = []
const log = createLog({
  level: 'warn',
  process: 'test',
  version: 'test',
  destination: { write: (line) => void lines.push(line) },
})
const server = createServer((_, response) => response.writeHead(200, { date: new Date(AT).toUTCString() }).end('{}'))
let issuer: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('checkClock() accepts a clock that differs from the provider’s by at most 30 s', async () => {
  await expect(checkClock({ issuer, proxy: undefined, now: () => AT + 29_000, log })).resolves.toBe(29)
  await expect(checkClock({ issuer, proxy: undefined, now: () => AT - 29_000, log })).resolves.toBe(-29)
})

test.each([31, -31, 3_600])(
  'checkClock() refuses a clock that is off by %i s, and says how far it is off',
  async (offS) => {
    await expect(checkClock({ issuer, proxy: undefined, now: () => AT + offS * 1000, log })).rejects.toThrow(
      `${Math.abs(offS)} s`,
    )
  },
)

test('checkClock() only warns if the provider does not answer', async () => {
  await checkClock({ issuer: 'http://127.0.0.1:9', proxy: undefined, now: () => AT, log })
  expect(lines.join()).toContain('could not be asked')
})

test.each([
  [31, 1],
  [-300, 1],
  [30, 0],
  [-1, 0],
])('if the clock of a database is %i s ahead of the provider’s, %i lines are logged', (aheadS, lineCount) => {
  lines.length = 0
  judgeDatabaseClock(log, aheadS)
  expect(lines.filter((line) => line.includes('the clock of the database is off'))).toHaveLength(lineCount)
})
