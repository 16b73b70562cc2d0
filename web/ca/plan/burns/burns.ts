import { DAY_MS } from '@apsis/astro/constants.ts'
import { listManoeuvres, type Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { hasBurn, isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../../api/call.ts'
import { now } from '../../../clock/clock.ts'
import type { BurnMark } from '../../plot/timeline/burn-mark.tsx'
import { PLANS_KEY } from '../plan-query.ts'

/** A list for a shift shows what was flown within a day; that of a satellite, what was flown in a quarter of a year. */
const [SHIFT_DAYS, SATELLITE_DAYS] = [1, 92]

const since = (satelliteId: string | undefined) =>
  new Date(now() - (satelliteId === undefined ? SHIFT_DAYS : SATELLITE_DAYS) * DAY_MS).toISOString()

/** Plans by ignition: those of one satellite, or of all. */
export const burnsQuery = (satelliteId?: string) =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'burns', satelliteId ?? 'all'],
    queryFn: ({ signal }) => {
      const of = satelliteId === undefined ? {} : { 'satellite-id': satelliteId }
      const query = { ...of, 'ignition-after': since(satelliteId), sort: 'ignitionEpoch', limit: 500 } as const
      return callAll(listManoeuvres, { query }, signal)
    },
  })

/** The call behind the list, for those who want it for themselves. */
export const burnsCall = (satelliteId?: string) => ({
  method: listManoeuvres.method,
  path: listManoeuvres.path,
  query: { 'satellite-id': satelliteId, 'ignition-after': since(satelliteId), sort: 'ignitionEpoch', limit: 500 },
})

const ignitionMs = ({ ignitionEpoch }: Manoeuvre) => Date.parse(ignitionEpoch)

/**
 * Plans of satellites that are still there, and those of removed ones that may have reached whoever commands: they are to be taken back. All
 * of them while it is not known which are there: a burn is never hidden because a list could not be read.
 */
export function plansOf<Plan extends Pick<Manoeuvre, 'satelliteId' | 'state'>>(
  satellites: readonly Pick<Manoeuvre, 'satelliteId'>[] | undefined,
  plans: readonly Plan[],
): readonly Plan[] {
  if (satellites === undefined) return plans
  const ids = new Set(satellites.map(({ satelliteId }) => satelliteId))
  return plans.filter(({ satelliteId, state }) => ids.has(satelliteId) || state === 'APPROVED' || state === 'EXPORTED')
}

/** Burns that lie ahead, the next one first. */
export function burnsAhead(plans: readonly Manoeuvre[], nowMs: number): readonly Manoeuvre[] {
  return plans
    .filter((plan) => isOpen(plan.state) && ignitionMs(plan) >= nowMs)
    .toSorted((a, b) => ignitionMs(a) - ignitionMs(b))
}

/** Burns as marks of a timeline: what is on its way is full, what is only planned is hollow. */
export function burnMarks(plans: readonly Manoeuvre[]): readonly BurnMark[] {
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
