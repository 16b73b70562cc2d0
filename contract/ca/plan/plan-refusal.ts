import type { Finding } from '../../finding.ts'

/**
 * The reasons for refusing a plan or one of its steps; the code of the refusal is `manoeuvre.` followed by the reason
 * (contract/notice-text/plan-refusal-in-words.ts has the texts).
 */
export const PLAN_REFUSALS = [
  'no-satellite',
  'no-message',
  'no-probability',
  'contact',
  'lead-time',
  'after-tca',
  'blackout',
  'window',
  'strategy',
  'planned-burn',
  'attitude',
  'mass',
  'spent',
  'no-engine',
  'burn-duration',
  'direction',
  'method',
  'drag-unknown',
  'held-area',
  'orbit',
  'too-many-candidates',
  'transition',
  'older-message',
  'left-out',
  'left-out-lapsed',
  'newer-data',
  'command-too-late',
  'not-begun',
  'service-account',
  'second-person',
  'they-move',
  'replaces',
  'mitigated-already',
  'incomplete',
  'silent-burn',
  'not-yet-verifiable',
  'not-as-planned',
  'as-planned',
  'too-costly',
  'contacts-too-costly',
  'shadow-too-costly',
  'path-too-costly',
  'file-too-costly',
  'satellite-removed',
  'path',
  'file',
  'not-to-withdraw',
  'own-burn',
] as const
export type PlanRefusalCode = (typeof PLAN_REFUSALS)[number]

/** `case` distinguishes refusals with the same code; the names of instants end in `At`. */
export type PlanRefusal = { readonly code: PlanRefusalCode; readonly values: Finding['values'] }

export const REFUSAL_PREFIX = 'manoeuvre.'
