import { existsSync, readFileSync, rmSync } from 'node:fs'
import { collectionFolder, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { describeBrowser } from '@apsis/e2e/browser.ts'
import { buildWebIfNeeded } from '@apsis/server/platform/http/web-build.ts'
import { budgetStep, dearestFiles, linesOnSpending, secondsByLayer, spendingOf } from './budget.ts'
import { processorSlowness } from './calibration.ts'
import { CAMPAIGNS } from './campaigns.ts'
import { checkFiles, checkText, linesOnCollection, report, runFailedAgain, runTests, TIMES } from './check.ts'
import { changedFiles, changesLayouts, commitHere, leftOut } from './draw.ts'
import { installForTests } from './install-for-tests.ts'
import { believesKept, keepProof, keyOf, provedBefore } from './proved/proved.ts'
import { type Ran, ROOT, run, stopChildrenOnTermination } from './run/step.ts'
import { closingLine, failedOf, linesOnProved, type StepResult, totalOf } from './run/total.ts'
import { UNSTABLE } from './unstable.ts'

/**
 * The niceness of tests that only compute. Server tests and journeys wait for half of their time; tests that only compute use the processor time that
 * these leave, and little more, because server tests measure their own time limits. If both want one processor, a test that only computes gets a
 * quarter of it. At the lowest priority it would get a seventieth, and would also have to wait for other people's programs: on a processor that four
 * such programs used, it did not end.
 */
const COMPUTING_NICENESS = 5
/** Projects whose tests start programs or wait for others: on a busy machine, one may be too late. */
const RUN_AGAIN = ['unit', 'web', 'readers', 'server', 'page', 'e2e'] as const

async function prepareBrowser(): Promise<Ran> {
  try {
    return { code: 0, output: await describeBrowser() }
  } catch (error) {
    return { code: 1, output: String(error) }
  }
}

/** Builds the pages for all products that start at the same time, so that none builds them while another reads them. */
async function preparePages(): Promise<Ran> {
  try {
    await buildWebIfNeeded(ROOT, console.log)
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: String(error) }
  }
}

/** Compares with the reference collection; if it is missing, as in a newcomer's clone, its sets count as skipped. */
async function runConformance(): Promise<Ran | StepResult> {
  if (!hasCollection()) {
    const { SETS } = await import('./conformance/sets.ts')
    const output = `There is no reference collection in ${collectionFolder()}: ${SETS.length} kinds of set are skipped.`
    const counts = { passed: 0, failed: 0, skipped: SETS.length }
    return { name: 'conformance', code: 0, output, runsTests: false, counts }
  }
  const entry = 'tools/conformance.ts'
  const key = keyOf(entry)
  const before = believesKept() ? provedBefore(key) : undefined
  if (before)
    return { name: 'conformance', code: 0, output: '', runsTests: false, counts: before, proved: before.passed }
  const ran = await run('conformance', { program: process.execPath, args: [entry], niceness: COMPUTING_NICENESS })
  if (ran.code === 0) keepProof(key, { passed: 0, failed: 0, skipped: 0 })
  return ran
}

async function compute(): Promise<StepResult[]> {
  return [
    await report('unit tests', () => runTests('unit', { niceness: COMPUTING_NICENESS })),
    await report('web tests', () => runTests('web', { niceness: COMPUTING_NICENESS })),
    await report('conformance', runConformance, { isShown: true }),
    await report('readers', () => runTests('readers', { niceness: COMPUTING_NICENESS }), { isShown: true }),
  ]
}

async function serve(): Promise<StepResult[]> {
  return [await report('server tests', () => runTests('server'), { isShown: true })]
}

async function openPages(): Promise<StepResult[]> {
  return [
    await report('browser', prepareBrowser),
    await report('page tests', () => runTests('page'), { isShown: true }),
  ]
}

async function journey(): Promise<StepResult[]> {
  return [await report('journeys', () => runTests('e2e'), { isShown: true })]
}

/** Chooses the expensive tests of this run, passes the choice and its seed on to the projects that run them, and prints it. */
function drawTests(): void {
  const changed = changedFiles()
  const commit = commitHere()
  process.env.APSIS_TEST_SEED ??= commit
  process.env.APSIS_TEST_LEFT_OUT ??= changed === undefined ? '' : leftOut(commit, changed.files).join(',')
  const left = process.env.APSIS_TEST_LEFT_OUT.replaceAll(',', ', ')
  console.log(
    `  dear tests left out for commit ${commit}, which npm run tool -- campaigns dear-tests runs: ${left || 'none'}`,
  )
  // A run that does not know what has changed checks all layouts.
  if (changed === undefined || changesLayouts(changed.files)) process.env.APSIS_TEST_LAYOUTS ??= 'all'
  const why = changed === undefined ? 'no commit to compare with' : `compared with ${changed.since}`
  console.log(`  layouts of tables: ${process.env.APSIS_TEST_LAYOUTS === 'all' ? 'all' : 'four corners'} (${why})`)
}

/** Runs the failed tests that share a machine with others once more, alone; prints the names of the tests that pass only then. */
async function runAgain(project: (typeof RUN_AGAIN)[number]): Promise<void> {
  const place = results.findIndex(({ name }) => name === `${project} tests`)
  const first = results[place]
  if (first === undefined || failedOf(first) === 0) return
  const second = await report(`${project} again`, () => runFailedAgain(project, first), { isShown: true })
  unstable.push(...second.output.split('\n').filter((line) => line.startsWith(UNSTABLE)))
  results[place] = second
}

// The steps that take a few seconds come first; then the server tests, and after them the tests of pages and the journeys. All tests that only
// compute run at the same time as these. Each step runs even if an earlier one failed.
stopChildrenOnTermination()
const slowness = processorSlowness()
rmSync(TIMES, { force: true })
const unstable: string[] = []
const results: StepResult[] = await checkText({ lock: false })
results.push(await report('programs', installForTests, { isShown: true }))
results.push(await report('browser', prepareBrowser, { isShown: true }))
results.push(await report('pages', preparePages))
const slices = CAMPAIGNS.map(({ name, slice }) => `${name} (${slice})`)
console.log(`  slices of campaigns, which npm run tool -- campaigns runs at length: ${slices.join(', ')}`)
drawTests()
const computing = compute()
results.push(...(await serve()), ...(await openPages()), ...(await journey()), ...(await computing))
// The processor time is read before the failed tests run again alone.
const spent = [...results]
for (const project of RUN_AGAIN) await runAgain(project)
results.push(await report('every test file', checkFiles))

const times = existsSync(TIMES) ? readFileSync(TIMES, 'utf8') : ''
const spending = spendingOf(spent, slowness, secondsByLayer(times, ROOT))
results.push(await report('budgets', () => Promise.resolve(budgetStep(spending))))

console.log('Processor time by layer:')
for (const line of linesOnSpending(spending, slowness)) console.log(line)
console.log('The dearest files:')
for (const line of dearestFiles(times, ROOT)) console.log(line)
for (const line of [...unstable, ...linesOnCollection(), ...linesOnProved(results)]) console.log(line)
const total = totalOf(results)
console.log(closingLine(total))
process.exitCode = total.failed > 0 ? 1 : 0
