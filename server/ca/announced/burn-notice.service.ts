import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { BURN_NOTICE_LIMITS, type BurnNotice, type NewBurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import { emit } from '../../events/event.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { isStorable } from '../../platform/http/input.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { refuseTooCostly } from '../../platform/thread/task-failure.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { type ConjunctionRow, listConjunctionsById, listEventsAhead } from '../event/event.repository.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import * as repository from './burn-notice.repository.ts'
import type { BurnFile, BurningObject } from './read-burn-file.ts'

/** Reading an OCM with 100,000 states (7.5 MiB) takes 0.5 s and 210 MiB of memory. */
const READ = task<typeof import('./read-burn-file.ts').readBurnFile>({
  module: new URL('./read-burn-file.ts', import.meta.url),
  name: 'readBurnFile',
  limits: { seconds: 20, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

type Platform = Pick<CaPlatform, 'db' | 'now'>
type Asking = {
  readonly owner: Pick<Caller, 'tenantId' | 'subject' | 'username'>
  readonly requestId: string
}

type Listing = Omit<repository.NoticeFilter, 'offset'> & { readonly page: number }

/** Returns a page of announced burns, sorted by ignition. */
export function listBurnNotices(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: BurnNotice[]; total: number }> {
  return db.tenant(tenantId, (tx) => repository.listNotices(tx, { ...filter, offset: (page - 1) * filter.limit }))
}

/** The number of future burns among which the first one with a stated Δv is searched. */
const MOST_AHEAD = 100

/** Returns the next announced burn of an object after a time that has a stated Δv, or null. */
export async function nextBurnAfter(tx: TenantDb, noradId: number, after: Date): Promise<BurnNotice | null> {
  const { items } = await repository.listNotices(tx, {
    noradId,
    after: after.toISOString(),
    offset: 0,
    limit: MOST_AHEAD,
  })
  return items.find(({ deltaV }) => deltaV !== null && Math.hypot(...deltaV.vector) > 0) ?? null
}

export async function createBurnNotice(platform: Platform, asking: Asking, notice: NewBurnNotice): Promise<BurnNotice> {
  const [stored] = await store(platform, asking, { source: 'ENTERED', notices: () => Promise.resolve([notice]) })
  if (stored === undefined) throw new TypeError('one notice was stored')
  return stored
}

/** Stores all burns of a message, or none of them. */
export async function loadBurnNotices(
  platform: Platform,
  asking: Asking,
  { path, noradId }: { readonly path: string; readonly noradId: number | undefined },
): Promise<BurnNotice[]> {
  const text = await readFile(path, 'utf8')
  if (!isStorable(text)) throw new ApiError('unprocessable', 'The file has characters that cannot be stored.')
  const file = await readOnPool(asking.owner.tenantId, text)
  if (!file.ok)
    throw new ApiError('unprocessable', file.errors[0]?.message ?? 'The file cannot be read.', { errors: file.errors })
  const { source, object, burns } = file
  const notices = async (tx: TenantDb) => {
    const burning = await numberOf(tx, object, noradId)
    return burns.map((burn) => ({ ...burn, noradId: burning }))
  }
  return store(platform, asking, { source, notices })
}

/** Reads a file of burns in the worker pool, so that a long file delays no other request. */
export function readOnPool(tenantId: string, text: string): Promise<BurnFile> {
  pool.requireRoom(tenantId)
  return refuseTooCostly(
    () => pool.run(READ, tenantId, text),
    (what) => `Reading the file takes ${what}: take its manoeuvres alone.`,
  )
}

/** Returns the catalogue number of the object that burns: the number in the message, or in the request if the message has none. */
async function numberOf(
  tx: TenantDb,
  { noradId, designator }: BurningObject,
  asked: number | undefined,
): Promise<number> {
  const own = noradId === null && (await listActiveSatellites(tx)).find(({ cospar_id }) => cospar_id === designator)
  const named = noradId ?? (own ? own.norad_id : asked)
  if (named === undefined)
    throw objectFault(
      `The message says whose burn it is by ${designator === '' ? 'no designator' : designator}: give norad-id.`,
    )
  if (asked !== undefined && asked !== named)
    throw objectFault(`The message has burns of object ${named}, not of ${asked}.`)
  return named
}

function objectFault(message: string): ApiError {
  return new ApiError('unprocessable', message, {
    errors: [{ code: 'burn-notice.object', message, parameter: 'norad-id' }],
  })
}

type NoticeSource = {
  readonly source: BurnNotice['source']
  readonly notices: (tx: TenantDb) => Promise<readonly NewBurnNotice[]>
}

function store({ db, now: clock }: Platform, asking: Asking, { source, notices }: NoticeSource): Promise<BurnNotice[]> {
  const { tenantId, subject: actor, username } = asking.owner
  const now = new Date(clock())
  return db.tenant(tenantId, async (tx) => {
    const stored: BurnNotice[] = []
    const [announced, changed]: [BurnNotice[], BurnNotice[]] = [[], []]
    for (const notice of await notices(tx)) {
      const row = { ...notice, id: randomUUID(), source, receivedAt: now, receivedBy: username }
      const known = await repository.findSameBurn(tx, row)
      const kept = await requireNotice(tx, await repository.upsertNotice(tx, tenantId, row))
      stored.push(kept)
      if (known === undefined) announced.push(kept)
      else if (!isSameSize(known, kept)) changed.push(kept)
      const action = `burn-notice.${known === undefined ? 'create' : 'replace'}`
      const entry = { actor, action, object: kept.noticeId, outcome: 'done' } as const
      await insertAudit(tx, tenantId, { ...entry, requestId: asking.requestId, detail: { source, ...notice } })
    }
    await tellEvents(tx, { tenantId, now, code: 'burn-announced' }, announced)
    await tellEvents(tx, { tenantId, now, code: 'announced-burn-changed' }, changed)
    await keepLimit(tx, now)
    emit(tx, { tenantId, type: 'satellite', data: { change: 'burn-notice' } })
    return stored
  })
}

/** Makes room by deleting the oldest burns that are no longer shown. If there are none, the new notice is refused. */
async function keepLimit(tx: TenantDb, now: Date): Promise<void> {
  const { notices: most, shownDays } = BURN_NOTICE_LIMITS
  await repository.deleteOldest(tx, { most, before: new Date(now.getTime() - shownDays * DAY_MS) })
  if ((await repository.countNotices(tx)) > most)
    throw new ApiError('conflict', `An organisation keeps ${most} announced burns at most.`)
}

const isSameSize = (one: BurnNotice, other: BurnNotice): boolean =>
  one.durationS === other.durationS && isDeepStrictEqual(one.deltaV, other.deltaV)

type Telling = {
  readonly tenantId: string
  readonly now: Date
  readonly code: 'burn-announced' | 'announced-burn-changed' | 'announced-burn-removed'
}

/**
 * Sends one notice for all burns of a file to everybody who has an event with the object after a burn, because the estimate of the event does not
 * include the burns. All burns are of one object and one announcer.
 */
async function tellEvents(tx: TenantDb, { tenantId, now, code }: Telling, burns: readonly BurnNotice[]): Promise<void> {
  const byIgnition = burns.toSorted((a, b) => Date.parse(a.ignition) - Date.parse(b.ignition))
  const [first] = byIgnition
  if (first === undefined) return
  const designator = String(first.noradId)
  const from = new Date(Math.max(now.getTime(), Date.parse(first.ignition)))
  const ids = await listEventsAhead(tx, [designator], from)
  for (const event of await listConjunctionsById(tx, ids)) {
    const { satellite_id: satelliteId, id, facts, decision } = event
    if (decision.state === 'CLOSED') continue
    const { burning, passed } = sidesOf(event, designator)
    const tcaAt = facts.conjunctionData.tca
    const count = byIgnition.filter(({ ignition }) => Date.parse(ignition) < Date.parse(tcaAt)).length
    const values = { object: burning, other: passed, by: first.announcedBy, at: first.ignition, count, tcaAt }
    const link = satelliteId === null ? {} : { link: `/ca/conjunction/${satelliteId}/${id}`, satelliteId }
    await notify(tx, {
      tenantId,
      subject: undefined,
      audience: 'ca',
      matter: id,
      level: 'caution',
      ...link,
      finding: { code, values: { ...values, ...(facts.isSimulated ? { simulated: 1 } : {}) } },
    })
  }
}

function sidesOf({ facts: { object1, object2 } }: ConjunctionRow, designator: string) {
  const isFirst = object1.designator === designator
  return { burning: (isFirst ? object1 : object2).name, passed: (isFirst ? object2 : object1).name }
}

async function requireNotice(tx: TenantDb, id: string): Promise<BurnNotice> {
  const notice = await repository.findNotice(tx, id)
  if (notice === undefined) throw new ApiError('not-found', 'There is no such burn notice.')
  return notice
}

export function removeBurnNotice(
  { db, now: clock }: Platform,
  { owner, requestId }: Asking,
  id: string,
): Promise<void> {
  const { tenantId, subject: actor } = owner
  return db.tenant(tenantId, async (tx) => {
    const notice = await requireNotice(tx, id)
    await repository.deleteNotice(tx, id)
    const entry = { actor, action: 'burn-notice.remove', object: id, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: notice })
    await tellEvents(tx, { tenantId, now: new Date(clock()), code: 'announced-burn-removed' }, [notice])
    emit(tx, { tenantId, type: 'satellite', data: { change: 'burn-notice' } })
  })
}
