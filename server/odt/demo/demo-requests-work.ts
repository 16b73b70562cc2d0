import { randomUUID } from 'node:crypto'
import type { Role } from '@apsis/contract/roles.ts'
import { endDemoWork, findOpenDemo } from '../../ca/demo/demo.service.ts'
import { openPaymentsDemo } from '../../payments/demo.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { findMember } from '../../platform/auth/member.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import type { Span } from '../object/object.service.ts'
import { listOwnSuspects } from '../observation/suspects.service.ts'
import { playStory } from './play-story.ts'
import { DEMO_STORIES } from './stories.data.ts'

/** Gives an open demo its observation requests, once, in the name of the person who opened it, paid from a simulated account. */
export function demoRequestsWork(isSimulationAllowed: boolean): RecurringWork {
  const name = 'odt.demo-requests'
  return {
    name,
    everyS: 60,
    async turn(platform, tenantId) {
      const demo = await platform.db.tenant(tenantId, findOpenDemo)
      if (isSimulationAllowed && demo !== undefined) await play(platform, tenantId, demo)
      if (platform.signal.aborted) return
      await platform.db.tenant(tenantId, (tx) => endDemoWork(tx, { name, tenantId }, demo))
    },
  }
}

type OpenDemo = NonNullable<Awaited<ReturnType<typeof findOpenDemo>>>

async function play({ db, now, log, signal }: WorkPlatform, tenantId: string, demo: OpenDemo): Promise<void> {
  const member = await db.tenant(tenantId, (tx) => findMember(tx, demo.opened_by))
  if (member === undefined) return
  const { subject, username, roles } = member
  const caller = { tenantId, subject, username, roles: new Set(roles as Role[]) }
  const request = { caller, requestId: randomUUID() }
  try {
    await openPaymentsDemo({ db, now, isAllowed: true }, request)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    log.info({ tenantId }, 'the demo has no observation requests: who opened it has a real customer')
    return
  }
  // Comparing ten tracks with a whole catalogue would block the worker for seconds.
  const suspects = (span: Span) => listOwnSuspects(db, tenantId, span)
  const stage = { db, log, request, openedAt: demo.opened_at, suspects }
  for (const story of DEMO_STORIES) {
    if (signal.aborted) return
    await playStory(stage, story)
  }
}
