import { z } from 'zod'
import { Instant } from '../../page.ts'
import type { ScreeningReason } from './screening-reason.ts'

/**
 * The kinds of blackouts: entered by a person, between contacts, or in the shadow of the Earth; SHADOW_UNKNOWN: the shadow is not known at that time.
 */
export const BLACKOUT_KINDS = ['ENTERED', 'CONTACT', 'ECLIPSE', 'SHADOW_UNKNOWN'] as const

/**
 * The reasons why blackouts are not known: there are no contacts, the orbit cannot be read or ends, the time is after the computed contacts, or the
 * shadow is not known.
 */
export const BLACKOUTS_UNKNOWN = ['NO_CONTACTS', 'ORBIT_FAULT', 'ORBIT_ENDS', 'HORIZON', 'SHADOW'] as const

const MetBlackout = z.strictObject({
  kind: z.enum(BLACKOUT_KINDS),
  from: Instant,
  to: Instant,
  reason: z.string().meta({ description: 'Why it was entered, or the station of the contact' }),
  isSure: z.boolean().meta({ description: 'False: the burn is in the ends alone, which are not certain' }),
})

/** The blackouts as known now. The burn of a plan keeps its planned time, and may therefore be in a blackout that becomes known later. */
export const PlanBlackouts = z
  .strictObject({
    met: z.array(MetBlackout).meta({ description: 'Those that the burn lies in' }),
    unknown: z
      .strictObject({
        cause: z.enum(BLACKOUTS_UNKNOWN),
        after: Instant.nullable().meta({ description: 'Known until then; null: not at all' }),
        why: z.string(),
      })
      .nullable()
      .meta({ description: 'Why a blackout that nobody knows of may lie over the burn; null: all are known' }),
  })
  .meta({
    id: 'ManoeuvreBlackouts',
    description: 'The times without burns of the satellite, held against the burn of a plan',
    examples: [{ met: [], unknown: null }],
  })
export type PlanBlackouts = z.output<typeof PlanBlackouts>

/** Returns the objections to a burn as reasons of its screening; the reasons that make the screening fail are first. */
export function blackoutReasons({ met, unknown }: PlanBlackouts): ScreeningReason[] {
  const told = met.map(
    ({ kind, from: fromAt, to: toAt, reason, isSure }): ScreeningReason => ({
      code: isSure ? 'in-blackout' : 'near-blackout',
      values: { kind, fromAt, toAt, place: reason },
    }),
  )
  const sureFirst = told.toSorted((a, b) => Number(b.code === 'in-blackout') - Number(a.code === 'in-blackout'))
  if (unknown === null) return sureFirst
  const { cause, after, why } = unknown
  const values = { cause, why, ...(after === null ? {} : { afterAt: after }) }
  return [...sureFirst, { code: after === null ? 'blackouts-unknown' : 'blackouts-unknown-after', values }]
}
