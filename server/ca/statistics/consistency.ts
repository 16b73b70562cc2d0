import { GM_EARTH } from '@apsis/astro/constants.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { localRotation } from '@apsis/astro/frames/local.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { flyTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { dot, subtract } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { inertialState } from '@apsis/ccsds/cdm/orbit-determination.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import { unpackOrbit } from '../ephemeris/record/packed-orbit.ts'
import { toInstant } from '../message/record/api-value.ts'

/** An ephemeris of an object in its stored form: a version of an own file, or of a file that the object's operator publishes. */
export type StoredVersion = {
  readonly kind: 'OWN_FILE' | 'PUBLISHED'
  readonly name: string
  readonly madeAt: Date
  readonly isSimulated: boolean
  readonly packed: Uint8Array
}

type Statement = EventContext['consistency']['object1'][number]
type StatementWithState = Omit<Statement, 'apart'> & { readonly state: CartesianState }

/**
 * Returns the positions of an object by each message and each version of an ephemeris, the oldest first. They are relative to its position
 * in the newest message, at the TCA of that message, along R, T and N. The state of an earlier message is moved to this TCA by two-body
 * motion. Over the seconds between two TCAs it is exact to the millimetre, while a straight line would be wrong by 4 m after one second.
 * Empty if the state of the newest message is in a frame that cannot be transformed.
 */
export async function consistencyOf(
  messages: readonly { readonly message: Message; readonly isSimulated: boolean }[],
  index: 0 | 1,
  versions: readonly StoredVersion[],
): Promise<Statement[]> {
  const newest = messages.at(-1)?.message
  const tca = newest?.relative.tca
  const reference = newest && stateIn(newest, index, newest.relative.tca)
  if (tca === undefined || reference === undefined) return []
  const ofMessages = messages.flatMap(({ message, isSimulated }): StatementWithState[] => {
    const state = stateIn(message, index, tca)
    if (state === undefined) return []
    const { originator, creationDate } = message.header
    return [
      {
        kind: 'MESSAGE',
        name: originator,
        madeAt: toInstant(creationDate),
        sigma: sigmaOf(message, index),
        isSimulated,
        state,
      },
    ]
  })
  const ofVersions = await Promise.all(versions.map((version) => versionAt(version, tca)))
  const [r, t, n] = localRotation('RSW', reference).matrix
  return [...ofMessages, ...ofVersions.flatMap((one) => one ?? [])]
    .map(({ state, ...said }) => {
      const apart = subtract(state.r, reference.r)
      return { ...said, apart: { r: dot(r, apart), t: dot(t, apart), n: dot(n, apart) } }
    })
    .toSorted((a, b) => compareText(a.madeAt, b.madeAt))
}

/** Returns the state of an object of a message in GCRF at a time near its TCA; undefined if its frame cannot be transformed. */
function stateIn({ relative, objects }: Message, index: 0 | 1, at: Epoch): CartesianState | undefined {
  try {
    const state = inertialState(objects[index], relative.tca, objects[index].state)
    return flyTwoBody(state, secondsBetween(relative.tca, at), GM_EARTH)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns 1σ along R, T and N, m; null without a covariance. */
function sigmaOf({ objects }: Message, index: 0 | 1): Statement['sigma'] {
  const { matrix } = objects[index].covariance
  const [r, t, n] = [0, 1, 2].map((place) => Math.sqrt(matrix[place]?.[place] ?? Number.NaN))
  if (r === undefined || t === undefined || n === undefined || !(r > 0 && t > 0 && n > 0)) return null
  return { r, t, n }
}

async function versionAt({ packed, ...version }: StoredVersion, at: Epoch): Promise<StatementWithState | undefined> {
  const found = interpolateState(await unpackOrbit(packed), at)
  const frame = found.ok ? toFrame(found.frame) : null
  if (!found.ok || frame === null) return undefined
  const { kind, name, madeAt, isSimulated } = version
  const state = transformState({ frame, epoch: at, r: found.r, v: found.v }, 'GCRF', { outside: 'hold' })
  return { kind, name, madeAt: madeAt.toISOString(), sigma: null, isSimulated, state }
}
