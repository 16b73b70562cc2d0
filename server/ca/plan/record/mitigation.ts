import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { type ConjunctionRow, findConjunction } from '../../event/event.repository.ts'
import { markMitigated } from '../../event/event.service.ts'
import { isMitigated } from '../../event/present-event.ts'
import { eachPlan } from './each-plan.ts'
import * as repository from './plan.repository.ts'

type Platform = Pick<WorkPlatform, 'db' | 'now' | 'log' | 'signal'>

/**
 * An event is mitigated when the burn that was made for it is verified, and the newest data that contain the burn
 * leave less than the satellite accepts. Each run checks this again: data from after the burn may arrive when the
 * plan is verified already, and a newer message opens the event until that message is judged, too.
 */
export async function mitigateVerified(platform: Platform, tenantId: string): Promise<void> {
  const { db, now } = platform
  const at = new Date(now())
  const verified = await db.tenant(tenantId, (tx) => repository.listVerified(tx, at))
  await eachPlan(platform, verified, (plan) =>
    db.tenant(tenantId, async (tx) => {
      const ownEphemerisMade = await repository.findOwnEphemerisMade(tx, plan)
      const isBelow = (event: ConjunctionRow) =>
        !isMitigated(event) && isBelowAfterBurn(event, { plan, ownEphemerisMade })
      const event = await findConjunction(tx, plan.conjunction_id)
      if (event !== undefined && isBelow(event))
        await markMitigated(
          tx,
          { tenantId, now: at },
          { conjunctionId: event.id, plan: plan.name, accepted: plan.accepted, isBelow },
        )
    }),
  )
}

type Burnt = {
  readonly plan: repository.EventRow
  /** The creation date of the ephemeris of the screening that counts for the event; null if there is none. */
  readonly ownEphemerisMade: Date | null
}

/** Returns the end of the burn: data from before it do not contain the burn. */
export const burnEndOf = ({ ignition_at, burn }: Pick<repository.ListedRow, 'ignition_at' | 'burn'>): Date =>
  new Date(ignition_at.getTime() + 1_000 * burn.manoeuvreDuration)

/**
 * True if the worst credible estimate of an event is below the accepted value, and uses data from after the burn. A diluted estimate whose
 * maximum is not below it calls for tracking instead (flight rule F3).
 */
function isBelowAfterBurn({ facts }: ConjunctionRow, { plan, ownEphemerisMade }: Burnt): boolean {
  const { probabilityOfCollision: probability } = facts.conjunctionData
  if (probability === null || probability >= plan.accepted || facts.needsData) return false
  const endMs = burnEndOf(plan).getTime()
  if (facts.levelFrom === 'OWN_SCREENING') return ownEphemerisMade !== null && ownEphemerisMade.getTime() >= endMs
  const own = [facts.object1, facts.object2].find(({ satelliteId }) => satelliteId === plan.satellite_id)
  return own?.lastObservationAt != null && Date.parse(own.lastObservationAt) > endMs
}
