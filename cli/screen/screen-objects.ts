import { describeFault } from '@apsis/ccsds/fault.ts'
import { readCatalogueRows } from '@apsis/ccsds/message/catalogue-rows.ts'
import type { AnyMessage, FoundMessages } from '@apsis/ccsds/message/read-messages.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { isEphemerisText, openSource, readWhole } from '../input/source.ts'
import { describeTleFault, readElementSets } from '../input/tle-entries.ts'
import type { Terminal } from '../terminal/command.ts'
import { byElements, byOmm, type NamedFlight } from './screen-elements.ts'

/** An object that could not be screened, and the reason. */
export interface UnscreenedObject {
  readonly objectId: string
  readonly reason: string
}

export interface ScreenFile {
  readonly objects: readonly NamedFlight[]
  readonly unread: readonly UnscreenedObject[]
}

/** Returns the objects of a file with elements (TLE, OMM) or an ephemeris (OEM, OCM, MEME, STK), and the faults of others. */
export async function readScreenFile(terminal: Terminal, file: string): Promise<ScreenFile> {
  const objects: NamedFlight[] = []
  const unread: UnscreenedObject[] = []
  const attempt = (objectId: string, read: () => readonly NamedFlight[]) => {
    try {
      objects.push(...read())
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      unread.push({ objectId, reason: `${file}: ${error.message}` })
    }
  }
  const refuse = (reason: string, objectId = '') => unread.push({ objectId, reason: `${file}: ${reason}` })
  const source = await openSource(terminal, file)
  const pieces = await readWhole(source)
  if (source.detection.kind === 'TLE') {
    for (const entry of readElementSets(pieces.join(''))) {
      if (!entry.ok) refuse(describeTleFault(entry.fault), entry.noradId === null ? '' : String(entry.noradId))
      else attempt(String(entry.elements.noradId), () => [byElements(entry.elements)])
    }
  } else if (isEphemerisText(source.detection.kind)) {
    const { byEphemeris } = await import('./screen-messages.ts')
    const { readEphemerisText } = await import('../input/ephemeris-text.ts')
    const { reading, identity } = readEphemerisText(source, pieces, terminal.now())
    if (!reading.ok) for (const fault of reading.errors) refuse(describeFault(fault), identity.objectId)
    else attempt(identity.objectId, () => byEphemeris(reading.message))
  } else {
    const takeMessages = (
      { messages, faults }: FoundMessages,
      flightsOf: (any: AnyMessage) => readonly NamedFlight[],
    ) => {
      for (const fault of faults) refuse(describeFault(fault))
      for (const { reading } of messages) {
        if (!reading.ok) for (const fault of reading.errors) refuse(describeFault(fault))
        else attempt(idOf(reading.message), () => flightsOf(reading.message))
      }
    }
    if (source.detection.notation === 'CSV') {
      await readCatalogueRows(pieces, STREAMING_LIMITS, {
        set: (set) => attempt(String(set.noradId), () => [byElements(set)]),
        message: (found) => takeMessages(found, byOmm),
      })
    } else {
      // The readers of ephemerides, and the frames that they need, are not loaded for a catalogue of element sets.
      const { byMessage } = await import('./screen-messages.ts')
      const { readMessages } = await import('@apsis/ccsds/message/read-messages.ts')
      takeMessages(readMessages(pieces, { strict: false, limits: STREAMING_LIMITS }), byMessage)
    }
  }
  return { objects, unread }
}

function idOf(any: AnyMessage): string {
  if (any.kind === 'OMM') return String(any.message.tle?.noradId ?? any.message.metadata.objectId)
  if (any.kind === 'OEM') return any.message.segments[0]?.metadata.objectId ?? ''
  return any.kind === 'OPM' ? any.message.metadata.objectId : ''
}
