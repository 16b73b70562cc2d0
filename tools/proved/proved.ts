import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { collectionFolder, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { cacheFolder } from '@apsis/e2e/kept-fleets.ts'
import { ROOT } from '../run/step.ts'
import type { Counts } from '../run/total.ts'
import { closureOf, onlyComputes } from './closure.ts'

/** The files on which every result depends, in addition to those that a test reaches. */
const OF_ALL = [
  'package-lock.json',
  'vitest.config.ts',
  'tools/file-time.setup.ts',
  'tools/property.setup.ts',
  'tools/proved/guard.setup.ts',
]
/** Matches the settings of a run that change what a test does. */
const SETTINGS = /^(APSIS_(TEST_SIZE|PROPERTY_\w+)|TZ|LANG|LC_\w+)$/
const COLLECTION_DOOR = 'astro/testing/reference-collection.ts'
/** Results that were not used for this many days are deleted. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** A test file whose result can be stored: the files that it may read, and the hash. */
export type Provable = { readonly file: string; readonly closure: readonly string[]; readonly key: string }

const folder = () => join(cacheFolder(), 'proved')

/** True if the results of earlier runs are used: never if a run must prove everything. */
export function believesKept(args: readonly string[] = process.argv): boolean {
  const { CI, APSIS_TEST_FRESH } = process.env
  return CI !== 'true' && APSIS_TEST_FRESH !== 'true' && !args.includes('--all')
}

/** Returns the test files that only compute, each with the hash of everything that they read. */
export function provableOf(files: readonly string[]): Provable[] {
  const shared = closureOf(OF_ALL)
  const common = hashOf(shared, settingsNow())
  return files.flatMap((file) => {
    const own = closureOf([file])
    if (!onlyComputes(own)) return []
    return [{ file, closure: [...own, ...shared], key: hashOf(own, common) }]
  })
}

/** Returns the hash of the files that a program reads when the whole program runs. */
export const keyOf = (entry: string): string => hashOf(closureOf([...OF_ALL, entry]), settingsNow())

function settingsNow(): string {
  const settings = Object.entries(process.env).filter(([name]) => SETTINGS.test(name))
  return JSON.stringify([process.version, process.arch, settings.sort()])
}

const contents = new Map<string, string>()

function hashOf(closure: readonly string[], more: string): string {
  const hash = createHash('sha256').update(more)
  for (const file of closure) {
    const text =
      contents.get(file) ??
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest('hex')
    contents.set(file, text)
    hash.update(`${file} ${text}\n`)
  }
  if (closure.includes(COLLECTION_DOOR)) hash.update(collectionNow())
  return hash.digest('hex')
}

let collection: string | undefined

/** Describes the reference collection by names, sizes and times: it has gigabytes, and nobody changes files in it. */
function collectionNow(): string {
  if (!hasCollection()) return 'none'
  const root = collectionFolder()
  const describe = (file: string) => {
    const { size, mtimeMs } = statSync(join(root, file))
    return `${file} ${size} ${mtimeMs}`
  }
  collection ??= globSync('**/*', { cwd: root }).sort().map(describe).join('\n')
  return collection
}

/** Returns the result that was proved under a hash, if any. */
export function provedBefore(key: string): Counts | undefined {
  const place = join(folder(), key)
  if (!existsSync(place)) return undefined
  utimesSync(place, new Date(), new Date())
  return JSON.parse(readFileSync(place, 'utf8')) as Counts
}

/** Stores the counts of passed files; never those of a file with a failure or a skipped test. */
export function keepProof(key: string, counts: Counts): void {
  if (counts.failed > 0 || counts.skipped > 0) return
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), key), JSON.stringify(counts))
}

/** Removes results that were not used for a long time. */
export function removeOldProofs(): void {
  if (!existsSync(folder())) return
  for (const name of readdirSync(folder()))
    if (Date.now() - statSync(join(folder(), basename(name))).mtimeMs > KEPT_DAYS * DAY_MS) rmSync(join(folder(), name))
}
