// Runs twelve journeys in Firefox ESR, which it installs first if that is allowed, and prints what the browser cannot do: `node tools/firefox.ts`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeBrowser } from '@apsis/e2e/browser.ts'
import { LACKS, noLongerLacking } from '@apsis/e2e/firefox-lacks.ts'
import { FIREFOX_JOURNEYS } from './firefox-journeys.data.ts'
import { installFirefox } from './install-for-tests.ts'
import { binary, ROOT, run, stopChildrenOnTermination } from './run/step.ts'
import { countsOf } from './run/total.ts'

const REPORT = join(ROOT, 'node_modules', '.cache', 'apsis-tests', 'firefox.json')
/** Matches the result of one test in the output of the test runner. */
const VERDICT = /^\s*[✓×] /

/** Returns the pattern for the test runner that matches exactly these names. */
function patternOf(names: readonly string[]): string {
  const literal = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return `^(${literal.join('|')})$`
}

async function runJourneys(): Promise<boolean> {
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  const ran = await run('journeys in Firefox', {
    program: binary('vitest'),
    args: [
      ...['run', '--project=e2e', ...FIREFOX_JOURNEYS.map(({ file }) => file)],
      ...['-t', patternOf(FIREFOX_JOURNEYS.map(({ test }) => test)), '--no-file-parallelism'],
      ...['--reporter=verbose', '--reporter=json', `--outputFile.json=${REPORT}`],
    ],
    urgent: VERDICT,
    env: { NO_COLOR: '1' },
  })
  const counts = existsSync(REPORT) ? countsOf(readFileSync(REPORT, 'utf8')) : undefined
  const isClean = ran.code === 0 && counts?.passed === FIREFOX_JOURNEYS.length
  if (!isClean) console.log(ran.output.trimEnd())
  console.log(`${counts?.passed ?? 0} of ${FIREFOX_JOURNEYS.length} journeys passed in ${await describeBrowser()}`)
  return isClean
}

/**
 * Prints what Firefox cannot do. If it can do one of the listed things after all, the list is wrong: the journey for it must run in Firefox, too.
 */
async function tellLacks(): Promise<boolean> {
  const found = await noLongerLacking()
  for (const { what } of LACKS) console.log(`${found.includes(what) ? '× can by now' : '– cannot'}: ${what}`)
  return found.length === 0
}

if (import.meta.main) {
  stopChildrenOnTermination()
  process.env.APSIS_TEST_BROWSER = 'firefox'
  console.log((await installFirefox()).output)
  const isListRight = await tellLacks()
  const isClean = await runJourneys()
  process.exitCode = isListRight && isClean ? 0 : 1
}
