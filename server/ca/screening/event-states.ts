import type { Matrix } from '@apsis/astro/matrix.ts'
import { rebuildObject } from '@apsis/astro/screening/rebuilt-object.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { elementsOf } from '@apsis/astro/sgp4/elements-of-model.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { type Cdm, type CdmObject, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { FactsOfMessage } from './run/submitted-screening.ts'

/** The state of the other object of an open event, from its newest message. */
export type EventState = {
  readonly objectId: string
  readonly name: string
  /** The message that the state is from. */
  readonly cdmId: string
  readonly elements: MeanElements
  /** The span around TCA in which the state is accurate enough. */
  readonly from: Epoch
  readonly to: Epoch
  readonly told: FactsOfMessage
}

/** A message of an open event as it is stored, and the combined radius of its assessment. */
export type EventMessage = {
  readonly cdmId: string
  readonly original: Uint8Array
  readonly noradIds: readonly number[]
  readonly radiusM: number | null
}

/**
 * Within this time of TCA an object that is rebuilt from one state is accurate to some hundred metres (rebuilt-object.ts); an encounter outside
 * this time would belong to another event.
 */
const AROUND_TCA_S = 3_600

/** Rebuilds the objects of messages, except these satellites; an unusable state gives the reason instead. Runs in the worker pool. */
export function rebuildEventStates(messages: readonly EventMessage[]): {
  readonly states: readonly EventState[]
  readonly lost: readonly { readonly objectId: string; readonly reason: string }[]
} {
  const states: EventState[] = []
  const lost: { objectId: string; reason: string }[] = []
  for (const { cdmId, original, noradIds, radiusM } of messages) {
    const reading = readCdm(Buffer.from(original).toString('utf8'), { strict: false })
    // The message was read when it was received, and never changes.
    if (!reading.ok) throw new TypeError('a stored message cannot be read')
    const own = new Set(noradIds.map(String))
    const others = reading.message.objects.filter(({ metadata }) => !own.has(plain(metadata.objectDesignator)))
    for (const object of others) {
      const rebuilt = rebuild(object, reading.message, radiusM ?? undefined)
      if (typeof rebuilt === 'string') lost.push({ objectId: plain(object.metadata.objectDesignator), reason: rebuilt })
      else states.push({ ...rebuilt, cdmId })
    }
  }
  return { states, lost }
}

function rebuild(
  { metadata, state, additional, covariance }: CdmObject,
  cdm: Cdm,
  radiusM: number | undefined,
): Omit<EventState, 'cdmId'> | string {
  const { tca } = cdm.relative
  const frame = toFrame(metadata.refFrame)
  if (frame === null) return `REF_FRAME ${metadata.refFrame} cannot be transformed`
  const objectId = plain(metadata.objectDesignator)
  const cdAreaOverMass = additional?.cdAreaOverMassM2PerKg
  const drag = cdAreaOverMass === undefined ? {} : { cdAreaOverMass }
  try {
    const rebuilt = rebuildObject(
      { id: objectId, epoch: tca, frame, r: state.r, v: state.v, ...drag },
      { outside: 'hold' },
    )
    if (!rebuilt.ok) return rebuilt.reason
    if (rebuilt.object.flight.kind !== 'elements') throw new TypeError('a rebuilt object flies by elements')
    const [from, to] = [addSeconds(tca, -AROUND_TCA_S), addSeconds(tca, AROUND_TCA_S)]
    const told = { covarianceRtn: covarianceOf(covariance.matrix), radiusM }
    return {
      objectId,
      name: metadata.objectName ?? '',
      elements: elementsOf(rebuilt.object.flight.model),
      from,
      to,
      told,
    }
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

/** Returns the covariance of position and velocity, or of the position alone if the message has no velocity covariance. */
function covarianceOf(matrix: Matrix): Matrix {
  const size = [3, 4, 5].some((axis) => (matrix[axis]?.[axis] ?? 0) > 0) ? 6 : 3
  return matrix.slice(0, size).map((row) => row.slice(0, size))
}

/** Removes leading zeros from a catalogue number. */
function plain(designator: string): string {
  return designator.trim().replace(/^0+(?=\d)/, '')
}
