import { urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import { levelByBeside } from '@apsis/contract/notice-text/level-by-in-words.ts'
import { type EventNow, findEvent, isOpenUrgent, isWaitingUrgent, listUrgent } from '../ca/event/event.service.ts'
import { findPagingId, type Page, page } from '../delivery/page.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { forEachItem } from '../platform/jobs/each-item.ts'
import type { RecurringWork, WorkPlatform } from '../platform/jobs/recurring-work.ts'
import * as pages from './page.repository.ts'
import { PAGING } from './paging.service.ts'

/**
 * Pages the on-call system of an organisation for critical events. The messages depend only on the events and on the last messages, and each step is
 * one transaction with its delivery: a run that was lost is repeated and sends nothing twice.
 */
export const pagingWork: RecurringWork = {
  ...PAGING,
  async turn({ db, log, now, signal }: WorkPlatform, tenantId) {
    const at = now()
    const ids = await db.tenant(tenantId, async (tx) => {
      if ((await findPagingId(tx)) === undefined) return []
      const [critical, open] = [await listUrgent(tx, at), await pages.listOpenPages(tx)]
      return [...new Set([...critical, ...open.map(({ conjunction_id }) => conjunction_id)])]
    })
    const what = 'the on-call system could not be paged for an event'
    await forEachItem({ log, signal, what }, ids, (id) =>
      db.tenant(tenantId, (tx) => followEvent(tx, { tenantId, id, at })),
    )
  },
}

type FollowedEvent = { readonly tenantId: string; readonly id: string; readonly at: number }
type State = pages.PageRow['state']

/** Sends the on-call system the changes of an event since the last message. */
async function followEvent(tx: TenantDb, { tenantId, id, at }: FollowedEvent): Promise<void> {
  const receiverId = await findPagingId(tx)
  if (receiverId === undefined) return
  const told = (await pages.lockPage(tx, id))?.state ?? 'resolve'
  const event = await findEvent(tx, { id, now: at })
  const steps = stepsBetween(told, stateOf(event))
  for (const kind of steps) {
    await page(tx, { ...letterOf(event, kind), tenantId, receiverId, kind, matter: id, now: new Date(at) })
    await pages.upsertPage(tx, { tenantId, conjunctionId: id, state: kind, at: new Date(at) })
  }
}

/** Returns the state that an event should have in the on-call system. */
function stateOf(event: EventNow | undefined): State {
  if (event === undefined || !isOpenUrgent(event)) return 'resolve'
  if (isWaitingUrgent(event)) return 'trigger'
  return event.decision.state === 'ACKNOWLEDGED' || event.decision.state === 'ASSIGNED' ? 'acknowledge' : 'resolve'
}

/**
 * Returns the messages that lead from one state to another. A trigger for an acknowledged alarm calls nobody (PagerDuty adds it to the open
 * incident), so for a reopened event the alarm is ended first. If an event was never paged, its acknowledgement is not sent.
 */
export function stepsBetween(told: State, wanted: State): readonly State[] {
  if (told === wanted || (told === 'resolve' && wanted === 'acknowledge')) return []
  return told === 'acknowledge' && wanted === 'trigger' ? ['resolve', 'trigger'] : [wanted]
}

type PageText = Pick<Page, 'title' | 'message' | 'level' | 'link' | 'finding'>

function letterOf(event: EventNow | undefined, kind: State): PageText {
  if (event === undefined || kind !== 'trigger')
    return { title: kind === 'acknowledge' ? 'Acknowledged' : 'Over', message: '', level: 'ok', link: null }
  const { object1, object2, satelliteId, conjunctionId, conjunctionData, decideBefore, action, levelBy, track } = event
  const { probabilityOfCollision, totalMissDistance, tca, riskLevel } = conjunctionData
  return {
    title:
      riskLevel === 'CRITICAL'
        ? 'Nobody has acknowledged a critical event'
        : 'Nobody has acknowledged an event to act on',
    message: `Decide before ${decideBefore.slice(0, 16).replace('T', ' ')} UTC. Acknowledge it here or in Apsis.`,
    level: urgencyOf({ level: riskLevel, action }),
    link: satelliteId === null ? null : `/ca/conjunction/${satelliteId}/${conjunctionId}`,
    finding: {
      code: 'duty-called',
      values: {
        satellite: object1.name,
        secondary: object2.name,
        designator: String(object2.designator),
        level: riskLevel,
        action,
        ...(probabilityOfCollision === null ? {} : { probability: probabilityOfCollision }),
        ...levelByBeside({ levelBy, track }),
        missM: totalMissDistance,
        tcaAt: tca,
        decideAt: decideBefore,
      },
    },
  }
}
