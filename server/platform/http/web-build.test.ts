import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOfSources, isBuilt, noteBuilt } from './web-build.ts'

let project = ''
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'apsis-web-build-'))
  write('web/main.tsx', 'main')
  write('astro/time.ts', 'time')
  write('package-lock.json', '{}')
  write('web/dist/index.html', 'built')
  noteBuilt(project, hashOfSources(project))
})
afterEach(() => rmSync(project, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true })
  writeFileSync(join(project, name), text)
}

test('pages with unchanged sources are not built again, even if the files were rewritten', () => {
  expect(isBuilt(project)).toBe(true)
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(project, 'web/main.tsx'), later, later)
  // This happens when another branch is checked out and then the first one again.
  write('astro/time.ts', 'other')
  expect(isBuilt(project)).toBe(false)
  write('astro/time.ts', 'time')
  expect(isBuilt(project)).toBe(true)
})

test.each([
  ['another text', () => write('web/main.tsx', 'Main')],
  ['a file more', () => write('contract/one.ts', '')],
  ['another name', () => renameSync(join(project, 'astro/time.ts'), join(project, 'astro/epoch.ts'))],
  ['a file less', () => rmSync(join(project, 'package-lock.json'))],
  ['no pages', () => rmSync(join(project, 'web/dist'), { recursive: true })],
] as const)('%s asks for a build', (_, change) => {
  change()
  expect(isBuilt(project)).toBe(false)
})

test('tests, packages and build results are not sources', () => {
  write('web/main.test.tsx', 'test')
  write('web/node_modules/react/index.js', 'react')
  write('web/dist/assets/main.js', 'main')
  expect(isBuilt(project)).toBe(true)
})
