import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../run/step.ts'

/** Matches a path in quotes: an import, a thread, or data that is read. */
const NAMED = /'([^'\n]+\.\w+)'/g
const NAMES_FILES = /\.(tsx?|mjs|css)$/
/**
 * Modules that start programs, threads or servers, or open a page, depend on more than files; a module that lists folders depends on files that
 * nothing names.
 */
const SEES_MORE =
  /\b(readdir|readdirSync|opendir|glob|globSync)\(|\bfrom 'node:(child_process|net|http|https|http2|dgram|dns|worker_threads|cluster)'|'(playwright-core|@redocly\/openapi-core)'|house\/(source|tree)\.ts'/

const namedBy = new Map<string, readonly string[]>()

/** Returns the project files that a file names: from its own folder, from the root or as a member. */
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

/** Returns the files that some files reach through the names in them, and those files themselves. */
export function closureOf(entries: readonly string[]): string[] {
  const found = new Set(entries)
  // The loop also visits entries that are added to the set meanwhile.
  for (const file of found) for (const one of named(file)) found.add(one)
  return [...found].sort()
}

/** True if the result depends only on these files. */
export function onlyComputes(closure: readonly string[]): boolean {
  return closure.every((file) => !/\.(tsx?|mjs)$/.test(file) || !SEES_MORE.test(readFileSync(join(ROOT, file), 'utf8')))
}
