import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { describeFault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { type Omm, scanOmms } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import { DownloadError } from '../platform/http/download-error.ts'
import type { ListedObject } from './catalogue.repository.ts'

/** The sets of a download, and the number of unreadable entries. */
export type GpContent = {
  readonly sets: readonly ListedObject[]
  readonly unreadable: number
  /** The newest creation time of the sets, in the form 2026-11-20T12:00:00; null if no set has one. */
  readonly newestCreation: string | null
}

/** If a larger share of the entries is not readable as element sets, the file has another schema. */
const MOST_UNREADABLE_SHARE = 0.02

/** The whole catalogue of Space-Track has about 40 million characters, and grows. */
const GP_LIMITS = { ...LIMITS, characters: 128 * 1_048_576 }

/** Codes have four characters; the limit leaves room for the full name of a country. */
const MOST_COUNTRY_CHARACTERS = 60

/** Reads a download of the public catalogue. Throws a DownloadError if the file is something else, or is incomplete. */
export function readGp(text: string, format: GpSourceConfig['format']): GpContent {
  const entries = format === 'tle' ? readTle(text) : readOmms(text, format === 'omm-csv' ? 'CSV' : 'JSON')
  const { sets, faults } = entries
  const [first] = faults
  const total = sets.length + faults.length
  if (first !== undefined && faults.length > MOST_UNREADABLE_SHARE * total)
    throw new DownloadError(`Of ${total} entries ${faults.length} are no element sets. The first: ${first}`)
  const { created } = entries
  return {
    sets,
    unreadable: faults.length,
    newestCreation: created === null ? null : formatTime(created, { digits: 0 }),
  }
}

/** The answer of a source, as received. */
export type GpAnswer = { readonly bytes: Uint8Array; readonly format: GpSourceConfig['format'] }

export type GpReading =
  | ({ readonly ok: true } & GpContent)
  | { readonly ok: false; readonly result: 'cut-off' | 'wrong-type'; readonly detail: string }

/**
 * Reads the answer of a source, which may contain a whole catalogue. Runs in the process pool: reading a whole catalogue takes seconds, in
 * which the worker could do nothing else.
 */
export function readGpAnswer({ bytes, format }: GpAnswer): GpReading {
  let text = ''
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimStart()
    return text === ''
      ? { ok: true, sets: [], unreadable: 0, newestCreation: null }
      : { ok: true, ...readGp(text, format) }
  } catch (error) {
    if (error instanceof TypeError && text === '') return { ok: false, result: 'wrong-type', detail: 'no UTF-8' }
    if (!(error instanceof DownloadError)) throw error
    // A text that begins like JSON but does not end like JSON was cut off.
    const isCut = format === 'omm-json' && text.startsWith('[') && !text.trimEnd().endsWith(']')
    return { ok: false, result: isCut ? 'cut-off' : 'wrong-type', detail: error.message }
  }
}

/** The answer of a source to a query for one number. */
export type LookupAnswer = {
  readonly text: string
  readonly format: GpSourceConfig['format']
  readonly noradId: number
}

/** Returns the newest set of the requested object; null if the answer contains none. Runs in the process pool. */
export function readLookup({ text, format, noradId }: LookupAnswer): ListedObject | null {
  try {
    return newestOf(readGp(text, format).sets).find((one) => one.noradId === noradId) ?? null
  } catch (error) {
    // A source answers the query for an unknown number with a text.
    if (error instanceof DownloadError) return null
    throw error
  }
}

type Entries = { readonly sets: ListedObject[]; readonly faults: string[]; readonly created: Epoch | null }

function readTle(text: string): Entries {
  const sets: ListedObject[] = []
  const faults: string[] = []
  for (const entry of readTles(text.split(/\r\n|[\r\n]/))) {
    if (entry.ok) sets.push({ ...entry.elements, lines: entry.lines })
    else faults.push(`line ${entry.line}: ${entry.message}`)
  }
  return { sets, faults, created: null }
}

function readOmms(text: string, notation: 'JSON' | 'CSV'): Entries {
  const log = new FaultLog(false)
  const sets: ListedObject[] = []
  const faults: string[] = []
  let created: Epoch | null = null
  try {
    const scanner = scanOmms(notation, log, {
      options: { strict: false, limits: GP_LIMITS },
      take(reading) {
        const madeAt = reading.ok ? reading.message.header.creationDate : undefined
        if (madeAt !== undefined && (created === null || compareEpochs(madeAt, created) > 0)) created = madeAt
        const fault = reading.ok ? takeSet(reading.message, sets) : reading.errors.map(describeFault)[0]
        if (fault !== undefined) faults.push(fault)
      },
    })
    scanner.write(text)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  // The file itself is faulty: it is not JSON or CSV, or was cut off.
  const [broken] = log.errors
  if (broken !== undefined) throw new DownloadError(`The answer is no ${notation}: ${describeFault(broken)}`)
  return { sets, faults, created }
}

/** Adds the element set of a message, or returns the reason why the message has none. */
function takeSet(omm: Omm, sets: ListedObject[]): string | undefined {
  const said = (keyword: string) => omm.unknown.find((extra) => extra.keyword === keyword)?.text
  const [objectType, rcs] = [said('OBJECT_TYPE'), said('RCS_SIZE')]
  const country = said('COUNTRY_CODE')?.slice(0, MOST_COUNTRY_CHARACTERS)
  try {
    sets.push({ ...toElementSet(omm), objectType, rcs, country })
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return `${omm.metadata.objectName}: ${error.message}`
    throw error
  }
}

/** Returns each object once, with its newest set. */
export function newestOf(sets: readonly ListedObject[]): ListedObject[] {
  const newest = new Map<number, ListedObject>()
  for (const set of sets) {
    const known = newest.get(set.noradId)
    if (known === undefined || compareEpochs(set.epoch, known.epoch) > 0) newest.set(set.noradId, set)
  }
  return [...newest.values()]
}
