import type { Conjunction } from './conjunction.ts'

/** What must be done, the most pressing first; whatever else is suggested can wait. */
const PRESSING: readonly Conjunction['action'][] = ['ACT', 'PREPARE', 'GET_DATA']

/** Orders events by what must be done about them; 0 is to act now. */
export function dutyOf({ action }: Pick<Conjunction, 'action'>): number {
  const place = PRESSING.indexOf(action)
  return place < 0 ? PRESSING.length : place
}

/** Somebody has decided, or a screening found it mitigated: nothing waits for anybody. */
export function isSettled({ state, decision }: Pick<Conjunction, 'state' | 'decision'>): boolean {
  return state === 'MITIGATED' || decision.state === 'DECIDED' || decision.state === 'CLOSED'
}
