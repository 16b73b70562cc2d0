// Runs the tests that depend on days and hours at another time: `node tools/hours.ts 2028-02-29T23:50:00Z [FILE…]`. The server tests run at that time
// with all of their processes and their database (APSIS_TEST_AHEAD_MS), pages and journeys with the clock of the product (APSIS_TEST_CLOCK).

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { binary, ROOT, run, seconds, stopChildrenOnTermination } from './run/step.ts'

/** A test that waits for the next day waits for hours. */
const LIMIT_MS = 2 * 3_600_000

/** Each time is shortly before something that a calendar, a rule or a displayed number may get wrong. */
export const INSTANTS = [
  // The day changes while the tests run, and so does each day in a list.
  '2026-11-20T23:50:00Z',
  '2028-02-29T23:50:00Z',
  // The nights on which summer time begins and ends in Europe, ten minutes before the hour that is missing or occurs twice.
  '2027-03-28T00:50:00Z',
  '2026-10-25T00:50:00Z',
  '2026-12-31T23:50:00Z',
  // The days of the two latest leap seconds.
  '2015-06-30T23:50:00Z',
  '2016-12-31T23:50:00Z',
] as const

/** Tests that count days, weeks and months, or wait for an hour of a person's day. */
export const SERVER_TESTS = [
  'server/ca/report/calendar.test.ts',
  'server/ca/contact/commit-by-contact.test.ts',
  'server/ca/contact/contact.test.ts',
  'server/ca/reminder/reminder.test.ts',
  'server/ca/space-weather/weather.test.ts',
  'server/ca/statistics/statistics.test.ts',
  'server/ca/statistics/event-context.test.ts',
  'server/delivery/digest.test.ts',
  'server/delivery/put-off.test.ts',
  'server/duty/plan/plan.test.ts',
  'server/odt/request/request-dates.test.ts',
  'server/platform/jobs/recurring-work.test.ts',
  'server/service-accounts/ending-notice-work.test.ts',
  'server/tle/history.test.ts',
]

export const JOURNEYS = ['e2e/account/quiet.e2e.ts', 'e2e/account/unheard.e2e.ts', 'e2e/odt/observations.e2e.ts']

/** Pages that show days, weeks, orbits of a day or the time itself. */
export const PAGES = [
  'web/ca/annual-collision-statistics.page.test.ts',
  'web/ca/statistics/history.page.test.ts',
  'web/ca/announced/burn-notices.page.test.ts',
  'web/ca/cdm.page.test.ts',
  'web/ca/contact/contacts.page.test.ts',
  'web/ca/report/event-report.page.test.ts',
  'web/ca/overview.page.test.ts',
  'web/odt/passes.page.test.ts',
  'web/shell/frame/frame.page.test.ts',
]

async function runTests(
  project: 'server' | 'page' | 'e2e',
  files: readonly string[],
  instant: string,
): Promise<boolean> {
  if (files.length === 0) return true
  const start = performance.now()
  const preload = `--import=${pathToFileURL(join(ROOT, 'tools', 'moved-date.ts'))}`
  const env: Record<string, string> =
    project !== 'server'
      ? { APSIS_TEST_CLOCK: instant }
      : { APSIS_TEST_AHEAD_MS: String(Date.parse(instant) - Date.now()), NODE_OPTIONS: preload }
  const ran = await run(`${project} at ${instant}`, {
    program: binary('vitest'),
    args: ['run', `--project=${project}`, ...files],
    env: { ...env, NO_COLOR: '1' },
    silentLimitMs: LIMIT_MS,
    limitMs: LIMIT_MS,
  })
  if (ran.code !== 0) console.log(ran.output.trimEnd())
  console.log(
    `${ran.code === 0 ? '✓' : '✗'} ${project} at ${instant}: ${files.length} files in ${seconds(performance.now() - start)}`,
  )
  return ran.code === 0
}

async function main(): Promise<number> {
  const [instant = '', ...wanted] = process.argv.slice(2)
  if (Number.isNaN(Date.parse(instant))) {
    console.error(`Usage: node tools/hours.ts INSTANT [FILE…], for example ${INSTANTS[0]}`)
    return 2
  }
  const chosen = (files: readonly string[]) =>
    wanted.length === 0 ? files : wanted.filter((file) => files[0]?.split('/')[0] === file.split('/')[0])
  const isClean = [
    await runTests('server', chosen(SERVER_TESTS), instant),
    await runTests('page', chosen(PAGES), instant),
    await runTests('e2e', chosen(JOURNEYS), instant),
  ]
  return isClean.every(Boolean) ? 0 : 1
}

if (import.meta.main) {
  stopChildrenOnTermination()
  process.exitCode = await main()
}
