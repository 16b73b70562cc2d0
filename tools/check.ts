import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { collectionFolder } from '@apsis/astro/testing/reference-collection.ts'
import { commitHere } from './draw.ts'
import { diskTree } from './house/tree.ts'
import { keepDurations } from './longest-first.ts'
import { isKept, openProofs, type Proofs } from './proved/proofs.ts'
import { believesKept } from './proved/proved.ts'
import { binary, pooled, type Ran, ROOT, run, seconds, stopChildrenOnTermination } from './run/step.ts'
import {
  type Counts,
  closingLine,
  countsByFile,
  countsOf,
  durationsOf,
  failedOf,
  filesOf,
  filesToRunAgain,
  linesOnProved,
  reportWithSecondRun,
  type StepResult,
  skippedByFile,
  totalOf,
} from './run/total.ts'
import { tellUnstable } from './unstable.ts'

const REPORTS = join(ROOT, 'node_modules', '.cache', 'apsis-tests')
/** The file to which test files write their processor time (tools/file-time.setup.ts). */
export const TIMES = join(REPORTS, 'file-times.txt')
/** The folder in which the compiler caches its information on each project between runs. */
const TYPES = join(ROOT, 'node_modules', '.cache', 'types')
/** The beginnings of the names of the projects of vitest.config.ts; only projects in this list can be run, so no report is overlooked. */
const PROJECTS = ['unit', 'web', 'readers', 'server', 'page', 'e2e'] as const
type Project = (typeof PROJECTS)[number]

/**
 * The lines that vitest prints for a file with failures and for a failed test. They are printed as soon as that file has ended; the rest of the step
 * may take minutes.
 */
const FAILURE = /^ *(❯ .*\(\d+ tests?\b|× )/

// A step writes into a pipe of this process, so only this process knows if the output is shown on a screen.
const COLOURS: Readonly<Record<string, string>> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

type HowToRun = {
  readonly niceness?: number
  /** The name of the report, in the folder of all reports; if it is absent, the project's own name. */
  readonly reportName?: string
  /** The files to run, one after another; if it is absent, all files of the project. */
  readonly files?: readonly string[]
}

/** Runs one of the projects of vitest.config.ts and counts its tests. A failure is printed at once. */
export async function runTests(project: Project, how: HowToRun = {}): Promise<StepResult> {
  const name = `${project} tests`
  const report = reportOf(how.reportName ?? project)
  mkdirSync(REPORTS, { recursive: true })
  rmSync(report, { force: true })
  const alone = how.files === undefined ? [] : [...how.files, '--no-file-parallelism']
  const proofs = isKept(project) && how.files === undefined ? openProofs(project, REPORTS) : undefined
  const ran = await run(name, {
    program: binary('vitest'),
    args: [
      'run',
      '--project',
      `${project}*`,
      ...alone,
      ...(proofs ? ['--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    urgent: FAILURE,
    env: { ...COLOURS, APSIS_TEST_TIMES: TIMES, ...proofs?.env },
    ...(how.niceness !== undefined && { niceness: how.niceness }),
  })
  const result = { ...ran, name, runsTests: true }
  if (!existsSync(report)) return result
  const written = readFileSync(report, 'utf8')
  keepDurations(durationsOf(written))
  if (proofs === undefined) return { ...result, counts: countsOf(written) }
  proofs.keep(countsByFile(written))
  provedIn.set(project, proofs)
  return { ...result, ...withProved(project, countsOf(written)) }
}

const provedIn = new Map<Project, Proofs>()

/** Adds to the counts the tests of a project that were not run because an earlier run has proved them. */
function withProved(project: Project, counts: Counts): Pick<StepResult, 'counts' | 'proved'> {
  const proved = provedIn.get(project)?.passed ?? 0
  return { counts: { ...counts, passed: counts.passed + proved }, proved }
}

function reportOf(name: string): string {
  return join(REPORTS, `${name}.json`)
}

/** If more files than this fail at once, the cause is not a race between two of them, and they are not run again. */
const MOST_FILES_RUN_AGAIN = 6

/**
 * Runs the files that failed once more, one after another, when nothing else runs. A file that fails again is broken. A file that passes now depends
 * on the tests that ran at the same time, and is named, so that somebody fixes it (docs/decisions/059-second-run.md).
 */
export async function runFailedAgain(project: Project, first: StepResult): Promise<StepResult> {
  if (failedOf(first) === 0 || !existsSync(reportOf(project))) return first
  const firstReport = readFileSync(reportOf(project), 'utf8')
  const files = filesToRunAgain(firstReport, first.output)
  if (files.length === 0 || files.length > MOST_FILES_RUN_AGAIN) return first
  const again = `${project}-again`
  const second = await runTests(project, { reportName: again, files })
  if (!existsSync(reportOf(again))) return first
  const secondReport = readFileSync(reportOf(again), 'utf8')
  const failedTwice = filesToRunAgain(secondReport, second.output)
  const ledger = readFileSync(join(ROOT, 'tools', 'unstable.csv'), 'utf8')
  const run = { seed: commitHere().slice(0, 12), date: new Date().toISOString().slice(0, 10) }
  const verdicts = files.map((named) => {
    const file = relative(ROOT, resolve(ROOT, named)).replaceAll('\\', '/')
    return failedTwice.includes(named)
      ? { lines: [`failed twice: ${file}`], fails: false }
      : tellUnstable({ file, ...run }, ledger)
  })
  const said = verdicts.flatMap(({ lines }) => lines.map((line) => `${line}\n`))
  const counts = countsOf(reportWithSecondRun(firstReport, secondReport))
  const failed = counts.failed + verdicts.filter(({ fails }) => fails).length
  return { ...second, output: `${second.output}\n${said.join('')}`, ...withProved(project, { ...counts, failed }) }
}

/** Checks that every test file of the project is in a report: a file that matches no pattern of vitest.config.ts would never run. */
export function checkFiles(): Promise<Ran> {
  const proved = [...provedIn.values()].flatMap(({ files }) => files.map((file) => join(ROOT, file)))
  const left = (process.env.APSIS_TEST_LEFT_OUT ?? '').split(',').map((file) => join(ROOT, file))
  const reported = new Set([...reportsOf(PROJECTS).flatMap(filesOf), ...proved, ...left])
  const missing = diskTree(ROOT)
    .files()
    .filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file) && !reported.has(join(ROOT, file)))
  const output = missing.map((file) => `${file} has tests and was not run\n`).join('')
  return Promise.resolve({ code: missing.length === 0 ? 0 : 1, output })
}

/** A test that reads the reference collection imports this file, the only one that knows where the collection is (tools/house/collection.ts). */
const COLLECTION_DOOR = '/reference-collection.ts'

/** Returns the number of tests in each file that were skipped because the reference collection is missing; no lines if none was skipped. */
export function linesOnCollection(projects: readonly Project[] = PROJECTS): string[] {
  const skipped = reportsOf(projects)
    .flatMap((report) => [...skippedByFile(report)])
    .filter(([file]) => existsSync(file) && readFileSync(file, 'utf8').includes(COLLECTION_DOOR))
    .map(([file, count]) => ({ file: relative(ROOT, file), count }))
    .sort((a, b) => a.file.localeCompare(b.file))
  if (skipped.length === 0) return []
  const tests = skipped.reduce((sum, { count }) => sum + count, 0)
  return [
    `${tests} tests in ${skipped.length} files need the reference collection and were skipped: there is none in ${collectionFolder()}`,
    ...skipped.map(({ file, count }) => `  ${file}: ${count}`),
  ]
}

/** Returns the reports of these projects, without those of a second run. */
function reportsOf(projects: readonly Project[]): string[] {
  return projects
    .map((project) => reportOf(project))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
}

/** Runs the checks that need not run the code: types, lint and format, lock file. */
export async function checkText(options: { lock: boolean }): Promise<StepResult[]> {
  const results = [await report('types', () => checkTypes()), await report('lint and format', () => checkLint())]
  if (options.lock || packagesChanged()) results.push(await report('lock file', checkLock))
  return results
}

/**
 * Runs one step and prints its line when it has ended. Its output is printed before the line if the step failed or if the output is always to be
 * shown.
 */
export async function report(
  name: string,
  step: () => Promise<Ran | StepResult>,
  { isShown = false } = {},
): Promise<StepResult> {
  const started = performance.now()
  const ran = await step()
  const result: StepResult = 'runsTests' in ran ? ran : { ...ran, name, runsTests: false }
  const failed = failedOf(result) > 0
  const counts = result.counts ? `  ${closingLine(totalOf([result]))}` : ''
  // The output is printed in one call, because other steps may end at the same time.
  if (failed || isShown) console.log(`── ${name}\n${result.output.trim() || `exit code ${result.code}, no output`}`)
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(18)} ${seconds(performance.now() - started)}${counts}`)
  return result
}

/** Checks the types of these members, or of all members; results for unchanged files are reused. */
export async function checkTypes(of: readonly string[] = members()): Promise<Ran> {
  const projects = of.flatMap((member) =>
    [`${member}/tsconfig.json`, `${member}/tsconfig.test.json`, `${member}/kernel/assembly/tsconfig.json`].filter(
      (file) => existsSync(join(ROOT, file)),
    ),
  )
  const kept = (project: string) => join(TYPES, `${project.replaceAll('/', '-')}.tsbuildinfo`)
  const known = (project: string) => (believesKept() ? ['--incremental', '--tsBuildInfoFile', kept(project)] : [])
  // As many projects are checked at once as there are processors; with several threads for one project, each thread would infer the shared types
  // again.
  const check = (project: string) => ({
    program: binary('tsc'),
    args: ['-p', project, '--singleThreaded', ...known(project)],
  })
  const ran = await pooled(projects.map((project) => () => run(`types of ${project}`, check(project))))
  const broken = ran.map((one, i) => (one.code === 0 ? '' : `${projects[i]}:\n${one.output}`)).join('')
  return { code: Math.max(0, ...ran.map((one) => one.code)), output: broken }
}

/** Checks lint and format of these files, or of all files. */
export function checkLint(files: readonly string[] = ['.']): Promise<Ran> {
  const args = ['check', '--error-on-warnings', '--files-ignore-unknown=true', '--no-errors-on-unmatched', ...files]
  return run('lint and format', { program: binary('biome'), args })
}

function checkLock(): Promise<Ran> {
  return run('lock file', { program: 'npm', args: ['ci', '--dry-run', '--loglevel=error'] })
}

/** Returns the workspaces of the root package.json. */
function members(): string[] {
  const root: { workspaces: string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return root.workspaces
}

/**
 * True if the dependencies of the lock file differ from the last commit. A fresh clone does not differ, because its install has just proved them.
 */
function packagesChanged(): boolean {
  const files = ['package.json', '*/package.json', 'package-lock.json', '.npmrc']
  return spawnSync('git', ['diff', '--quiet', 'HEAD', '--', ...files], { cwd: ROOT }).status === 1
}

if (import.meta.main) {
  stopChildrenOnTermination()
  const results = await checkText({ lock: process.argv.includes('--lock') })
  const projects = ['unit', 'web'] as const
  for (const project of projects) results.push(await report(`${project} tests`, () => runTests(project)))
  for (const line of [...linesOnCollection(projects), ...linesOnProved(results)]) console.log(line)
  const broken = results.filter((result) => failedOf(result) > 0).map((result) => result.name)
  if (broken.length > 0) console.log(`check failed: ${broken.join('; ')}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
