import type { Flight } from '@apsis/astro/screening/screening-object.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { type GivenSegment, toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readCatalogueRows } from '@apsis/ccsds/message/catalogue-rows.ts'
import { type AnyMessage, type FoundMessages, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { type Ocm, statesOfTrajectory } from '@apsis/ccsds/ocm/ocm.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { isEphemerisText, readEphemerisText } from '../input/ephemeris-text.ts'
import { numberOf } from '../input/read-objects.ts'
import { openSource, readWhole } from '../input/source.ts'
import { describeTleFault, readElementSets } from '../input/tle-entries.ts'
import type { Terminal } from '../terminal/command.ts'

/** An object of a file that can be screened: the catalogue number, else what its file calls it, is its id. */
export interface NamedFlight {
  readonly id: string
  readonly name: string
  /** As 1998-067A, or empty: what an ephemeris has in common with a catalogue. */
  readonly designator: string
  readonly flight: Flight
}

/** What a screening could not be made of, and why. */
export interface Unscreened {
  readonly objectId: string
  readonly reason: string
}

export interface ScreenFile {
  readonly objects: readonly NamedFlight[]
  readonly unread: readonly Unscreened[]
}

/** The objects of a file that fly by elements (TLE, OMM) or by an ephemeris (OEM, OCM, MEME, STK), and what is wrong with others. */
export async function readScreenFile(terminal: Terminal, file: string): Promise<ScreenFile> {
  const objects: NamedFlight[] = []
  const unread: Unscreened[] = []
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
    const { reading, identity } = readEphemerisText(source, pieces, terminal.now())
    if (!reading.ok) for (const fault of reading.errors) refuse(describeFault(fault), identity.objectId)
    else attempt(identity.objectId, () => byEphemeris(reading.message))
  } else {
    const takeMessages = ({ messages, faults }: FoundMessages) => {
      for (const fault of faults) refuse(describeFault(fault))
      for (const { reading } of messages) {
        if (!reading.ok) for (const fault of reading.errors) refuse(describeFault(fault))
        else attempt(idOf(reading.message), () => byMessage(reading.message))
      }
    }
    if (source.detection.notation === 'CSV') {
      readCatalogueRows(pieces, STREAMING_LIMITS, {
        set: (set) => attempt(String(set.noradId), () => [byElements(set)]),
        message: takeMessages,
      })
    } else takeMessages(readMessages(pieces, { strict: false, limits: STREAMING_LIMITS }))
  }
  return { objects, unread }
}

function byElements(set: ElementSet): NamedFlight {
  const { noradId, objectName, internationalDesignator } = set
  const designator = internationalDesignator === 'UNKNOWN' ? '' : internationalDesignator
  return { id: String(noradId), name: objectName, designator, flight: { kind: 'elements', model: initSgp4(set) } }
}

function byMessage(any: AnyMessage): readonly NamedFlight[] {
  switch (any.kind) {
    case 'OMM':
      return [byElements(toElementSet(any.message))]
    case 'OEM':
      return byEphemeris(any.message)
    case 'OCM':
      return byTrajectory(any.message)
    default:
      throw new RangeError(`a ${any.kind} has no elements and no ephemeris: give a TLE, OMM, OEM or OCM`)
  }
}

function idOf(any: AnyMessage): string {
  if (any.kind === 'OMM') return String(any.message.tle?.noradId ?? any.message.metadata.objectId)
  if (any.kind === 'OEM') return any.message.segments[0]?.metadata.objectId ?? ''
  return any.kind === 'OPM' ? any.message.metadata.objectId : ''
}

/** The segments of one object make one ephemeris. */
function byEphemeris({ segments }: Oem): NamedFlight[] {
  const ids = [...new Set(segments.map(({ metadata }) => metadata.objectId))]
  return ids.map((objectId) => {
    const own = segments.filter(({ metadata }) => metadata.objectId === objectId)
    const isNumber = numberOf(objectId) !== null
    return {
      id: isNumber ? String(numberOf(objectId)) : objectId,
      name: own[0]?.metadata.objectName ?? '',
      designator: isNumber ? '' : objectId,
      flight: { kind: 'ephemeris', ephemeris: toTemeEphemeris(own) },
    }
  })
}

function byTrajectory({ metadata, trajectories }: Ocm): NamedFlight[] {
  const { internationalDesignator = '', objectDesignator = '', objectName = '' } = metadata
  const number = numberOf(objectDesignator)
  const segments = trajectories.flatMap((trajectory): GivenSegment[] => {
    const states = statesOfTrajectory(trajectory)
    if (states === null) return []
    const { trajRefFrame: refFrame = 'ICRF3', centreName = 'EARTH', ...rest } = trajectory.metadata
    return [{ metadata: { ...rest, refFrame, centreName }, states, covariances: [] }]
  })
  if (segments.length === 0) throw new RangeError('the OCM has no trajectory of Cartesian states')
  const id = number === null ? internationalDesignator || objectDesignator || objectName : String(number)
  const ephemeris = toTemeEphemeris(segments)
  return [{ id, name: objectName, designator: internationalDesignator, flight: { kind: 'ephemeris', ephemeris } }]
}
