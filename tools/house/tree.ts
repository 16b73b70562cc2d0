import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project as the rules see it: the real one, or one that a test makes. Paths use slashes, from the root. */
export type Tree = {
  files(): readonly string[]
  read(path: string): string
}

/** One violation of a rule: its place, and the remedy. */
export type Violation = { readonly file: string; readonly line: number; readonly message: string }

export type Rule = { readonly name: string; readonly check: (tree: Tree) => Violation[] }

const NEVER_OURS = new Set(['node_modules', 'dist', 'scratch', '.git', '.apsis', '.tsbuild'])

/** Returns the files below a folder that git tracks or would track; without git, all files except those that tools leave behind. */
export function diskTree(root: string): Tree {
  let known: readonly string[] | undefined
  return {
    files: () => {
      known ??= (gitFiles(root) ?? walked(root)).filter((file) => existsSync(join(root, file)))
      return known
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}

function gitFiles(root: string): string[] | undefined {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return git.status === 0 ? [...new Set(git.stdout.split('\0').filter((file) => file !== ''))].sort() : undefined
}

function walked(root: string): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (NEVER_OURS.has(entry.name)) return []
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? below(path) : [path]
    })
  return below('').sort()
}

/** Makes a tree from texts. */
export function plantedTree(texts: Readonly<Record<string, string>>): Tree {
  return {
    files: () => Object.keys(texts).sort(),
    read: (path) => {
      const text = texts[path]
      if (text === undefined) throw new RangeError(`The planted tree has no ${path}.`)
      return text
    },
  }
}

/** Returns the top folder of a path, which is its member. */
export function memberOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** Returns the last part of a path. */
export function fileName(path: string): string {
  return path.split('/').at(-1) ?? ''
}

/** True for tests, journeys and files that only they use. */
export function isTestCode(path: string): boolean {
  return /\.(test|pictures)\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('e2e/')
}

/** True for tests of the built pages over a real API, and files that only they use (docs/decisions/162-page-tests.md). */
export function isPageTest(path: string): boolean {
  return /^web\/(testing\/|.*\.(page\.test|pictures)\.ts$)/.test(path)
}

const BINARY = /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|pdf|zip|gz|br|wasm|bin|bsp|glb|ktx2)$/

/** Returns the files that people write and read. */
export function textFiles(tree: Tree): string[] {
  return tree.files().filter((file) => !BINARY.test(file) && file !== 'package-lock.json')
}

/** Returns, as violations, every line of the text files that matches a pattern. */
export function linesMatching(tree: Tree, files: readonly string[], pattern: RegExp, message: string): Violation[] {
  return files.flatMap((file) =>
    tree
      .read(file)
      .split('\n')
      .flatMap((text, i) => {
        const found = pattern.exec(text)
        return found ? [{ file, line: i + 1, message: message.replace('$&', found[0].trim()) }] : []
      }),
  )
}
