import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { binary, ROOT } from './step.ts'
import {
  closingLine,
  countsOf,
  durationsOf,
  failedOf,
  failuresOf,
  filesToRunAgain,
  reportWithSecondRun,
  skippedByFile,
  totalOf,
} from './total.ts'

const report = (passed: number, failed: number, testResults: unknown[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0, testResults })
const step = { name: 'unit', code: 0, output: '', runsTests: true }

test('countsOf reads passed, failed and skipped', () => {
  expect(countsOf(report(7, 2))).toEqual({ passed: 7, failed: 2, skipped: 1 })
})

test('countsOf counts a file that could not be loaded as one failed test', () => {
  const loaded = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
  const broken = { status: 'failed', assertionResults: [] }
  expect(countsOf(report(1, 1, [loaded, broken]))).toMatchObject({ passed: 1, failed: 2 })
})

test('skippedByFile counts the skipped tests of each file, and leaves out files without one', () => {
  const file = (name: string, ...states: string[]) => ({ name, assertionResults: states.map((status) => ({ status })) })
  const files = [file('/a', 'passed', 'skipped', 'pending'), file('/b', 'passed', 'failed'), file('/c', 'skipped')]
  expect([...skippedByFile(report(2, 1, files))]).toEqual([
    ['/a', 2],
    ['/c', 1],
  ])
})

test('countsOf refuses a report without numbers', () => {
  expect(() => countsOf('{}')).toThrow('numPassedTests')
  expect(() => countsOf('')).toThrow(SyntaxError)
})

test('failedOf counts a crash without counts as one failed test', () => {
  expect(failedOf({ ...step, code: 139 })).toBe(1)
  expect(failedOf({ ...step, runsTests: false, code: 2 })).toBe(1)
})

test('failedOf counts a failed exit after passed tests as one, and a failed test only once', () => {
  expect(failedOf({ ...step, code: 1, counts: { passed: 9, failed: 0, skipped: 0 } })).toBe(1)
  expect(failedOf({ ...step, code: 1, counts: { passed: 9, failed: 3, skipped: 0 } })).toBe(3)
})

test('failedOf treats a test step that ran nothing as failed, and a type check without tests as passed', () => {
  expect(failedOf({ ...step, counts: { passed: 0, failed: 0, skipped: 4 } })).toBe(1)
  expect(failedOf(step)).toBe(1)
  expect(failedOf({ ...step, runsTests: false })).toBe(0)
})

test('totalOf and closingLine add up all steps', () => {
  const total = totalOf([
    { ...step, runsTests: false },
    { ...step, counts: { passed: 10, failed: 0, skipped: 1 } },
    { ...step, code: 1, counts: { passed: 5, failed: 2, skipped: 0 } },
    { ...step, code: 1 },
  ])
  expect(total).toEqual({ passed: 15, failed: 3, skipped: 1 })
  expect(closingLine(total)).toBe('15 passed, 3 failed, 1 skipped')
})

const fileWith = (name: string, ...states: string[]) => ({
  name,
  status: states.includes('failed') ? 'failed' : 'passed',
  assertionResults: states.map((status) => ({ status, fullName: status, failureMessages: [] })),
})

test('filesToRunAgain names once each file that failed or had an error that nobody handled', () => {
  const first = report(1, 2, [fileWith('/a.test.ts', 'failed', 'failed'), fileWith('/b.test.ts', 'passed')])
  const output =
    'This error originated in "/c.e2e.ts" test file. It does not mean\nThis error originated in "/c.e2e.ts" test file.'
  expect(filesToRunAgain(first, output)).toEqual(['/a.test.ts', '/c.e2e.ts'])
  expect(filesToRunAgain(report(1, 0, [fileWith('/b.test.ts', 'passed')]), 'a crash')).toEqual([])
})

test('reportWithSecondRun takes the result of the second run for files that were run again, and keeps the others', () => {
  const first = report(2, 1, [fileWith('/a.test.ts', 'passed', 'failed'), fileWith('/b.test.ts', 'passed', 'skipped')])
  const mended = report(2, 0, [fileWith('/a.test.ts', 'passed', 'passed')])
  expect(countsOf(reportWithSecondRun(first, mended))).toEqual({ passed: 3, failed: 0, skipped: 1 })
  const broken = report(0, 1, [fileWith('/a.test.ts', 'failed', 'failed')])
  expect(countsOf(reportWithSecondRun(first, broken))).toEqual({ passed: 1, failed: 2, skipped: 1 })
  const notLoaded = report(0, 0, [
    fileWith('/a.test.ts'),
    { name: '/a.test.ts', status: 'failed', assertionResults: [] },
  ])
  expect(countsOf(reportWithSecondRun(first, notLoaded))).toMatchObject({ failed: 1 })
})

// The made-up reports above prove nothing about the test runner itself, so this one comes from a real run.
const cache = join(ROOT, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const CONFIG = "export default { test: { include: ['*.check.mjs'], exclude: [], expect: { requireAssertions: true } } }"
const folder = mkdtempSync(join(cache, 'total-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('countsOf and failuresOf read the real output of the test runner', () => {
  const head = "import { expect, test } from 'vitest'\n"
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG)
  writeFileSync(
    join(folder, 'a.check.mjs'),
    `${head}test('one', () => expect(1).toBe(1))\ntest('two', () => expect(1).toBe(2))\ntest('three', () => {})\n`,
  )
  writeFileSync(join(folder, 'b.check.mjs'), `${head}throw new Error('cannot be loaded')\n`)
  const out = join(folder, 'report.json')
  const args = ['run', '--root', folder, '--reporter=json']
  const ran = spawnSync(binary('vitest'), [...args, `--outputFile.json=${out}`], { encoding: 'utf8' })
  expect(ran.status).toBe(1)
  const written = readFileSync(out, 'utf8')
  expect(countsOf(written)).toMatchObject({ passed: 1, failed: 3 })
  expect([...durationsOf(written).keys()].map((file) => basename(file)).sort()).toEqual(['a.check.mjs', 'b.check.mjs'])
  expect([...durationsOf(written).values()].every((ms) => ms >= 0 && ms < 600_000)).toBe(true)
  const failures = failuresOf(written).map(({ file, test, message }) => ({ file: basename(file), test, message }))
  expect(failures.sort((a, b) => a.test.localeCompare(b.test))).toMatchObject([
    { file: 'b.check.mjs', test: 'outside its tests', message: expect.stringContaining('cannot be loaded') },
    { file: 'a.check.mjs', test: 'three', message: expect.stringContaining('assertion') },
    { file: 'a.check.mjs', test: 'two', message: expect.stringContaining('expected 1 to be 2') },
  ])
})
