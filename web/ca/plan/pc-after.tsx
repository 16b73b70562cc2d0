import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../ui/format/probability.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { planWords } from './words.data.ts'

type PcAfterBurn = { readonly after: Pick<Burn['after'], 'probability'>; readonly counted?: Burn['counted'] }

/**
 * Shows the probability after a plan. A counted one is an upper bound, which is distinguished from a probability
 * wherever it is shown (F2).
 */
export function PcAfter({ plan: { after, counted }, reason }: { readonly plan: PcAfterBurn; readonly reason: string }) {
  return <Probability value={after.probability ?? undefined} isBound={counted !== undefined} reason={reason} />
}

const bounded = (text: string, { after, counted }: PcAfterBurn) =>
  counted === undefined || after.probability === null ? text : planWords('atMost', { pc: text })

/** Returns the probability after a plan as one line of text. */
export const pcAfterLine = (plan: PcAfterBurn) =>
  bounded(formatProbabilityLine(plan.after.probability ?? undefined), plan)

/** Returns the same text for messages to others; empty if there is no value. */
export const pcAfterPlain = (plan: PcAfterBurn) =>
  bounded(formatProbabilityPlain(plan.after.probability ?? undefined), plan)
