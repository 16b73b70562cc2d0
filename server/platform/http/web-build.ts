import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runDoor } from '../process/lifecycle.ts'
import { PROJECT_DIR } from '../process/version.ts'

/** What the built pages are made of, beside web itself. */
const SOURCES = ['web', join('docs', 'guide'), join('docs', 'tnc'), 'contract', 'ccsds', 'astro', 'package-lock.json']
const SKIPPED = new Set(['node_modules', 'dist', '.git'])

/** Builds the web application when it was never built or is older than its sources. */
export async function buildWebIfNeeded(projectDir: string, say: (line: string) => void): Promise<void> {
  const built = join(projectDir, 'web', 'dist', 'index.html')
  if (
    existsSync(built) &&
    statSync(built).mtimeMs >= Math.max(...SOURCES.map((name) => newest(join(projectDir, name))))
  )
    return
  // An installation without the build tools brings its pages along.
  if (findVite(projectDir) === undefined && existsSync(built)) return
  say('Building the pages…')
  await build(projectDir, ['--logLevel', 'error'])
}

async function build(projectDir: string, options: readonly string[]): Promise<void> {
  const vite = findVite(projectDir)
  if (vite === undefined) throw new Error('The web application is not built, and vite is not installed')
  requireWritable(join(projectDir, 'web'))
  await run([vite, 'build', 'web', ...options], projectDir)
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

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path).filter((name) => !SKIPPED.has(name))
  return Math.max(stat.mtimeMs, ...inside.map((name) => newest(join(path, name))))
}

function run(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    // Told to stop meanwhile, we leave no builder behind.
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
