import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { expect } from 'vitest'
import type { Call } from '../../ca/testing/own-satellite.ts'
import { productNow } from '../../product-now.ts'

/**
 * The least time until the decision is due: after that time there are no passes before the decision. If a further station becomes known later, the
 * decision may be due a day earlier, when the satellite is over that station.
 */
const LEAST_TIME_LEFT_MS = 2 * 86_400_000

/**
 * Returns the events whose passes can be ranked, critical ones first. The worth of a pass follows from the covariances of a message, and at some
 * times the demo's own screenings find an event without a message.
 */
export async function eventsWithMessages(call: Call): Promise<Conjunction[]> {
  const critical = await call<Conjunction[]>('GET', 'conjunctions?risk-level=CRITICAL')
  const all = [...critical, ...(await call<Conjunction[]>('GET', 'conjunctions'))]
  return all.filter(({ messages }) => messages > 0)
}

/** Returns an event with several passes; it orders one of them. Which ones there are depends on the time of day. */
export async function eventWithPasses(call: Call): Promise<string> {
  const found = async () => {
    for (const event of await eventsWithMessages(call)) {
      if (Date.parse(event.conjunctionData.tca) < productNow() + LEAST_TIME_LEFT_MS) continue
      const { objects } = await call<EventTracking>('GET', `../odt/conjunctions/${event.conjunctionId}/tracking`)
      for (const { unranked, catalogueId, passes } of objects) {
        // Another journey in the same product may have ordered some of them, or all passes of one object.
        const pass = passes.find(({ orderedBy }) => orderedBy === null)
        if (unranked === null && pass) return { event, catalogueId, pass }
      }
    }
    return undefined
  }
  await expect.poll(found, { timeout: 110_000, interval: 3_000 }).toBeDefined()
  const chosen = await found()
  if (chosen === undefined) throw new Error('no event of the demo has passes to choose from')
  const { event, catalogueId, pass } = chosen
  await call('POST', '../odt/requests', {
    catalogueId,
    conjunctionId: event.conjunctionId,
    measurementType: pass.measurementType,
    observationPassIds: [pass.name],
  })
  return `${event.satelliteId}/${event.conjunctionId}`
}
