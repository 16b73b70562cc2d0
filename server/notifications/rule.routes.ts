import * as contract from '@apsis/contract/notifications/rule.ts'
import * as service from '../delivery/rules.service.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import type { Platform } from '../platform/operation/platform.ts'

export function rulesRoutes(door: Door, platform: Pick<Platform, 'db' | 'now'>): void {
  bind(door, contract.getRules, async ({ caller, header }) =>
    present(await service.getRules(platform.db, caller), header),
  )
  bind(door, contract.updateRules, async ({ caller, body, ifMatch, requestId, header }) =>
    present(await service.updateRules(platform, { caller, requestId }, { rules: body, ifMatch }), header),
  )
}

function present({ rules, version }: service.RulesVersion, header: (name: 'etag', value: string) => void) {
  header('etag', etagOf({ version }))
  return rules
}
