import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { createManoeuvreCalendar, type PlanCalendar } from '@apsis/contract/ca/report/calendar.ts'
import type { HandlerResult } from '@apsis/contract/endpoint.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { listManoeuvres } from '../plan/life/plan.service.ts'
import type { Person, PersonRequest } from '../plan/record/record-step.ts'
import * as repository from './calendar.repository.ts'
import { burnEntry, type CalendarEntry, calendarText } from './calendar-text.ts'

const SECRET_BYTES = 32
/** The calendar includes the burns of the last 30 days, so that it shows the executed ones; a list has at most 500 burns. */
const CALENDAR_DAYS_BEHIND = 30
const MOST_BURNS = 500

/**
 * Lists the passes that an organisation has ordered, after a time. Tracking imports this folder, which therefore
 * cannot import tracking, and passes this function in.
 */
export type ListPasses = (tenantId: string, after: Date) => Promise<readonly CalendarEntry[]>
export type CalendarPlatform = CaPlatform & { readonly listPasses: ListPasses }

type NewCalendar = HandlerResult<typeof createManoeuvreCalendar>

export function getCalendar({ db }: CaPlatform, { tenantId }: Pick<Person, 'tenantId'>): Promise<PlanCalendar> {
  return db.tenant(tenantId, async (tx) => {
    const row = await repository.findCalendar(tx)
    return {
      isOpen: row !== undefined,
      since: row?.created_at.toISOString() ?? null,
      by: row?.created_by ?? null,
      hasPasses: row?.has_passes ?? false,
    }
  })
}

/** Makes an address and replaces the previous one; its secret is sent only once, in this answer. */
export function createCalendar(
  { db, now }: CaPlatform,
  { owner, requestId }: PersonRequest & { readonly owner: Pick<Caller, 'roles'> },
): Promise<NewCalendar> {
  const { tenantId, username } = owner
  // The address shows only data that its maker may see.
  const hasPasses = allows([ODT_USER], owner.roles)
  const secret = randomBytes(SECRET_BYTES)
  const at = new Date(now())
  return db.tenant(tenantId, async (tx) => {
    await repository.upsertCalendar(tx, tenantId, {
      secret_hash: hashOf(secret),
      created_at: at,
      created_by: username,
      has_passes: hasPasses,
    })
    await record(tx, { owner, requestId }, 'manoeuvre-calendar.create')
    const token = `${Buffer.from(tenantId).toString('base64url')}.${secret.toString('base64url')}`
    return { address: `${createManoeuvreCalendar.path}/${token}`, since: at.toISOString(), by: username, hasPasses }
  })
}

export function deleteCalendar({ db }: CaPlatform, { owner, requestId }: PersonRequest): Promise<void> {
  return db.tenant(owner.tenantId, async (tx) => {
    if (await repository.deleteCalendar(tx)) await record(tx, { owner, requestId }, 'manoeuvre-calendar.revoke')
  })
}

/** Returns the burns, and the passes if the address includes them, as a calendar; an unknown, revoked or malformed address counts as not found. */
export async function readCalendar(platform: CalendarPlatform, token: string): Promise<string> {
  const [tenant = '', secret = ''] = token.split('.')
  const tenantId = Buffer.from(tenant, 'base64url').toString()
  const given = hashOf(Buffer.from(secret, 'base64url'))
  const row = isTenant(tenantId) ? await platform.db.tenant(tenantId, repository.findCalendar) : undefined
  if (row === undefined || !timingSafeEqual(row.secret_hash, given))
    throw new ApiError('not-found', 'There is no such calendar.')
  const nowMs = platform.now()
  const after = new Date(nowMs - CALENDAR_DAYS_BEHIND * DAY_MS)
  const { items } = await listManoeuvres(
    platform,
    { tenantId },
    {
      ignitionAfter: after.toISOString(),
      sort: 'ignitionEpoch',
      page: 1,
      limit: MOST_BURNS,
    },
  )
  const passes = row.has_passes ? await platform.listPasses(tenantId, after) : []
  const name = row.has_passes ? 'Apsis burns and passes' : 'Apsis burns'
  return calendarText([...items.map(burnEntry), ...passes], name, new Date(nowMs))
}

/** Returns true for a text that can name an organisation: the database accepts no zero byte, and names have less than 300 characters. */
const isTenant = (text: string) => text.length > 0 && text.length < 300 && !text.includes('\0')

const hashOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest()

async function record(tx: TenantDb, { owner, requestId }: PersonRequest, action: string): Promise<void> {
  const { tenantId, subject: actor } = owner
  await insertAudit(tx, tenantId, { actor, action, object: tenantId, outcome: 'done', requestId, detail: {} })
}
