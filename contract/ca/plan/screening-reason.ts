import { z } from 'zod'
import { Finding } from '../../finding.ts'
import { Id } from '../../page.ts'
import { LEFT_OUT_BY } from './left-out.ts'

/** The reasons why the screening of a plan is not PASS, as data (contract/notice-text/screening-in-words.ts has the texts). */
export const SCREENING_REASONS = [
  'target-not-screened',
  'keeps-too-much',
  'strong-leaves-too-much',
  'weak-leaves-too-much',
  'denser-leaves-too-much',
  'thinner-leaves-too-much',
  'no-probability-with-burn',
  'only-counted-with-burn',
  'no-probability-off-nominal',
  'no-probability-in-other-air',
  'not-accepted-with-burn',
  'not-accepted-before-burn',
  'raised',
  'raised-from-nothing',
  'off-nominal-not-accepted',
  'keeps-too-little-distance',
  'strong-comes-too-near',
  'weak-comes-too-near',
  'too-near-with-burn',
  'off-nominal-too-near',
  'other-plan',
  'announced-burn',
  'other-plan-not-flown',
  'announced-not-flown',
  'burn-held',
  'burn-may-be-held',
  'outside-volume',
  'element-sets-alone',
  'event-not-screened',
  'in-blackout',
  'near-blackout',
  'blackouts-unknown',
  'blackouts-unknown-after',
  'path-meets',
  'path-announced-burn',
  'path-under-way',
  'path-failed',
  'path-cancelled',
  'path-not-begun',
  'path-incomplete',
] as const

/** The reasons why nothing can be computed for an event, given as `obstacle` of `event-not-screened`; any other obstacle is given in English. */
export const SCREENING_OBSTACLES = ['no-probability', 'late-after-drag', 'burn-not-before', 'burn-half-held'] as const

export const ScreeningReason = z.strictObject({ code: z.enum(SCREENING_REASONS), values: Finding.shape.values }).meta({
  id: 'ScreeningReason',
  description: 'Why a screening is not PASS, as data; path: of that screening of the new path',
})
export type ScreeningReason = z.output<typeof ScreeningReason>

/** The reasons as data, which are added to the reasons as sentences. */
export const ScreeningCauses = z.array(ScreeningReason).meta({ description: 'The reasons as data, in their order' })

/** An open event without a result. */
export const NotScreenedEvent = z.strictObject({
  conjunctionId: Id,
  reason: z.string(),
  cause: Finding.shape.values.meta({ description: 'The reason as data: obstacle says which it is' }),
  leftOut: z.enum(LEFT_OUT_BY).optional().meta({ description: 'Why it counts for nothing; absent: it counts' }),
})
