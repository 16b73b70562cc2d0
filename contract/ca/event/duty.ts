import type { Conjunction } from './conjunction.ts'

/** The required actions, the most pressing first; other suggestions can wait. */
const PRESSING: readonly Conjunction['action'][] = ['ACT', 'PREPARE', 'GET_DATA']

/** Orders events by their required action; 0 is to act now. */
export function dutyOf({ action }: Pick<Conjunction, 'action'>): number {
  const place = PRESSING.indexOf(action)
  return place < 0 ? PRESSING.length : place
}

/** Returns true if somebody has decided, or a screening found it mitigated: no decision is open. */
export function isDecided({ state, decision }: Pick<Conjunction, 'state' | 'decision'>): boolean {
  return state === 'MITIGATED' || decision.state === 'DECIDED' || decision.state === 'CLOSED'
}
