import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runDoor } from '../process/lifecycle.ts'
import { PROJECT_DIR } from '../process/version.ts'

/** The sources of the built pages, in addition to web itself. */
const SOURCES = [
  'web',
  join('docs', 'guide'),
  join('docs', 'tnc'),
  'contract',
  'ccsds',
  'astro',
  'engine',
  'package-lock.json',
]
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'testing'])
/** No page contains tests, or files that only tests use. */
const TEST = /\.test\.tsx?$/

/** Builds the web application if it was never built, or was built from other sources. */
export async function buildWebIfNeeded(projectDir: string, say: (line: string) => void): Promise<void> {
  if (isBuilt(projectDir)) return
  const built = join(projectDir, 'web', 'dist', 'index.html')
  // An installation without the build tools contains its pages.
  if (findVite(projectDir) === undefined && existsSync(built)) return
  say('Building the pages…')
  await build(projectDir, ['--logLevel', 'error'])
}

async function build(projectDir: string, options: readonly string[]): Promise<void> {
  const vite = findVite(projectDir)
  if (vite === undefined) throw new Error('The web application is not built, and vite is not installed')
  requireWritable(join(projectDir, 'web'))
  // A change that is made during the build is built the next time.
  const hash = hashOfSources(projectDir)
  await run([vite, 'build', 'web', ...options], projectDir)
  noteBuilt(projectDir, hash)
}

/** Returns true if the pages were built from sources with the present content; the dates of the files do not matter. */
export function isBuilt(projectDir: string): boolean {
  const note = noteOf(projectDir)
  return existsSync(note) && readFileSync(note, 'utf8') === hashOfSources(projectDir)
}

/** Stores the hash of the sources in the folder of the pages. A build first empties this folder, and so removes the old hash. */
export function noteBuilt(projectDir: string, hash: string): void {
  writeFileSync(noteOf(projectDir), hash)
}

const noteOf = (projectDir: string) => join(projectDir, 'web', 'dist', '.sources')

/** Returns one hash of the names and contents of all sources of the pages. */
export function hashOfSources(projectDir: string): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((name) => filesIn(projectDir, name)))
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(projectDir, file)))
        .digest(),
    )
  return hash.digest('hex')
}

function filesIn(projectDir: string, name: string): string[] {
  const path = join(projectDir, name)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return TEST.test(name) ? [] : [name]
  const inside = readdirSync(path).filter((entry) => !SKIPPED.has(entry))
  return inside.toSorted().flatMap((entry) => filesIn(projectDir, join(name, entry)))
}

function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `The pages cannot be built: this account may not write to ${folder}. Run "npm run build" there as its owner.`,
      { cause: error },
    )
  }
}

function findVite(projectDir: string): string | undefined {
  const { resolve } = createRequire(join(projectDir, 'web', 'package.json'))
  try {
    return join(resolve('vite/package.json'), '..', 'bin', 'vite.js')
  } catch {
    return undefined
  }
}

function run(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    // If this process is ended meanwhile, the builder is ended, too.
    const end = () => void child.kill()
    process.once('exit', end)
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(`The pages could not be built (exit ${code})`))
    })
  })
}

if (import.meta.main) await runDoor(() => build(PROJECT_DIR, []))
