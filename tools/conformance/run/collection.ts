import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { FaultLog } from '@apsis/ccsds/fault.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'

/** Reads a file of the collection. */
export function readText(path: string): string {
  return readFileSync(collectionPath(path), 'utf8')
}

export function readBytes(path: string): Uint8Array {
  return readFileSync(collectionPath(path))
}

/** Reads a message of the collection, compressed or not, in the encoding that it declares. */
export function readMessage(path: string): string {
  const bytes = readBytes(path)
  const decoding = decodeText(new FaultLog(true), (encoding) => new TextDecoder(encoding, { fatal: true }))
  return decoding.write(path.endsWith('.gz') ? gunzipSync(bytes) : bytes) + decoding.end()
}

/** Returns the lines of a file that are not blank. */
export function readLines(path: string): string[] {
  return readText(path)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

/** Returns the numbers of a line between commas. */
export const numbersOf = (line: string): number[] => line.split(',').map(Number)

type Key = string | number

/** A value in a file, read by the names on the path to it. A missing number is NaN, which equals nothing. */
export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }

  at(...keys: Key[]): Json {
    return keys.reduce<Json>((json, key) => {
      const isThere = typeof json.value === 'object' && json.value !== null && Object.hasOwn(json.value, key)
      return new Json(isThere ? Reflect.get(json.value as object, key) : undefined)
    }, this)
  }

  has(...keys: Key[]): boolean {
    return this.at(...keys).value !== undefined
  }

  /** Throws RangeError if a text is not a number. */
  number(...keys: Key[]): number {
    const { value } = this.at(...keys)
    const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
    if (typeof value !== 'string' || !Number.isNaN(number)) return number
    throw new RangeError(`${keys.join('.')} is ${JSON.stringify(value)}, no number`)
  }

  /** Returns the number, or `otherwise` if none is stated. */
  numberOr(otherwise: number, ...keys: Key[]): number {
    return (this.at(...keys).value ?? undefined) === undefined ? otherwise : this.number(...keys)
  }

  text(...keys: Key[]): string {
    const { value } = this.at(...keys)
    return value === undefined || value === null ? '' : String(value)
  }

  /** Returns the elements of a list; throws RangeError if there is none. */
  rows(...keys: Key[]): Json[] {
    const { value } = this.at(...keys)
    if (!Array.isArray(value)) throw new RangeError(`there is no list ${keys.join('.')}`)
    return value.map((each) => new Json(each))
  }

  numbers(...keys: Key[]): number[] {
    return this.rows(...keys).map((each) => each.number())
  }

  matrix(...keys: Key[]): number[][] {
    return this.rows(...keys).map((row) => row.numbers())
  }

  /** Reads three numbers, from a list or from three names, times a unit. */
  vector(key: Key | readonly string[], unit = 1): Vec3 {
    return vectorAt(typeof key === 'object' ? this.pick(...key) : this.numbers(key), 0, unit)
  }

  /** Reads the numbers of several names. */
  pick(...names: readonly string[]): number[] {
    return names.map((name) => this.number(name))
  }

  /** Returns the entries of an object by name; throws RangeError if there is none. */
  entries(...keys: Key[]): [string, Json][] {
    const { value } = this.at(...keys)
    if (typeof value !== 'object' || value === null) throw new RangeError(`there is no ${keys.join('.') || 'object'}`)
    return Object.entries(value).map(([name, each]) => [name, new Json(each)])
  }
}

/** Reads a JSON file of the collection; its README describes the contents. */
export const readJson = (path: string): Json => new Json(JSON.parse(readText(path)))

/** Reads a table with a head: each row has its cells by their names. */
export function readTable(path: string): Json[] {
  const [head = '', ...lines] = readLines(path)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return new Json(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
  })
}

/** Returns the names of the files in a folder, in order, except those about the folder; none if there is no such folder. */
export function listFiles(folder: string): string[] {
  if (!hasCollection(folder)) return []
  return readdirSync(collectionPath(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map(({ name }) => name)
    .sort()
}

/** Returns every file whose path in the collection matches the pattern; * stands for anything within a folder name. */
export function findFiles(pattern: string): string[] {
  const folder = folderOf(pattern)
  const folders = folder.includes('*') ? findFolders(folder) : [folder]
  return folders
    .flatMap((each) => listFiles(each).map((name) => `${each}/${name}`))
    .filter((path) => fits(path, pattern))
}

function findFolders(pattern: string): string[] {
  const parent = folderOf(pattern)
  if (!hasCollection(parent)) return []
  return readdirSync(collectionPath(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
    .filter((path) => fits(path, pattern))
}

/** Returns the one file that matches the pattern; throws RangeError if there is none or more than one. */
export function onlyFile(pattern: string): string {
  const [found, ...more] = findFiles(pattern)
  if (found === undefined || more.length > 0)
    throw new RangeError(`${1 + more.length} files are called ${pattern}, not one`)
  return found
}

/** True if a name matches a pattern, in which * stands for anything but a slash. */
export function fits(name: string, pattern: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  return new RegExp(`^${source}$`).test(name)
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns three numbers of a row from a given place on, times a unit. */
export function vectorAt(row: readonly number[], from = 0, unit = 1): Vec3 {
  const [x, y, z] = row.slice(from, from + 3)
  if (x === undefined || y === undefined || z === undefined) throw new RangeError(`no three numbers from ${from} on`)
  return [x * unit, y * unit, z * unit]
}

/** Returns a position and a velocity from six numbers of a row from a given place on, times a unit. */
export function stateAt(row: readonly number[], unit = 1, from = 0): { readonly r: Vec3; readonly v: Vec3 } {
  return { r: vectorAt(row, from, unit), v: vectorAt(row, from + 3, unit) }
}

/** Returns all numbers of objects in a row of the index ("26,834 objects"), in order. */
export function countsIn(description: string): number[] {
  const [numbers] = /[\d,]+(?: \/ [\d,]+)* objects/.exec(description) ?? ['']
  return [...numbers.matchAll(/[\d,]+/g)].map(([text]) => Number(text.replaceAll(',', '')))
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the time in STK's `1 Jan 2018 09:40:27.469` as ISO 8601 writes it, without any reader of Apsis. */
export function isoOfStk(text: string): string {
  const [, day = '', month = '', year = '', clock = ''] = /(\d+) (\w{3}) (\d{4}) (\S+)/.exec(text) ?? []
  return `${year}-${String(1 + MONTHS.indexOf(month)).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`
}
