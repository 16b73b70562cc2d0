import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { typedTime } from '../../clock/typed-instant.ts'
import type { Search } from '../../encounter/queries.ts'

/** The search in the address: all values are text. */
export type FindSearch = {
  readonly object?: string | undefined
  readonly with?: string | undefined
  readonly from?: string | undefined
  readonly hours?: string | undefined
  readonly km?: string | undefined
}
export const STANDARD = { with: 'all', hours: 24, km: 5 } as const
export const MOST_HOURS = 336

export type AskFault = 'noObject' | 'unknownObject' | 'badWith' | 'badFrom' | 'badHours' | 'badKm'
export type FindReading =
  | { readonly ok: true; readonly search: Search }
  | { readonly ok: false; readonly faults: readonly AskFault[] }

type Own = readonly Pick<Satellite, 'satelliteId' | 'name' | 'noradId' | 'cosparId'>[]

/** Returns the query of the address: its last part is the id of a satellite, or the catalogue number of any object. */
export function readAddress(
  last: string | undefined,
  search: FindSearch,
): { readonly satelliteId: string | undefined; readonly search: FindSearch } {
  if (last === undefined || !/^\d{1,9}$/.test(last)) return { satelliteId: last, search }
  return { satelliteId: undefined, search: { ...search, object: last } }
}

/** Returns the typed query in the form of the call: an own satellite, a catalogue number, or two lines. */
export function askedOf(search: FindSearch, satelliteId: string | undefined, own: Own): FindReading {
  const faults: AskFault[] = []
  const object = satelliteId === undefined ? objectOf(search.object ?? '', own) : { 'satellite-id': satelliteId }
  if (object === undefined) faults.push((search.object ?? '').trim() === '' ? 'noObject' : 'unknownObject')
  const others = (search.with ?? STANDARD.with).replaceAll(/\s+/g, '').toLowerCase()
  if (!/^(all|\d{1,9}(,\d{1,9}){0,99})$/.test(others)) faults.push('badWith')
  const hours = Number(search.hours ?? STANDARD.hours)
  if (!(hours > 0 && hours <= MOST_HOURS)) faults.push('badHours')
  const km = Number(search.km ?? STANDARD.km)
  if (!(km >= 0.1 && km <= 100)) faults.push('badKm')
  const from = typedTime(search.from)
  if (search.from !== undefined && from === undefined) faults.push('badFrom')
  if (object === undefined || faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    search: {
      ...object,
      with: others,
      'max-km': km,
      hours,
      ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    },
  }
}

function objectOf(text: string, own: Own): Search | undefined {
  const trimmed = text.trim()
  const lines = trimmed.split(/\r?\n/).map((line) => line.trim())
  const first = lines.findIndex((line) => /^1 /.test(line))
  if (first >= 0 && /^2 /.test(lines[first + 1] ?? '')) return { tle: lines.slice(first, first + 2).join('\n') }
  const lower = trimmed.toLowerCase()
  const mine = own.find(
    ({ name, cosparId, noradId }) =>
      name.toLowerCase() === lower || cosparId?.toLowerCase() === lower || String(noradId) === trimmed,
  )
  if (mine) return { 'satellite-id': mine.satelliteId }
  return /^\d{1,9}$/.test(trimmed) && Number(trimmed) > 0 ? { 'norad-id': Number(trimmed) } : undefined
}
