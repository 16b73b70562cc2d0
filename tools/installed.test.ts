import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from './run/step.ts'

// The file is JavaScript, because it runs before anything is installed, so its type is declared here.
const { isInstalled }: { isInstalled: (root: string) => boolean } = await import(
  new URL('./installed.mjs', import.meta.url).href
)

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Packages = Readonly<Record<string, { version?: string; integrity?: string; optional?: boolean }>>

/** Makes a checkout with a lock file, and with npm's list of the installed packages. */
function checkout(wanted: Packages, found?: Packages): string {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'))
  folders.push(folder)
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
  if (found !== undefined) {
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }))
  }
  return folder
}

const one = { version: '1.0.0', integrity: 'sha512-a' }
const two = { version: '2.0.0', integrity: 'sha512-b' }

test('isInstalled() accepts the node_modules from which these tests run', () => {
  expect(isInstalled(ROOT)).toBe(true)
})

test('isInstalled() accepts the packages that npm ci installs, without those for other machines', () => {
  expect(isInstalled(checkout({ a: one, b: { ...two, optional: true } }, { a: one }))).toBe(true)
})

test.each<[string, Packages, Packages?]>([
  ['nothing', { a: one }],
  ['another version', { a: two }, { a: one }],
  ['another checksum', { a: { ...one, integrity: 'sha512-c' } }, { a: one }],
  ['a package less', { a: one, b: two }, { a: one }],
  ['a package more', { a: one }, { a: one, b: two }],
])('isInstalled() sees that %s is there', (_, wanted, found) => {
  expect(isInstalled(checkout(wanted, found))).toBe(false)
})

/** The format command is for developers. */
test('every other command of package.json first installs what is missing, or says why it cannot', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const others = Object.keys(scripts).filter((name) => !/^(exec )?node tools\/launch\.mjs /.test(scripts[name]))
  expect(others).toEqual(['format'])
})
