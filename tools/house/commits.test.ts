import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Commit, faultsOf, judgedCommits, parseLog } from './commits.ts'

const GOOD: Commit = {
  hash: 'a'.repeat(40),
  subject: 'astro/sgp4: use the constants of WGS-72',
  body: 'Element sets are made with them; those of WGS-84 move the first point by 37 m.',
}

test('faultsOf finds no fault in a commit that follows the rules', () => {
  expect(faultsOf(GOOD)).toEqual([])
})

test.each([
  [{ subject: 'fixed some things' }, 'path: what changes'],
  [{ subject: `server/ca: ${'x'.repeat(80)}` }, 'characters of 72'],
  [{ body: '' }, 'does not say why'],
])('faultsOf finds a fault in %o', (planted, says) => {
  expect(faultsOf({ ...GOOD, ...planted }).join(' ')).toContain(says)
})

test('parseLog reads each entry of the log', () => {
  const entry = '\u001eabc\u001fserver: say so\u001fBecause it is.\n'
  expect(parseLog(entry)).toEqual([{ hash: 'abc', subject: 'server: say so', body: 'Because it is.\n' }])
})

test('judgedCommits returns no commits where there is no history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-commits-'))
  expect(judgedCommits(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
