import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { productNow } from '../../product-now.ts'
import type { Call } from './own-satellite.ts'

const LATE_MS = 24 * 3_600_000

/** Makes an event of a satellite with an engine, with a screened plan and with candidates, one of which may become nominal. */
export async function plannedEvent(call: Call): Promise<{ readonly planned: string; readonly candidate: string }> {
  const satellites = await call<Satellite[]>('GET', 'satellites?limit=100')
  const own = satellites.find(({ configuration }) => configuration.propulsion.type === 'IMPULSIVE')
  // The TCA is so late that a burn 1.5 orbits before it can still be commanded.
  const late = new Date(productNow() + LATE_MS).toISOString()
  const path = `conjunctions?satellite-id=${own?.satelliteId}&tca-after=${late}&sort=-tca`
  const event = (await call<Conjunction[]>('GET', path)).find(({ messages }) => messages > 0)
  const about = { 'conjunction-id': event?.conjunctionId }
  const startAt = (value: number) => ({ start: { unit: 'PERIODS', value } })
  const [candidate] = await call<Plan[]>('POST', 'manoeuvres/groups', {
    ...about,
    candidates: [startAt(1.5), startAt(2)],
  })
  const plan = await call<Plan>('POST', 'manoeuvres', { ...about, ...startAt(1.5) })
  await call('PATCH', `manoeuvres/${plan.manoeuvreId}`, { state: 'SCREENED' }, '*')
  return { planned: `${event?.satelliteId}/${event?.conjunctionId}`, candidate: candidate?.manoeuvreId ?? '' }
}
