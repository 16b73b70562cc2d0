import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { repeatedPairs } from './repeated-pairs.ts'

/** The kinds of objects, as messages write them. */
const KINDS = ['DEBRIS', 'PAYLOAD', 'ROCKET_BODY', 'UNKNOWN'] as const
/**
 * The kinds of other objects whose events can be left out: MOVES stands for objects that can manoeuvre, and the others are the object types in
 * messages.
 */
export const LEAVABLE = ['MOVES', 'PAYLOAD', 'ROCKET_BODY', 'DEBRIS', 'UNKNOWN'] as const
export type Leavable = (typeof LEAVABLE)[number]
/** The reasons for leaving out an event: the kind of the other object, or the choice of a person. */
export const LEFT_OUT_BY = [...LEAVABLE, 'CHOSEN'] as const
export type LeftOutBy = (typeof LEFT_OUT_BY)[number]

/** The satellite's events that a plan leaves out (flight rule F10); the author and the time are in the plan's steps. */
export const LeftOut = z
  .strictObject({
    kinds: z.array(z.enum(LEAVABLE)).max(LEAVABLE.length).default([]).meta({
      description:
        'Of other objects, for events that are open when the plan is made or changed. MOVES: those that can manoeuvre, by their messages',
    }),
    conjunctionIds: z.array(Id).max(100).default([]).meta({ description: 'Events by themselves' }),
    until: Instant.optional().meta({ description: 'From then on they count again; absent: from ignition on' }),
  })
  .meta({
    id: 'ManoeuvreLeftOut',
    description:
      'Other open events that count neither in the verdict nor in the total of the screening; never the event that the burn is made for',
    examples: [{ kinds: ['MOVES'], conjunctionIds: [] }],
  })
export type LeftOut = z.output<typeof LeftOut>

const probability = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, 0 to 1; null: none` })

/** The claim on which a screening with left-out events depends. */
export const LeftOutClaim = z
  .strictObject({
    by: z.string().meta({ description: 'Who asked for the plan so' }),
    at: Instant,
    until: Instant.meta({ description: 'From then on they count again' }),
    totalBefore: probability('Of all events without the burn, those left out too'),
    totalAfter: probability('Of all events with the burn, those left out too'),
    repeated: repeatedPairs,
  })
  .meta({
    id: 'ManoeuvreLeftOutClaim',
    description: 'Who left events out, until when, and the totals with them (flight rule F10)',
  })
export type LeftOutClaim = z.output<typeof LeftOutClaim>

/** Returns true if events were left out of a screening: its approval then needs a reason. */
export const hasLeftOut = (screening: {
  readonly events: readonly { readonly leftOut?: LeftOutBy | undefined }[]
  readonly notScreened: readonly { readonly leftOut?: LeftOutBy | undefined }[]
}): boolean => [...screening.events, ...screening.notScreened].some(({ leftOut }) => leftOut !== undefined)

/** Returns the kind of an object, however the message spells it. */
export function kindOf(type: string | null) {
  const written = (type ?? 'UNKNOWN').toUpperCase().replaceAll(/[ /]/g, '_').replace('R_B', 'ROCKET_BODY')
  return KINDS.find((kind) => kind === written) ?? 'OTHER'
}

/** Returns the kinds of an object; events can be left out by each of them. */
export function leavableKindsOf(object: {
  readonly objectType: string | null
  readonly manoeuvrable: string
}): readonly Leavable[] {
  const kind = kindOf(object.objectType)
  return [...(object.manoeuvrable === 'YES' ? ['MOVES' as const] : []), kind === 'OTHER' ? 'UNKNOWN' : kind]
}
