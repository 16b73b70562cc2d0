import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskTree } from './house/tree.ts'
import { packagesFor } from './install-for-tests.ts'
import { ROOT } from './run/step.ts'

const bare = { isRoot: true, hasApt: true, hasBrowser: false, hasPostgres: false }
const names = (machine: typeof bare) => packagesFor(machine).map(({ name }) => name)

test('root on Debian gets the missing packages; other users get none, and nobody is asked for a password', () => {
  expect(names(bare)).toEqual(['chromium-headless-shell', 'postgresql'])
  expect(names({ ...bare, hasBrowser: true })).toEqual(['postgresql'])
  expect(names({ ...bare, hasBrowser: true, hasPostgres: true })).toEqual([])
  expect(names({ ...bare, isRoot: false })).toEqual([])
  expect(names({ ...bare, hasApt: false })).toEqual([])
})

test('no test and nothing that tests use installs system packages', () => {
  const files = diskTree(ROOT)
    .files()
    .filter((file) => /\.ts$/.test(file) && (/(\.test|\.setup)\.ts$|\/testing\//.test(file) || file.startsWith('e2e/')))
  const installing = files.filter((file) => /['"`]apt-get['"`]/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(files.length).toBeGreaterThan(1000)
  expect(installing).toEqual([])
})
