import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { BurnEvidence } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { SILENT_BURN_LIMITS, type SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import { emit } from '../../events/event.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { lastArrivals, setsBetween } from '../../tle/element-set.service.ts'
import { listConjunctionsById, listEventsAhead } from '../event/event.repository.ts'
import { SILENT_BURNS } from '../recurring-work-names.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import * as repository from './silent-burn.repository.ts'

/** The noise of an object is estimated from the element sets of this many days (flight rule F17). */
const HISTORY_DAYS = 120
/** The number of histories that are read and searched at once. */
const HISTORIES_AT_ONCE = 25

const FIND = task<typeof import('./find-task.ts').findSilentBurns>({
  module: new URL('./find-task.ts', import.meta.url),
  name: 'findSilentBurns',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

/** A catalogue is stored some minutes after the time of reception of its element sets, so the query starts this much before the last search. */
const STORED_WITHIN_MS = HOUR_MS
/** Burns are kept for a day longer than they are shown, since newer element sets may move a burn by up to a day. */
const KEPT_DAYS = SILENT_BURN_LIMITS.shownDays + 1

type Platform = Pick<WorkPlatform, 'db' | 'log' | 'now' | 'signal'>
type Clock = { readonly tenantId: string; readonly at: Date }

/**
 * Looks for burns in the element sets of own satellites and of the other objects of future events, each time an object has a newer element
 * set. It notifies the users of burns that nobody has announced. A burn that is announced later is no longer shown; if its notice is
 * withdrawn, the users are notified then (docs/domain/announced.md).
 */
export const silentBurnWork: RecurringWork = {
  name: SILENT_BURNS.name,
  everyS: SILENT_BURNS.everyS,
  async turn(platform, tenantId) {
    const clock = { tenantId, at: new Date(platform.now()) }
    const due = await listDue(platform, clock)
    let isWhole = true
    for (const batch of batchesOf(due)) {
      if (platform.signal.aborted) return
      isWhole = (await lookAtBatch(platform, clock, batch)) && isWhole
    }
    await platform.db.tenant(tenantId, async (tx) => {
      const [newest] = due.map(({ arrivedAt }) => arrivedAt).toSorted((a, b) => b.getTime() - a.getTime())
      if (isWhole && newest !== undefined) await repository.setMark(tx, tenantId, newest)
      await tellNew(tx, clock)
    })
  },
}

type Due = { readonly noradId: number; readonly arrivedAt: Date }

/**
 * Returns the objects with an element set that is newer than their last search for burns. The query starts at the reception time up to which all
 * objects were searched; only objects that were never searched are read with their whole history.
 */
function listDue({ db }: Platform, { tenantId, at }: Clock): Promise<Due[]> {
  return db.tenant(tenantId, async (tx) => {
    const watched = await repository.listWatched(tx, at)
    await repository.forgetOld(tx, watched, new Date(at.getTime() - KEPT_DAYS * DAY_MS))
    const looks = await repository.listLooks(tx)
    const mark = await repository.findMark(tx)
    const from = epochAt(at, -HISTORY_DAYS)
    const [seen, unseen] = [watched.filter((id) => looks.has(id)), watched.filter((id) => !looks.has(id))]
    const since = mark === undefined ? undefined : new Date(mark.getTime() - STORED_WITHIN_MS)
    const arrivals = [...(await lastArrivals(tx, unseen, { from })), ...(await lastArrivals(tx, seen, { from, since }))]
    return arrivals.filter(({ noradId, arrivedAt }) => {
      const last = looks.get(noradId)
      return last === undefined || arrivedAt > last
    })
  })
}

/** Returns true if a batch was searched. A batch that fails, for example because it takes the pool too long, is repeated in the next run. */
async function lookAtBatch(platform: Platform, clock: Clock, batch: readonly Due[]): Promise<boolean> {
  try {
    await lookAt(platform, clock, batch)
    return true
  } catch (error) {
    const noradIds = batch.map(({ noradId }) => noradId)
    platform.log.error({ err: error, noradIds }, 'burns were not looked for in the sets of these; it is tried again')
    return false
  }
}

function batchesOf<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / HISTORIES_AT_ONCE) }, (_, k) =>
    all.slice(k * HISTORIES_AT_ONCE, (k + 1) * HISTORIES_AT_ONCE),
  )
}

const epochAt = (at: Date, days: number): Epoch => parseTime(new Date(at.getTime() + days * DAY_MS).toISOString())

async function lookAt({ db }: Platform, { tenantId, at }: Clock, due: readonly Due[]): Promise<void> {
  const span = { from: epochAt(at, -HISTORY_DAYS), to: epochAt(at, 1) }
  const histories = await db.tenant(tenantId, async (tx) => {
    const read: { sets: BurnEvidence[]; isSimulated: boolean }[] = []
    for (const { noradId } of due) read.push(evidenceOf(await setsBetween(tx, { noradId, ...span })))
    return read
  })
  const found = await pool.run(FIND, tenantId, { histories, after: epochAt(at, -SILENT_BURN_LIMITS.shownDays) })
  await db.tenant(tenantId, async (tx) => {
    let isOther = false
    for (const [k, one] of due.entries())
      isOther = (await repository.replaceFound(tx, { ...one, tenantId, at, found: found[k] ?? [] })) || isOther
    if (isOther) emit(tx, { tenantId, type: 'satellite', data: { change: 'silent-burn' } })
  })
}

type SetsOfObject = Awaited<ReturnType<typeof setsBetween>>

/** Selects the element sets that are searched for burns. Simulated sets are used only if an object has no others. */
function evidenceOf(known: SetsOfObject): { sets: BurnEvidence[]; isSimulated: boolean } {
  const real = known.filter(({ isSimulated }) => !isSimulated)
  const isSimulated = real.length === 0
  const sets = (isSimulated ? known : real).map(({ set }): BurnEvidence => {
    const { epoch, meanMotionRadPerS, incRad, raanRad, argPeriapsisRad, meanAnomalyRad } = set
    return { epoch, meanMotionRadPerS, incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
  })
  return { sets, isSimulated }
}

/** Notifies of each burn once: with the next event of its object that is not closed, else with the own satellite. */
async function tellNew(tx: TenantDb, { tenantId, at }: Clock): Promise<void> {
  const after = new Date(at.getTime() - SILENT_BURN_LIMITS.shownDays * DAY_MS)
  const untold = await repository.takeNew(tx, { after, at })
  if (untold.length === 0) return
  for (const burn of untold) await tell(tx, { tenantId, at }, burn)
  emit(tx, { tenantId, type: 'satellite', data: { change: 'silent-burn' } })
}

const sizeOf = ({ from: fromAt, to: toAt, deltaVMps: foundMps, direction, isSimulated, source }: SilentBurn) => ({
  foundMps,
  direction,
  fromAt,
  toAt,
  ...(isSimulated ? { simulated: 1 } : {}),
  ...(source === 'TRACKS' ? { tracks: 1 } : {}),
})

async function tell(tx: TenantDb, { tenantId, at }: Clock, burn: SilentBurn): Promise<void> {
  const { noradId, satelliteId } = burn
  const size = sizeOf(burn)
  const designator = String(noradId)
  const events = await listConjunctionsById(tx, await listEventsAhead(tx, [designator], at))
  const open = events
    .filter(({ decision }) => decision.state !== 'CLOSED')
    .toSorted((a, b) => Date.parse(a.facts.conjunctionData.tca) - Date.parse(b.facts.conjunctionData.tca))
  const [event] = open
  const own = satelliteId === null ? undefined : (await listActiveSatellites(tx)).find(({ id }) => id === satelliteId)
  if (event === undefined && own === undefined) return tellOfTracks(tx, tenantId, burn)
  const common = { tenantId, subject: undefined, audience: 'ca', level: 'caution' } as const
  if (event === undefined && own !== undefined) {
    const values = { object: own.name, count: 0, ...size }
    const link = { link: `/ca/satellite/${own.id}`, satelliteId: own.id }
    return notify(tx, { ...common, ...link, matter: own.id, finding: { code: 'silent-burn', values } })
  }
  if (event === undefined) return
  const { object1, object2, conjunctionData } = event.facts
  const isFirst = object1.designator === designator
  const [object, other] = (isFirst ? [object1, object2] : [object2, object1]).map(({ name }) => name)
  const { id, satellite_id: of } = event
  const link = of === null ? {} : { link: `/ca/conjunction/${of}/${id}`, satelliteId: of }
  const values = {
    object: object ?? designator,
    other: other ?? '',
    tcaAt: conjunctionData.tca,
    count: open.length,
    ...size,
  }
  await notify(tx, { ...common, ...link, matter: id, finding: { code: 'silent-burn', values } })
}

/** Notifies those who track an object that is neither an own satellite nor in an event. */
async function tellOfTracks(tx: TenantDb, tenantId: string, burn: SilentBurn): Promise<void> {
  const { noradId, observationFileId } = burn
  if (observationFileId === null) return
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'odt',
    level: 'caution',
    link: `/odt/observation/${observationFileId}/`,
    finding: { code: 'silent-burn', values: { object: String(noradId), count: 0, ...sizeOf(burn) } },
    matter: observationFileId,
  })
}
