import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { hasLeftOut } from '@apsis/contract/ca/plan/left-out.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import type { Faults } from '../../form/use-form.ts'
import { readNumber } from '../../ui/format/number.ts'
import type { PlanStep } from './plan-query.ts'
import { planWords } from './words.data.ts'

/** The values that are typed in the dialog of a step. */
export type StepDraft = {
  readonly why: string
  readonly mover: '' | 'US' | 'THEM'
  readonly agreedWith: string
  /** A time in UTC; empty stands for now. */
  readonly agreedAt: string
  readonly channel: string
  readonly deltaV: string
  readonly sigma: string
  readonly source: string
  /** The unannounced burns that are missing in the message of the plan and that the user has seen: the plan is exported nevertheless. */
  readonly seenSilentBurns: NonNullable<PlanStep['seenSilentBurns']>
  /** The ticked plans that the approval revokes, and the tick for an event that a burn has already mitigated. */
  readonly replaces: readonly string[]
  readonly isMitigationSeen: boolean
}

/** The side effects of an approval: the plans of its event that it revokes, and whether a burn has mitigated that event. */
export type Approving = {
  readonly replaced: readonly Pick<Plan, 'manoeuvreId' | 'name' | 'exportedAt'>[]
  readonly isMitigated: boolean
}

/** Returns the effect of the approval of a plan on the other plans of its event. */
export function approvingOf(
  plan: Pick<Plan, 'manoeuvreId'>,
  { plans, state }: { readonly plans: readonly Plan[]; readonly state: Conjunction['state'] | undefined },
): Approving {
  const isOnItsWay = (one: Plan) => one.state === 'APPROVED' || one.state === 'EXPORTED'
  const replaced = plans.filter((one) => one.manoeuvreId !== plan.manoeuvreId && isOnItsWay(one))
  return { replaced, isMitigated: state === 'MITIGATED' }
}

export const EMPTY_STEP: StepDraft = {
  why: '',
  mover: '',
  agreedWith: '',
  agreedAt: '',
  channel: '',
  deltaV: '',
  sigma: '',
  source: '',
  seenSilentBurns: [],
  replaces: [],
  isMitigationSeen: false,
}

/**
 * True if the step needs a reason: the approval of a plan that did not pass or left events out, an export, or a result that no data
 * confirms.
 */
export function needsReason({ screening, meetsTarget }: Plan, to: PlanState): boolean {
  const hasPassed = screening?.verdict === 'PASS' && !hasLeftOut(screening)
  return to === 'EXPORTED' || needsFound(to) || (to === 'APPROVED' && !(hasPassed && meetsTarget))
}

export const needsFound = (to: PlanState) => to === 'VERIFIED' || to === 'PARTIAL'

/** The tolerance for a fast clock: a recent agreement may lie in the future by less than this. */
const CLOCK_MS = 60_000

const whyNeeded = (to: PlanState) =>
  to === 'EXPORTED' ? 'outsideNeeded' : needsFound(to) ? 'foundWhyNeeded' : 'whyNeeded'

/** Returns the errors in the values of the step at a time, by field. */
export function faultsOf(
  plan: Plan,
  to: PlanState,
  draft: StepDraft,
  { atMs, approving }: { readonly atMs: number; readonly approving: Approving | undefined },
): Faults<StepDraft> {
  const t = planWords
  const isBlank = (text: string) => text.trim() === ''
  const approved = to === 'APPROVED' ? approving : undefined
  const isUnseen = approved?.replaced.some(({ manoeuvreId }) => !draft.replaces.includes(manoeuvreId))
  const isAgreed = to === 'EXPORTED' && draft.mover !== ''
  const agreedMs = Date.parse(typedInstant(draft.agreedAt) ?? '')
  const isFound = readNumber(draft.deltaV) >= 0 && readNumber(draft.sigma) > 0 && !isBlank(draft.source)
  return {
    why: needsReason(plan, to) && isBlank(draft.why) ? t(whyNeeded(to)) : undefined,
    replaces: isUnseen ? t('tickNeeded') : undefined,
    isMitigationSeen: approved?.isMitigated && !draft.isMitigationSeen ? t('tickNeeded') : undefined,
    agreedWith: isAgreed && isBlank(draft.agreedWith) ? t('agreedNeeded') : undefined,
    channel: isAgreed && isBlank(draft.channel) ? t('agreedNeeded') : undefined,
    agreedAt: isAgreed && !isBlank(draft.agreedAt) && !(agreedMs <= atMs + CLOCK_MS) ? t('agreedAtWrong') : undefined,
    deltaV: needsFound(to) && !isFound ? t('foundNeeded') : undefined,
  }
}

/** Returns the step in the form of the API. */
export function stepBody(to: PlanState, draft: StepDraft, atMs: number): PlanStep {
  const { why, mover, agreedWith, agreedAt, channel, deltaV, sigma, source } = draft
  const at = typedInstant(agreedAt) ?? new Date(atMs).toISOString()
  const found = { deltaVMps: readNumber(deltaV), sigmaMps: readNumber(sigma), source: source.trim() }
  return {
    state: to,
    ...(why.trim() === '' ? {} : { why: why.trim() }),
    ...(to === 'EXPORTED' && mover !== '' ? { agreement: { mover, with: agreedWith, at, channel } } : {}),
    ...(to === 'EXPORTED' && draft.seenSilentBurns.length > 0 ? { seenSilentBurns: draft.seenSilentBurns } : {}),
    ...(to === 'APPROVED' && draft.replaces.length > 0 ? { replaces: [...draft.replaces] } : {}),
    ...(to === 'APPROVED' && draft.isMitigationSeen ? { isMitigationSeen: true } : {}),
    ...(needsFound(to) ? { found } : {}),
  }
}
