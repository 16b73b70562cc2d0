import * as contract from '@apsis/contract/duty/plan.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './plan.service.ts'

export function dutyPlanRoutes(door: Door, { db, now }: Pick<Platform, 'db' | 'now'>): void {
  bind(door, contract.getDutyPlan, async ({ caller, header }) => {
    const plan = await service.getPlan(db, caller, now())
    header('etag', etagOf(plan))
    return plan
  })
  bind(door, contract.updateDutyPlan, async ({ caller, body, ifMatch, requestId, header }) => {
    const plan = await service.putPlan(db, caller, { rota: body, ifMatch, requestId, now: now() })
    header('etag', etagOf(plan))
    return plan
  })
}
