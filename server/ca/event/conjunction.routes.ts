import * as contract from '@apsis/contract/ca/event/conjunction.ts'
import { bind, bindKept, type Door } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as decisions from './decision.service.ts'
import { listEstimates } from './estimate.service.ts'
import * as conjunctions from './event.service.ts'
import { readConjunctions } from './present-event.ts'

export function conjunctionRoutes(door: Door, { db, now }: Pick<CaPlatform, 'db' | 'now'>): void {
  bindKept(door, contract.listConjunctions, async ({ caller, query, header }) => {
    const { write, etag, total, limit } = await readConjunctions(db, caller.tenantId, { query, now: now() })
    tellPages(header, { path: contract.listConjunctions.path, query: { ...query, limit }, total })
    return { plain: write, etag }
  })
  bind(door, contract.listLevels, async ({ caller, params: { 'conjunction-id': id }, query, header }) => {
    const levels = await conjunctions.listLevels(db, caller, { id, now: now() })
    const path = contract.listLevels.path.replace('{conjunction-id}', id)
    tellPages(header, { path, query, total: levels.length })
    return cutPage(levels, query)
  })
  bind(door, contract.listEstimates, ({ caller, params }) => listEstimates(db, caller, params['conjunction-id']))
  bind(door, contract.getDecision, async ({ caller, params, header }) => {
    const decision = await decisions.getDecision(db, caller, {
      id: params['conjunction-id'],
      now: new Date(now()),
    })
    header('etag', etagOf(decision))
    return decision
  })
  bind(door, contract.updateDecision, async ({ caller, params, body, ifMatch, requestId, header }) => {
    const step = { id: params['conjunction-id'], step: body, ifMatch, requestId, now: new Date(now()) }
    const decision = await decisions.addStep(db, caller, step)
    header('etag', etagOf(decision))
    return decision
  })
}
