// This file reads the text formats in which operators and tools write ephemerides, and returns OEMs.
import { basename } from 'node:path'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Reading } from '@apsis/ccsds/block/read-message.ts'
import { parseEphemerisName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { readMeme, toOem } from '@apsis/ccsds/meme/meme.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { readStk, stkToOem } from '@apsis/ccsds/stk/stk.ts'
import type { Source } from './source.ts'

interface EphemerisText {
  readonly reading: Reading<Oem>
  /** The object that the file name gives, if any; the text itself names no object. */
  readonly identity: { readonly objectName: string; readonly objectId: string }
}

const UNNAMED = { objectName: 'UNKNOWN', catalogue: 'UNKNOWN', frame: 'EME2000' } as const

/** Reads an ephemeris in such a text format, leniently. */
export function readEphemerisText(source: Source, pieces: readonly string[], now: Date): EphemerisText {
  const options = { strict: false, limits: STREAMING_LIMITS }
  const created = parseTime(now.toISOString())
  if (source.detection.kind === 'STK') {
    const identity = { objectName: 'UNKNOWN', objectId: 'UNKNOWN' }
    const reading = readStk(pieces, options)
    if (!reading.ok) return { reading, identity }
    const message = stkToOem(reading.message, { ...identity, created })
    return { reading: { ...reading, message }, identity }
  }
  const named = parseEphemerisName(basename(source.name))
  const { objectName, catalogue: objectId, frame: refFrame } = named.ok ? named.name : UNNAMED
  const identity = { objectName, objectId }
  const reading = readMeme(pieces, options)
  if (!reading.ok) return { reading, identity }
  const message = toOem(reading.message, { ...identity, refFrame, created })
  return { reading: { ...reading, message }, identity }
}
