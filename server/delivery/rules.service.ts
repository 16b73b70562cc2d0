import { DEFAULT_RULES, type NoticeRules, type NoticeRulesChange } from '@apsis/contract/notifications/rule.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { expectedVersion } from '../platform/http/etag.ts'
import { listRules, lockRules, replaceRules } from './rules.repository.ts'
import { planReports } from './situation-report.service.ts'

export type RulesVersion = { readonly rules: NoticeRules; readonly version: number }

/** Returns the choices of the caller; the defaults if nothing was saved. A field that was added after the save has its default. */
export async function getRules(db: Database, { tenantId, subject }: Caller): Promise<RulesVersion> {
  const [saved] = await db.tenant(tenantId, (tx) => listRules(tx, [subject]))
  return saved === undefined
    ? { rules: DEFAULT_RULES, version: 0 }
    : { rules: { ...DEFAULT_RULES, ...saved.settings }, version: saved.version }
}

type Change = { readonly rules: NoticeRulesChange; readonly ifMatch: string | undefined }

/**
 * Replaces the choices of the caller, except newer fields that the save does not contain; deliveries that already wait are sent by the earlier
 * choices.
 */
export async function updateRules(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
  { rules, ifMatch }: Change,
): Promise<RulesVersion> {
  const { tenantId, subject } = caller
  const expected = expectedVersion(ifMatch, 'these rules')
  return db.tenant(tenantId, async (tx) => {
    const before = (await lockRules(tx, subject))?.settings ?? {}
    const saved = await replaceRules(tx, { tenantId, subject, settings: rules, expected })
    if (saved === undefined) throw new ApiError('version-stale', 'The rules were saved by somebody else in between.')
    const { version } = saved
    const reports = await planReports(tx, { tenantId, subject, before, after: saved.settings, nowMs: now() })
    const entry = { actor: subject, action: 'rules.update', object: subject, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: { version, rules: rules.rules.length, ...reports } })
    emit(tx, { tenantId, subject, type: 'userconfig', data: { rules: version } })
    return { rules: { ...DEFAULT_RULES, ...saved.settings }, version }
  })
}
