import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { demoEphemerides } from '../demo/ephemerides.ts'
import { demoEvent } from '../demo/plan.ts'
import { HIGH_EVENT } from '../demo/stories.data.ts'
import { storeEphemeris } from '../ephemeris/store-ephemeris.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { messagesDue } from './messages-due.ts'

type OpenedDemo = {
  readonly owner: { readonly tenantId: string; readonly subject: string }
  readonly fleet: readonly Satellite[]
  readonly seed: number
  readonly openedMs: number
}

/**
 * Sends the messages of the demo's HIGH event that is not a story, and the ephemeris of its satellite, as the worker of the demo does: the whole
 * demo takes a minute.
 */
export async function sendHighEvent(platform: CaPlatform, { owner, fleet, seed, openedMs }: OpenedDemo): Promise<void> {
  const tcaMs = Math.round(openedMs + HIGH_EVENT.hoursToTca * HOUR_MS)
  const messages = messagesDue(seed, openedMs, { from: 0, to: platform.now() }).filter(
    ({ event }) => demoEvent(seed, openedMs, event).tcaMs === tcaMs,
  )
  await takeInCdms(platform, owner, messages, { source: 'simulator', now: new Date(platform.now()) })
  const satellite = fleet.find(({ noradId }) => noradId === HIGH_EVENT.noradId)
  if (satellite === undefined) throw new Error('the satellite of the event is not in the fleet')
  for (const { noradId, name, bytes: source } of demoEphemerides(seed, openedMs))
    if (noradId === HIGH_EVENT.noradId)
      await storeEphemeris(platform, owner, {
        satelliteId: satellite.satelliteId,
        kind: 'OPERATIONAL',
        name,
        source,
        isSimulated: true,
        isDisagreementSeen: true,
      })
}
