import { type DutyPlan, getDutyPlan, updateDutyPlan } from '@apsis/contract/duty/plan.ts'
import { callVersioned } from '../../api/call.ts'
import { answerOf } from '../../api/queries.ts'
import { dutyPlanQuery } from '../../shell/status/on-call.ts'
import { saverOf } from '../form/save-stored.ts'

/** The part of the plan that users enter; the rest is derived from it. */
export type Rota = Pick<DutyPlan, 'timeZone' | 'turnsFrom' | 'handoverTime' | 'chain' | 'overrides' | 'absences'>

export const rotaOf = ({ timeZone, turnsFrom, handoverTime, chain, overrides, absences }: DutyPlan): Rota => ({
  timeZone,
  turnsFrom,
  handoverTime,
  chain,
  overrides,
  absences,
})

/** Returns the subjects of everybody whom a rota names. */
export const namedIn = ({ chain, overrides, absences }: Rota): string[] => [
  ...chain.flatMap(({ people }) => people),
  ...[...overrides, ...absences].map(({ person }) => person),
]

export const saveRota = saverOf<DutyPlan, Rota>({
  queryKey: dutyPlanQuery.queryKey,
  read: () => answerOf({ ...dutyPlanQuery, staleTime: 0 }),
  put: (rota, version) => callVersioned(updateDutyPlan, { body: rota }, { version }),
})

export const dutyCall = { method: getDutyPlan.method, path: getDutyPlan.path }
