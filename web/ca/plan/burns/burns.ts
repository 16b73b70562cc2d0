import { DAY_MS } from '@apsis/astro/constants.ts'
import { listManoeuvres, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { hasBurn, isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../../api/call.ts'
import { now } from '../../../clock/clock.ts'
import type { BurnMark } from '../../plot/timeline/burn-mark.tsx'
import { PLANS_KEY } from '../plan-query.ts'

/** The list for a shift goes back one day, and the list of a satellite goes back a quarter of a year. */
const [SHIFT_DAYS, SATELLITE_DAYS] = [1, 92]

const since = (satelliteId: string | undefined) =>
  new Date(now() - (satelliteId === undefined ? SHIFT_DAYS : SATELLITE_DAYS) * DAY_MS).toISOString()

/** Reads plans by ignition: those of one satellite, or of all. */
export const burnsQuery = (satelliteId?: string) =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'burns', satelliteId ?? 'all'],
    queryFn: ({ signal }) => {
      const of = satelliteId === undefined ? {} : { 'satellite-id': satelliteId }
      const query = { ...of, 'ignition-after': since(satelliteId), sort: 'ignitionEpoch', limit: 500 } as const
      return callAll(listManoeuvres, { query }, signal)
    },
  })

/** Returns the API call behind the list, for use in scripts. */
export const burnsCall = (satelliteId?: string) => ({
  method: listManoeuvres.method,
  path: listManoeuvres.path,
  query: { 'satellite-id': satelliteId, 'ignition-after': since(satelliteId), sort: 'ignitionEpoch', limit: 500 },
})

const ignitionMs = ({ ignitionEpoch }: Plan) => Date.parse(ignitionEpoch)

/**
 * Returns the plans of existing satellites. Of removed satellites it returns the plans that may have been sent to the command team, because
 * these have to be revoked. While the satellites are not known it returns all plans, so that no burn is hidden by an unread list.
 */
export function plansOf<P extends Pick<Plan, 'satelliteId' | 'state'>>(
  satellites: readonly Pick<Plan, 'satelliteId'>[] | undefined,
  plans: readonly P[],
): readonly P[] {
  if (satellites === undefined) return plans
  const ids = new Set(satellites.map(({ satelliteId }) => satelliteId))
  return plans.filter(({ satelliteId, state }) => ids.has(satelliteId) || state === 'APPROVED' || state === 'EXPORTED')
}

/** Returns the future burns, the next one first. */
export function burnsAhead(plans: readonly Plan[], nowMs: number): readonly Plan[] {
  return plans
    .filter((plan) => isOpen(plan.state) && ignitionMs(plan) >= nowMs)
    .toSorted((a, b) => ignitionMs(a) - ignitionMs(b))
}

/** Returns burns as marks of a timeline: a burn that was sent is filled, a planned one is hollow. */
export function burnMarks(plans: readonly Plan[]): readonly BurnMark[] {
  return plans
    .filter(({ state }) => hasBurn(state))
    .map((plan) => ({
      id: plan.manoeuvreId,
      satelliteKey: plan.satelliteId,
      atMs: ignitionMs(plan),
      name: plan.name,
      isFirm: plan.state !== 'DRAFT' && plan.state !== 'SCREENED',
    }))
}
