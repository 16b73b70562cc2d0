import type { Conjunction } from './conjunction.ts'

/** The required actions, the most urgent first; other suggestions can wait. */
const PRESSING: readonly Conjunction['action'][] = ['ACT', 'PREPARE', 'GET_DATA']

/** Returns a number that orders events by their required action; 0 means to act now. */
export function dutyOf({ action }: Pick<Conjunction, 'action'>): number {
  const place = PRESSING.indexOf(action)
  return place < 0 ? PRESSING.length : place
}

/** Returns true if somebody has decided, or a screening showed that the event is mitigated: no decision is open. */
export function isDecided({ state, decision }: Pick<Conjunction, 'state' | 'decision'>): boolean {
  return state === 'MITIGATED' || decision.state === 'DECIDED' || decision.state === 'CLOSED'
}
