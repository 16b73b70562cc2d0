import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectionPath } from '@apsis/astro/testing/reference-collection.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The source of the facts of a reference file; `command` rebuilds the file. */
export interface ReferenceHead {
  readonly source: string
  readonly version: string
  readonly licence: string
  readonly command: string
}

/** Writes a truth file of the project: its head with today's date, then the facts. */
export function writeReference(path: string, head: ReferenceHead, facts: object): void {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(join(ROOT, path), `${JSON.stringify({ ...head, date, ...facts }, null, 1)}\n`)
  console.log(path)
}

/** Writes a table of the project, as source text that names its origin. */
export function writeTable(path: string, source: string): void {
  writeFileSync(join(ROOT, path), source)
  console.log(path)
}

/** Reads a file of the reference collection. */
export function readCollectionText(path: string): string {
  return readFileSync(collectionPath(path), 'utf8')
}

/** Reads a JSON file of the reference collection. */
export function readCollection(path: string): unknown {
  return JSON.parse(readCollectionText(path))
}

/** Runs a Python program that prints JSON and returns that value; `interpreter` is a Python that has the packages which the program imports. */
export function runPython(interpreter: string | undefined, program: string): unknown {
  if (interpreter === undefined) throw new Error('name the Python interpreter as the first argument')
  const run = spawnSync(interpreter, ['-c', program], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr || String(run.error))
  return JSON.parse(run.stdout)
}
