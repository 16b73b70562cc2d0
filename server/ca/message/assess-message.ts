import { closeSync, openSync, readSync } from 'node:fs'
import type { Fleet, OwnSatellite } from '../fleet/fleet.ts'
import { type DerivedCdm, deriveCdm, designatorOf, type Own, turnMessage } from './derive-cdm.ts'
import { readStored, type Slice } from './read-message.ts'

export type MessageToAssess = {
  /** The bytes of the message, or the path at which they lie. */
  readonly source: Slice | Uint8Array
  /** The satellites of the organisation among its objects, by their catalogue numbers. */
  readonly satellites: ReadonlyMap<string, OwnSatellite>
  /** Radii of its objects in the table that the organisation has loaded, m, by their catalogue numbers. */
  readonly sizes: ReadonlyMap<string, number>
}

export type AssessedMessage = { readonly derived: DerivedCdm; readonly own: Own }

/** What is made of a message, seen from the satellite of the organisation. Throws RangeError as deriveCdm does. For the pool. */
export function assessMessage({ source, satellites, sizes }: MessageToAssess): AssessedMessage {
  const message = readStored(source instanceof Uint8Array ? source : readSlice(source))
  const [first, second] = message.objects
  const designators = [
    designatorOf(first.metadata.objectDesignator),
    designatorOf(second.metadata.objectDesignator),
  ] as const
  const turned = isTurned(designators, { byNumber: satellites })
  const [one, other] = designators.map((designator) => satellites.get(designator))
  const own = turned ? ([other, one] as const) : ([one, other] as const)
  const [firstM = null, secondM = null] = designators.map((designator) => sizes.get(designator))
  const loaded = turned ? ([secondM, firstM] as const) : ([firstM, secondM] as const)
  return { derived: deriveCdm(turned ? turnMessage(message) : message, own, loaded), own }
}

type Designators = readonly [string, string]

/**
 * Whether the objects of a message change places, so that object 1 is the satellite of the organisation; where both are,
 * the one with the smaller catalogue number, so that all messages of an event see it alike.
 */
function isTurned([first, second]: Designators, { byNumber }: Pick<Fleet, 'byNumber'>): boolean {
  if (!byNumber.has(second)) return false
  return !byNumber.has(first) || Number(second) < Number(first)
}

function readSlice({ path, start, end }: Slice): Buffer {
  const bytes = Buffer.alloc(end - start)
  const file = openSync(path, 'r')
  try {
    readSync(file, bytes, 0, bytes.length, start)
    return bytes
  } finally {
    closeSync(file)
  }
}
