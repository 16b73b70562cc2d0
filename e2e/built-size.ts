import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PROJECT_DIR } from './product.ts'

/** The budget of the shell's JavaScript, gzip (decisions of the issue; ux.md §1). */
export const SHELL_KB = 220

const BUILT = join(PROJECT_DIR, 'web', 'dist')
/** Matches the scripts that a built script imports before it runs; in a dynamic import a bracket follows the word. */
const ASKED = /(?:\bfrom|\bimport)\s*["']\.{1,2}\/([\w./-]+\.js)["']/g

/** Returns a built script with all scripts that it waits for, by name in `web/dist/assets`. */
function closureOf(name: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(BUILT, 'assets', name), 'utf8')
  for (const [, asked = ''] of text.matchAll(ASKED)) closureOf(asked, found)
  return found
}

const scriptOf = (page: string) => scriptNamed(`${page}.page`)

/** Returns the script whose name begins with `start`; if there are several, the largest one. */
function scriptNamed(start: string): string {
  const named = readdirSync(join(BUILT, 'assets')).filter((one) => one.startsWith(`${start}-`) && one.endsWith('.js'))
  const [name] = named.toSorted((one, two) => gzipBytes([two]) - gzipBytes([one]))
  if (name === undefined) throw new Error(`web/dist holds no script ${start}.`)
  return name
}

const gzipBytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT, 'assets', name))).length, 0)

/** Returns the scripts that every page waits for. */
function shellScripts(): Set<string> {
  const named = readFileSync(join(BUILT, 'index.html'), 'utf8').matchAll(/src="\/assets\/([\w.-]+\.js)"/g)
  const found = new Set<string>()
  for (const [, name = ''] of named) closureOf(name, found)
  if (found.size === 0) throw new Error('web/dist/index.html names no script.')
  return found
}

/** Returns the bytes of JavaScript, gzip, that every page waits for before it draws. */
export const shellBytes = () => gzipBytes(shellScripts())

/** Returns the bytes of JavaScript, gzip, that a page waits for in addition to the shell; including those that it fetches before it draws. */
export function pageBytes(page: string, fetched?: string): number {
  const shell = shellScripts()
  const scripts = closureOf(scriptOf(page))
  if (fetched !== undefined) closureOf(scriptNamed(fetched), scripts)
  return gzipBytes([...scripts].filter((name) => !shell.has(name)))
}

/** Returns the number of scripts that a page waits for in addition to the shell. */
export function pageScripts(page: string): number {
  const shell = shellScripts()
  return [...closureOf(scriptOf(page))].filter((name) => !shell.has(name)).length
}

/** Returns the pages that wait for a script that contains these words, apart from scripts that they fetch on demand. */
export function pagesWaitingFor(mark: string): string[] {
  const named = readdirSync(join(BUILT, 'assets')).flatMap((one) => /^([\w-]+)\.page-[\w-]+\.js$/.exec(one)?.[1] ?? [])
  const holds = (name: string) => readFileSync(join(BUILT, 'assets', name), 'utf8').includes(mark)
  return [...new Set(named)].filter((page) => [...closureOf(scriptOf(page))].some(holds))
}
