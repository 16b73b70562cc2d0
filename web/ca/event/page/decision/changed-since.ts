import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'

/** The parts of an event on which a decision is based. */
export type Grounds = Pick<Conjunction, 'action' | 'decision'> & {
  readonly conjunctionData: Pick<Conjunction['conjunctionData'], 'riskLevel' | 'probabilityOfCollision'>
}

/** A smaller relative change of the probability does not change a decision. */
const SMALL_SHARE = 0.05

export type Change = 'record' | 'level' | 'probability' | 'action'

/**
 * Returns the changes of an event that matter for a decision: only for these the user is asked again. A message that leaves level,
 * probability and action unchanged is no reason to ask; a step that another person recorded always is.
 */
export function changesSince(before: Grounds, now: Grounds): readonly Change[] {
  const [was, is] = [before.conjunctionData, now.conjunctionData]
  return [
    ...(JSON.stringify(before.decision) === JSON.stringify(now.decision) ? [] : (['record'] as const)),
    ...(was.riskLevel === is.riskLevel ? [] : (['level'] as const)),
    ...(isNear(was.probabilityOfCollision, is.probabilityOfCollision) ? [] : (['probability'] as const)),
    ...(before.action === now.action ? [] : (['action'] as const)),
  ]
}

/** Compares in both directions, because a lower probability is a change too. */
function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= SMALL_SHARE * Math.min(a, b)
}
