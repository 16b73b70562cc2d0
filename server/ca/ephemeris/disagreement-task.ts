import { DISAGREEMENT_MAHALANOBIS } from '@apsis/astro/conjunction/relative-difference.ts'
import { stateDifference } from '@apsis/astro/conjunction/state-difference.ts'
import type { Ephemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { impulsesIn } from '@apsis/astro/ephemeris/impulses.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { designatorOf, toInstant } from '../message/record/api-value.ts'
import { readStored } from '../message/record/derive-cdm.ts'
import type { KnownBurn, LastMessage } from './disagreement.repository.ts'
import { unpackOrbit } from './record/packed-orbit.ts'

export type FileToCompare = {
  /** The stored form (packed-orbit.ts). */
  readonly packed: Uint8Array
  /** The catalogue number of the file's satellite. */
  readonly designator: string
  readonly messages: readonly LastMessage[]
  readonly burns: readonly KnownBurn[]
}

/** A message that an ephemeris disagrees with by more than both sigmas allow. */
export type Disagreement = {
  readonly cdmId: string
  readonly messageId: string
  readonly originator: string
  readonly tcaAt: string
  readonly distanceM: number
  /** The Mahalanobis distance. */
  readonly sigma: number
}

/** Returns the messages that a file disagrees with, the worst first. Runs in the pool: unpacking a large orbit takes a second. */
export async function findDisagreements({
  packed,
  designator,
  messages,
  burns,
}: FileToCompare): Promise<readonly Disagreement[]> {
  const ephemeris = await unpackOrbit(packed)
  const all = [...burns, ...impulsesOf(ephemeris)]
  return messages
    .flatMap((message) => disagreementOf(ephemeris, message, { designator, burns: all }))
    .toSorted((a, b) => b.sigma - a.sigma)
}

const impulsesOf = (ephemeris: Ephemeris): KnownBurn[] =>
  impulsesIn(ephemeris).map((epoch) => {
    const ms = Date.parse(formatTime(epoch, { digits: 3, zulu: true }))
    return { ignitionMs: ms, endMs: ms }
  })

function disagreementOf(
  ephemeris: Ephemeris,
  { id: cdmId, messageId, originator, dataAt, original }: LastMessage,
  { designator, burns }: Pick<FileToCompare, 'designator' | 'burns'>,
): Disagreement[] {
  const message = readStored(original)
  const { tca: epoch } = message.relative
  const tcaAt = toInstant(epoch)
  const [dataMs, tcaMs] = [dataAt.getTime(), Date.parse(tcaAt)]
  // The orbit of the message does not include a burn that ended after its data. The file may include it, and then has to differ.
  if (burns.some(({ ignitionMs, endMs }) => endMs > dataMs && ignitionMs < tcaMs)) return []
  const place = message.objects.findIndex(({ metadata }) => designatorOf(metadata.objectDesignator) === designator)
  const state = statesOf(message)?.[place]
  const found = state && stateDifference(ephemeris, { ...state, epoch })
  if (found === undefined || found.mahalanobis === null || found.mahalanobis <= DISAGREEMENT_MAHALANOBIS) return []
  return [{ cdmId, messageId, originator, tcaAt, distanceM: found.distanceM, sigma: found.mahalanobis }]
}

/** Returns the states; undefined if one is in a frame that cannot be transformed. */
function statesOf(message: Parameters<typeof encounterOfCdm>[0]) {
  try {
    return encounterOfCdm(message)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
