import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../run/step.ts'

/** A path in quotes: an import, a thread, or data that is read. */
const NAMED = /'([^'\n]+\.\w+)'/g
const NAMES_FILES = /\.(tsx?|mjs|css)$/
/**
 * Modules that start programs, threads or servers, or open a page, see more of the machine than files; one that lists folders sees
 * files that nobody names.
 */
const SEES_MORE =
  /\b(readdir|readdirSync|opendir|glob|globSync)\(|\bfrom 'node:(child_process|net|http|https|http2|dgram|dns|worker_threads|cluster)'|'(playwright-core|@redocly\/openapi-core)'|house\/(source|tree)\.ts'/

const namedBy = new Map<string, readonly string[]>()

/** The files of the project that a file names, from its own folder, from the root or as a member. */
function named(file: string): readonly string[] {
  const known = namedBy.get(file)
  if (known) return known
  const text = NAMES_FILES.test(file) ? readFileSync(join(ROOT, file), 'utf8') : ''
  const found = [...text.matchAll(NAMED)].flatMap(([, name = '']) => {
    const path = pathOf(name, file)
    return path !== undefined && !path.startsWith('..') && isFile(path) ? [path] : []
  })
  namedBy.set(file, found)
  return found
}

function pathOf(name: string, file: string): string | undefined {
  if (name.startsWith('@apsis/')) return name.slice('@apsis/'.length)
  if (name.startsWith('.')) return relative(ROOT, join(ROOT, dirname(file), name))
  return name.includes('/') ? name : undefined
}

function isFile(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() ?? false
}

/** Returns the files that some files reach by the names in them, themselves included. */
export function closureOf(entries: readonly string[]): string[] {
  const found = new Set(entries)
  // A set also iterates over entries that are added meanwhile.
  for (const file of found) for (const one of named(file)) found.add(one)
  return [...found].sort()
}

/** True if the result depends on these files alone. */
export function onlyComputes(closure: readonly string[]): boolean {
  return closure.every((file) => !/\.(tsx?|mjs)$/.test(file) || !SEES_MORE.test(readFileSync(join(ROOT, file), 'utf8')))
}
