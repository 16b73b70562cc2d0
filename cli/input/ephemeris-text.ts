// This reads ephemerides that operators and tools write in their own text formats, as OEMs.
import { basename } from 'node:path'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Reading } from '@apsis/ccsds/block/read-message.ts'
import { parseMemeName, readMeme, toOem } from '@apsis/ccsds/meme/meme.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { readStk, stkToOem } from '@apsis/ccsds/stk/stk.ts'
import type { Source } from './source.ts'

interface EphemerisText {
  readonly reading: Reading<Oem>
  /** The object that the file name gives, if any; the text itself names no object. */
  readonly identity: { readonly objectName: string; readonly objectId: string }
}

/** Reads such a text leniently. */
export function readEphemerisText(source: Source, pieces: readonly string[], now: Date): EphemerisText {
  const options = { strict: false, limits: STREAMING_LIMITS }
  if (source.detection.kind === 'STK') {
    const identity = { objectName: 'UNKNOWN', objectId: 'UNKNOWN' }
    const reading = readStk(pieces, options)
    if (!reading.ok) return { reading, identity }
    const message = stkToOem(reading.message, { ...identity, created: parseTime(now.toISOString()) })
    return { reading: { ...reading, message }, identity }
  }
  const name = parseMemeName(basename(source.name))
  const objectName = name?.objectName ?? 'UNKNOWN'
  const identity = { objectName, objectId: name === null ? objectName : String(name.noradId) }
  const reading = readMeme(pieces, options)
  return { reading: reading.ok ? { ...reading, message: toOem(reading.message, identity) } : reading, identity }
}
