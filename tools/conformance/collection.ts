import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { FaultLog } from '@apsis/ccsds/fault.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'

/** A file of the collection. */
export function readText(path: string): string {
  return readFileSync(collectionPath(path), 'utf8')
}

/** A message of the collection, packed or not, in whatever encoding it says. */
export function readMessage(path: string): string {
  const bytes = readBytes(path)
  const decoding = decodeText(new FaultLog(true), (encoding) => new TextDecoder(encoding, { fatal: true }))
  return decoding.write(path.endsWith('.gz') ? gunzipSync(bytes) : bytes) + decoding.end()
}

export function readBytes(path: string): Uint8Array {
  return readFileSync(collectionPath(path))
}

/** A JSON file of the collection; its README says what is in it. */
export function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T
}

/** The lines of a file that are not blank. */
export function readLines(path: string): string[] {
  return readText(path)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

/** A table with a head: cells by their names. */
export function readTable(path: string): Record<string, string>[] {
  const [head = '', ...lines] = readLines(path)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

/** The names of the files in a folder, in order, but for what is about the folder; none where there is no such folder. */
export function listFiles(folder: string): string[] {
  if (!hasCollection(folder)) return []
  return readdirSync(collectionPath(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map(({ name }) => name)
    .sort()
}

/** Every file whose path in the collection is as the pattern says, * for anything but a folder. */
export function findFiles(pattern: string): string[] {
  const folder = pattern.slice(0, pattern.lastIndexOf('/'))
  const folders = folder.includes('*') ? findFolders(folder) : [folder]
  return folders
    .flatMap((each) => listFiles(each).map((name) => `${each}/${name}`))
    .filter((path) => fits(path, pattern))
}

function findFolders(pattern: string): string[] {
  const parent = pattern.slice(0, pattern.lastIndexOf('/'))
  if (!hasCollection(parent)) return []
  return readdirSync(collectionPath(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
    .filter((path) => fits(path, pattern))
}

/** The one file that is as the pattern says; throws RangeError where there are none or more. */
export function onlyFile(pattern: string): string {
  const [found, ...more] = findFiles(pattern)
  if (found === undefined || more.length > 0)
    throw new RangeError(`${1 + more.length} files are called ${pattern}, not one`)
  return found
}

/** Whether a name is as a pattern says, in which * stands for anything but a folder. */
export function fits(name: string, pattern: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  return new RegExp(`^${source}$`).test(name)
}

/** Three numbers from a place of a row on, times a unit. */
export function vectorAt(row: readonly number[], from = 0, unit = 1): readonly [number, number, number] {
  const [x, y, z] = row.slice(from, from + 3)
  if (x === undefined || y === undefined || z === undefined) throw new RangeError(`no three numbers from ${from} on`)
  return [x * unit, y * unit, z * unit]
}

/** The cell of a row by its name; throws RangeError where there is none. */
export function cell(row: Readonly<Record<string, string>>, name: string): string {
  const value = row[name]
  if (value === undefined) throw new RangeError(`the table has no column ${name}`)
  return value
}

export function numberCell(row: Readonly<Record<string, string>>, name: string): number {
  const text = cell(row, name)
  const value = Number(text)
  if (text === '' || Number.isNaN(value)) throw new RangeError(`${name} is ${JSON.stringify(text)}, no number`)
  return value
}
