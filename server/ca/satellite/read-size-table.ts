import { OBJECT_SIZE_LIMITS } from '@apsis/contract/ca/satellite/object-size.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { fieldsOf } from '../csv-line.ts'
import type { ObjectSizeEntry } from './record/object-size.repository.ts'

const HEADS = ['norad_id', 'name', 'radius_m', 'core_radius_m', 'mass_kg', 'source'] as const
type Head = (typeof HEADS)[number]
/** Longer texts are truncated. */
const [NAME_CHARS, SOURCE_CHARS] = [100, 200]
const MOST_NORAD_ID = 999_999_999

type Reading =
  | { readonly ok: true; readonly entries: readonly ObjectSizeEntry[] }
  | { readonly ok: false; readonly errors: readonly ProblemDetail[] }

/** Reads a table of sizes and masses: a header line, then a line for each object; comma or semicolon, quotes by RFC 4180. */
export function readSizeTable(text: string): Reading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  // A file that the product has written may begin with a comment.
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#')),
  )
  const headLine = lines[first] ?? ''
  const separator = headLine.includes(';') ? ';' : ','
  const heads = fieldsOf(headLine, separator).map((head) => head.toLowerCase())
  if (!heads.includes('norad_id') || !(heads.includes('radius_m') || heads.includes('mass_kg')))
    return refused(
      1,
      `The first line has to name the columns norad_id and radius_m, or norad_id and mass_kg; all columns: ${HEADS.join(', ')}.`,
    )
  const unknown = heads.find((head) => !HEADS.some((one) => one === head))
  if (unknown !== undefined) return refused(1, `No column is called ${unknown.slice(0, 30)}: use ${HEADS.join(', ')}.`)
  const errors: ProblemDetail[] = []
  const seen = new Map<number, ObjectSizeEntry>()
  for (const [place, line] of lines.entries()) {
    if (place <= first || line.trim() === '') continue
    const entry = entryOf(fieldsOf(line, separator), heads as Head[])
    if (typeof entry === 'string') errors.push(fault(place + 1, entry))
    else if (seen.has(entry.noradId))
      errors.push(fault(place + 1, `Object ${entry.noradId} stands in the file already.`))
    else seen.set(entry.noradId, entry)
    if (seen.size > OBJECT_SIZE_LIMITS.lines)
      return refused(place + 1, `A file has at most ${OBJECT_SIZE_LIMITS.lines} objects.`)
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, entries: [...seen.values()] }
}

const fault = (line: number, message: string): ProblemDetail => ({
  code: 'object-size.line',
  line,
  message: `Line ${line}: ${message}`,
})
const refused = (line: number, message: string): Reading => ({ ok: false, errors: [fault(line, message)] })

/** Returns the entry of a line, or its fault. */
function entryOf(fields: readonly string[], heads: readonly Head[]): ObjectSizeEntry | string {
  const textOf = (head: Head): string => fields[heads.indexOf(head)] ?? ''
  if (fields.length > heads.length) return `it has ${fields.length} fields, the first line ${heads.length}.`
  const noradId = Number(textOf('norad_id'))
  if (!Number.isInteger(noradId) || noradId < 1 || noradId > MOST_NORAD_ID)
    return `norad_id is a whole number from 1 to ${MOST_NORAD_ID}.`
  const { radiusM: radii, massKg: masses } = OBJECT_SIZE_LIMITS
  const read = (head: Head, { least, most }: { least: number; most: number }): number | null | string => {
    const text = textOf(head)
    if (text === '') return null
    const value = Number(text)
    return value >= least && value <= most ? value : `${head} is a number from ${least} to ${most}, with a point.`
  }
  const radiusM = read('radius_m', radii)
  if (typeof radiusM === 'string') return radiusM
  const coreRadiusM = read('core_radius_m', radii)
  if (typeof coreRadiusM === 'string') return coreRadiusM
  const massKg = read('mass_kg', masses)
  if (typeof massKg === 'string') return massKg
  if (radiusM === null && massKg === null) return 'it has neither radius_m nor mass_kg.'
  if (typeof radiusM === 'number' && typeof coreRadiusM === 'number' && coreRadiusM > radiusM)
    return 'core_radius_m is at most radius_m.'
  return {
    noradId,
    name: textOf('name').slice(0, NAME_CHARS),
    radiusM,
    coreRadiusM,
    massKg,
    source: textOf('source').slice(0, SOURCE_CHARS),
  }
}
