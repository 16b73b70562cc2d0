import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { repeatedPairs } from './repeated-pairs.ts'

/** What an object is, as messages write it. */
const KINDS = ['DEBRIS', 'PAYLOAD', 'ROCKET_BODY', 'UNKNOWN'] as const
/** Kinds of other objects whose events can be left out: those that can manoeuvre by themselves, and what messages call them. */
export const LEAVABLE = ['MOVES', 'PAYLOAD', 'ROCKET_BODY', 'DEBRIS', 'UNKNOWN'] as const
export type Leavable = (typeof LEAVABLE)[number]
/** Why an event is left out: its kind, or that it was chosen by itself. */
export const LEFT_OUT_BY = [...LEAVABLE, 'CHOSEN'] as const
export type LeftOutBy = (typeof LEFT_OUT_BY)[number]

/** Which events of the satellite a plan leaves out (flight rule F10): who left them out, and when, is in its steps. */
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

/** The claim that a screening rests on. */
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

/** Whether events were left out of a screening: whoever approves by it says why. */
export const hasLeftOut = (screening: {
  readonly events: readonly { readonly leftOut?: LeftOutBy | undefined }[]
  readonly notScreened: readonly { readonly leftOut?: LeftOutBy | undefined }[]
}): boolean => [...screening.events, ...screening.notScreened].some(({ leftOut }) => leftOut !== undefined)

/** What kind of object it is, however the message writes it. */
export function kindOf(type: string | null) {
  const written = (type ?? 'UNKNOWN').toUpperCase().replaceAll(/[ /]/g, '_').replace('R_B', 'ROCKET_BODY')
  return KINDS.find((kind) => kind === written) ?? 'OTHER'
}

/** The kinds of an object, of which any can be left out. */
export function leavableKindsOf(object: {
  readonly objectType: string | null
  readonly manoeuvrable: string
}): readonly Leavable[] {
  const kind = kindOf(object.objectType)
  return [...(object.manoeuvrable === 'YES' ? ['MOVES' as const] : []), kind === 'OTHER' ? 'UNKNOWN' : kind]
}
