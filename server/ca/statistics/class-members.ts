import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { CLASS_MEASURES, type EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { designatorOf } from '../message/record/api-value.ts'
import { readStored } from '../message/record/derive-cdm.ts'
import { determinationOf, type ObjectContext, objectOf } from './object-context.ts'

type ObjectIdentity = EventContext['object1']
export type ObjectClass = NonNullable<ObjectIdentity['kind']>

/** One object, with the values of its newest message. */
export type ClassMember = { readonly designator: string; readonly kind: ObjectClass; readonly context: ObjectContext }

/** A class with fewer objects than this has no percentiles. */
export const FEWEST_OF_CLASS = 10

const NOT_KNOWN = { massKg: null, tableMassKg: null } as const

/** Returns each object of the messages once, from the first message that contains it; the newest messages are first. */
export function classMembers(originals: readonly Uint8Array[]): ReadonlyMap<string, ClassMember> {
  const members = new Map<string, ClassMember>()
  for (const original of originals) {
    const message = readStored(original)
    for (const index of [0, 1] as const) {
      const designator = designatorOf(message.objects[index].metadata.objectDesignator)
      const kind = members.has(designator) ? null : classOf(message, index)
      if (kind !== null) members.set(designator, { designator, kind, context: objectOf(message, index, NOT_KNOWN) })
    }
  }
  return members
}

/** Returns the class of an object; null if its state is not an orbit, or is in a frame that cannot be transformed. */
export const classOf = (message: Message, index: 0 | 1): ObjectClass | null =>
  determinationOf(message, index)?.kind ?? null

/** Returns the percentile of each value of an object among the other objects of its class; values that are not in the message are left out. */
export function placesInClass(
  { designator, kind, context }: ClassMember,
  members: ReadonlyMap<string, ClassMember>,
): ObjectIdentity['inClass'] {
  const others = [...members.values()].filter((one) => one.kind === kind && one.designator !== designator)
  return CLASS_MEASURES.flatMap((measure) => {
    const value = context[measure]
    if (value === null) return []
    const sample = others.flatMap(({ context: { [measure]: other } }) => (other === null ? [] : [other]))
    return [
      {
        measure,
        percentile: sample.length < FEWEST_OF_CLASS ? null : percentileOf(value, sample),
        sample: sample.length,
      },
    ]
  })
}

/** Returns the share of a sample below a value, %; equal values count half. */
function percentileOf(value: number, sample: readonly number[]): number {
  const below = sample.filter((other) => other < value).length
  const equal = sample.filter((other) => other === value).length
  return (100 * (below + equal / 2)) / sample.length
}
