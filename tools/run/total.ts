import type { Ran } from './step.ts'

/** The tests of one step of `npm test`; a step such as the type check has no counts of its own. */
export type StepResult = Ran & {
  readonly name: string
  /** True if the step exists to run tests, so that running none is a failure. */
  readonly runsTests: boolean
  readonly counts?: Counts
  /** The number of passed tests that did not run because an earlier run proved their results with the same files. */
  readonly proved?: number
}

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** Reads the counts from a report of vitest's JSON reporter; a file that failed outside its tests counts as one. */
export function countsOf(report: string): Counts {
  const parsed: unknown = JSON.parse(report)
  const passed = numberIn(parsed, 'numPassedTests')
  const failed = numberIn(parsed, 'numFailedTests')
  const skipped = numberIn(parsed, 'numPendingTests') + numberIn(parsed, 'numTodoTests')
  return { passed, failed: failed + filesFailedOutsideTests(parsed), skipped }
}

function filesFailedOutsideTests(report: unknown): number {
  const files = listIn(report, 'testResults')
  return files.filter((file) => {
    const tests = listIn(file, 'assertionResults')
    return memberOf(file, 'status') === 'failed' && !tests.some((test) => memberOf(test, 'status') === 'failed')
  }).length
}

/** Returns the test files in a report of vitest's JSON reporter, by their full paths. */
export function filesOf(report: string): string[] {
  return listIn(JSON.parse(report), 'testResults').map((file) => String(memberOf(file, 'name')))
}

/** Returns the number of skipped tests in each file of a report, by their full paths; files without a skipped test are left out. */
export function skippedByFile(report: string): Map<string, number> {
  const counts = listIn(JSON.parse(report), 'testResults').map((file): [string, number] => {
    const states = listIn(file, 'assertionResults').map((test) => memberOf(test, 'status'))
    return [String(memberOf(file, 'name')), states.filter((state) => SKIPPED.includes(String(state))).length]
  })
  return new Map(counts.filter(([, count]) => count > 0))
}

/** The words of vitest for a skipped test, which depend on whether its whole file was skipped. */
const SKIPPED = ['pending', 'skipped']

/** Returns the duration, ms, of each test file of a report, by its full path. */
export function durationsOf(report: string): Map<string, number> {
  const results = listIn(JSON.parse(report), 'testResults')
  return new Map(
    results.map((file) => {
      const took = Number(memberOf(file, 'endTime')) - Number(memberOf(file, 'startTime'))
      return [String(memberOf(file, 'name')), Number.isFinite(took) ? took : 0]
    }),
  )
}

/** Returns the counts of the tests of each file of a report, by its full path. */
export function countsByFile(report: string): Map<string, Counts> {
  const { testResults } = JSON.parse(report) as { testResults?: readonly unknown[] }
  return new Map(
    (testResults ?? []).map((file) => [String(memberOf(file, 'name')), countsOf(reportOfFiles([file]))] as const),
  )
}

/** A failed test, or a file that failed outside its tests, with everything that the test runner prints about it. */
export type Failure = { readonly file: string; readonly test: string; readonly message: string }

/** Reads the failures from a report of vitest's JSON reporter, as many as countsOf counts. */
export function failuresOf(report: string): Failure[] {
  const parsed: unknown = JSON.parse(report)
  return listIn(parsed, 'testResults').flatMap((result) => {
    const file = String(memberOf(result, 'name'))
    const failed = listIn(result, 'assertionResults').filter((test) => memberOf(test, 'status') === 'failed')
    if (failed.length === 0 && memberOf(result, 'status') === 'failed')
      return [{ file, test: 'outside its tests', message: String(memberOf(result, 'message')) }]
    return failed.map((test) => ({
      file,
      test: String(memberOf(test, 'fullName')),
      message: listIn(test, 'failureMessages').join('\n'),
    }))
  })
}

/** Matches the line in which vitest names, after the tests, the file of an error that nobody handled; the report has no place for it. */
const ORIGIN_OF_ERROR = /This error originated in "([^"]+)" test file/g

/**
 * Returns the test files that caused the failures of a step, or none if a failure has no file: then running those files again would prove nothing
 * about the rest.
 */
export function filesToRunAgain(report: string, output: string): string[] {
  const failed = failuresOf(report).map(({ file }) => file)
  const unhandled = [...output.matchAll(ORIGIN_OF_ERROR)].map(([, file]) => String(file))
  return [...new Set([...failed, ...unhandled])]
}

/** Returns a report in which the files of a second report replace those of the first. */
export function reportWithSecondRun(first: string, second: string): string {
  const again = new Map(listIn(JSON.parse(second), 'testResults').map((file) => [memberOf(file, 'name'), file]))
  return reportOfFiles(
    listIn(JSON.parse(first), 'testResults').map((file) => again.get(memberOf(file, 'name')) ?? file),
  )
}

function reportOfFiles(testResults: readonly unknown[]): string {
  const states = testResults.flatMap((file) => listIn(file, 'assertionResults').map((test) => memberOf(test, 'status')))
  const count = (...wanted: string[]) => states.filter((state) => wanted.includes(String(state))).length
  return JSON.stringify({
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count(...SKIPPED),
    numTodoTests: count('todo'),
  })
}

/** Adds up all steps; a step that failed without a failed test counts as one failed test. */
export function totalOf(results: readonly StepResult[]): Counts {
  let [passed, failed, skipped] = [0, 0, 0]
  for (const result of results) {
    passed += result.counts?.passed ?? 0
    skipped += result.counts?.skipped ?? 0
    failed += failedOf(result)
  }
  return { passed, failed, skipped }
}

/** Returns the number of tests that did not run because an earlier run proved their results with the same files; no line if all ran. */
export function linesOnProved(results: readonly StepResult[]): string[] {
  const proved = results.reduce((sum, one) => sum + (one.proved ?? 0), 0)
  return proved === 0 ? [] : [`${proved} proved before, by the same files: npm test -- --all proves all anew`]
}

/** Returns the failed tests of one step: at least one if the step failed, or if it should have run tests and ran none. */
export function failedOf(result: StepResult): number {
  const failed = result.counts?.failed ?? 0
  const ranNone = result.runsTests && (result.counts?.passed ?? 0) + failed === 0
  return failed === 0 && (result.code !== 0 || ranNone) ? 1 : failed
}

/** Returns the last line of `npm test`, which other programs read. */
export function closingLine(total: Counts): string {
  return `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list : []
}

function numberIn(report: unknown, name: string): number {
  const value = memberOf(report, name)
  if (typeof value !== 'number') throw new SyntaxError(`The test report has no number "${name}".`)
  return value
}
