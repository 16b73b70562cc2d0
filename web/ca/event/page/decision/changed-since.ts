import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'

/** What a decision rests on, of an event. */
export type Grounds = Pick<Conjunction, 'action' | 'decision'> & {
  readonly conjunctionData: Pick<Conjunction['conjunctionData'], 'riskLevel' | 'probabilityOfCollision'>
}

/** A probability that moved by less, relatively, decides nothing else. */
const SMALL_SHARE = 0.05

export type Change = 'record' | 'level' | 'probability' | 'action'

/**
 * What of an event has changed that a decision rests on: whoever decided is asked again for that alone. A message that leaves
 * level, probability and action as they are is no reason to ask; a step that somebody else recorded always is one.
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

/** Both, either way: a probability that fell is another one, too. */
function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= SMALL_SHARE * Math.min(a, b)
}
