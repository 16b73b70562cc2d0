import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { withMovedClock } from './moved-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'apsis-duty-clock-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'clock')
const seen: number[] = []
const work: RecurringWork = { name: 'duty.escalation', everyS: 5, turn: async ({ now }) => void seen.push(now()) }
const platform = { now: () => 1_000 } as WorkPlatform

test('the clock of the work is ahead by the value in the file at each run; without a file it is not ahead', async () => {
  const moved = withMovedClock(work, file)
  await moved.turn(platform, 'organisation:a')
  writeFileSync(file, '1800\n')
  await moved.turn(platform, 'organisation:a')
  await withMovedClock(work, undefined).turn(platform, 'organisation:a')
  expect(seen).toEqual([1_000, 1_801_000, 1_000])
  writeFileSync(file, 'soon')
  expect(() => moved.turn(platform, 'organisation:a')).toThrow('holds no whole number of seconds')
})

test.each([
  ['APSIS_DUTY_CLOCK_FILE', 'dutyClockFile', file],
  ['APSIS_REQUEST_CLOCK_FILE', 'requestClockFile', file],
  ['APSIS_CLOCK_START', 'clockStart', '2026-11-20T10:00:00.000Z'],
] as const)('%s is refused in production and with a database of one’s own', (name, setting, value) => {
  const moved = { [name]: value }
  expect(() => readConfig({ ...moved, APSIS_PRODUCTION: 'true' }, '/project')).toThrow(
    `${name}: must not be on in production`,
  )
  const own = { APSIS_DATABASE_URL: 'postgres://a@b/c', APSIS_OIDC_ISSUER: 'https://id.example' }
  expect(() => readConfig({ ...moved, ...own }, '/project')).toThrow(`${name}: is for the embedded`)
  expect(readConfig(moved, '/project')[setting]).toBe(value)
})
