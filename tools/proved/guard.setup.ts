import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectionFolder } from '@apsis/astro/testing/reference-collection.ts'
import { expect } from 'vitest'
import { ROOT } from '../run/step.ts'

// The result of a test that only computes is stored under the hash of the files that it reaches (proved.ts). Therefore such a test must not read any
// other project file: if it does, it fails and names the file.

type Fs = Record<string, unknown>
const READERS = [
  'readFile',
  'readFileSync',
  'open',
  'openSync',
  'createReadStream',
  'readdir',
  'readdirSync',
  'opendir',
  'opendirSync',
]
const LOOKERS = ['existsSync', 'stat', 'statSync', 'lstat', 'lstatSync', 'access', 'accessSync', 'globSync', 'glob']

/** The files that each test file may read, all from the root; a test file without an entry may read any file. */
const list = process.env.APSIS_TEST_PROVABLE
const known: { allowed?: Map<string, Set<string>> } = Reflect.get(globalThis, 'apsisProvable') ?? {}

function allowedIn(path: string): Map<string, Set<string>> {
  const rows = JSON.parse(fs.readFileSync(path, 'utf8')) as Record<string, readonly string[]>
  return new Map(
    Object.entries(rows).map(([file, closure]) => [
      resolve(ROOT, file),
      new Set(closure.map((one) => resolve(ROOT, one))),
    ]),
  )
}

function pathOf(what: unknown): string | undefined {
  if (what instanceof URL) return what.protocol === 'file:' ? fileURLToPath(what) : undefined
  return typeof what === 'string' ? resolve(what) : undefined
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder + sep)

function isRefused(path: string): boolean {
  const file = expect.getState().testPath
  const allowed = file === undefined ? undefined : known.allowed?.get(file)
  if (allowed === undefined || !isBelow(path, ROOT)) return false
  // The test runner looks for snapshots, which do not exist.
  if (path.endsWith('.snap')) return false
  if (path.includes(`${sep}node_modules${sep}`) || isBelow(path, collectionFolder())) return false
  return !allowed.has(path)
}

function guard(target: Fs, name: string): void {
  const original = target[name]
  if (typeof original !== 'function') return
  const guarded = (...args: unknown[]) => {
    const path = pathOf(args[0])
    if (path !== undefined && isRefused(path))
      throw new Error(
        `${expect.getState().testPath} reads ${path}, which is not among what it names, so that its result cannot be kept: name that path in one piece ('./data.json', 'docs/page.md') in the file that reads it.`,
      )
    return Reflect.apply(original, target, args)
  }
  target[name] = Object.assign(guarded, original)
}

if (list !== undefined && known.allowed === undefined) {
  known.allowed = allowedIn(list)
  Reflect.set(globalThis, 'apsisProvable', known)
  for (const name of [...READERS, ...LOOKERS]) {
    guard(fs as unknown as Fs, name)
    guard(fs.promises as unknown as Fs, name)
  }
  syncBuiltinESMExports()
}
