import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareBinaries } from './binaries.ts'

let copyTo: string

beforeAll(() => {
  copyTo = mkdtempSync(join(tmpdir(), 'apsis-binaries-'))
})

afterAll(() => {
  rmSync(copyTo, { recursive: true })
})

const versionOf = (directory: string) =>
  execFileSync(join(directory, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', env: {} })

test('prepareBinaries makes a copy that runs by itself, and makes it only once', async () => {
  const first = await prepareBinaries({ copyTo, alwaysCopy: true })
  expect(first.directory.startsWith(copyTo)).toBe(true)
  expect(versionOf(first.directory)).toBe('postgres (PostgreSQL) 18.4\n')
  expect(await prepareBinaries({ copyTo, alwaysCopy: true })).toEqual(first)
  expect(readdirSync(copyTo)).toHaveLength(1)
})

test('prepareBinaries replaces a copy in which a part of a file is missing', async () => {
  const { directory } = await prepareBinaries({ copyTo, alwaysCopy: true })
  truncateSync(join(directory, 'lib', 'libicudata.so.60.2'), 1_000)
  expect(() => versionOf(directory)).toThrow()
  await prepareBinaries({ copyTo, alwaysCopy: true })
  expect(versionOf(directory)).toBe('postgres (PostgreSQL) 18.4\n')
  expect(readdirSync(copyTo)).toHaveLength(1)
})
