import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Commit, faultsOf, judgedCommits, parseLog } from './commits.ts'

const GOOD: Commit = {
  hash: 'a'.repeat(40),
  subject: 'astro/sgp4: use the constants of WGS-72',
  body: 'Element sets are made with them; those of WGS-84 move the first point by 37 m.',
  files: [{ path: 'astro/sgp4/init.ts', lines: 40 }],
}

test('faultsOf has nothing to say of a commit that follows the rules', () => {
  expect(faultsOf(GOOD)).toEqual([])
  const table = { path: 'astro/frames/nutation-2000a.data.ts', lines: 5_000 }
  expect(faultsOf({ ...GOOD, files: [...GOOD.files, table] })).toEqual([])
})

test.each([
  [{ subject: 'fixed some things' }, 'path: what changes'],
  [{ subject: `server/ca: ${'x'.repeat(80)}` }, 'characters of 72'],
  [{ body: '' }, 'does not say why'],
  [{ files: [{ path: 'server/a.ts', lines: 601 }] }, 'changes 601 lines of at most 600'],
])('faultsOf catches %o', (planted, says) => {
  expect(faultsOf({ ...GOOD, ...planted }).join(' ')).toContain(says)
})

test('parseLog reads lines, renames and binary files, and leaves out what has no parent', () => {
  const entry = (parents: string) =>
    `\u001eabc\u001f${parents}\u001fserver: say so\u001fBecause it is.\n\u001f\n3\t4\tserver/a.ts\n-\t-\tweb/a.png\n`
  expect(parseLog(entry('def') + entry(''))).toEqual([
    {
      hash: 'abc',
      subject: 'server: say so',
      body: 'Because it is.\n',
      files: [
        { path: 'server/a.ts', lines: 7 },
        { path: 'web/a.png', lines: 0 },
      ],
    },
  ])
})

test('judgedCommits is empty where there is no history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-commits-'))
  expect(judgedCommits(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
