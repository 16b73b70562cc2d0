import { HOUR_MS } from '@apsis/astro/constants.ts'
import { isWaiting } from '@apsis/contract/ca/event/reopening.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { type Feed, listFeeds, silenceFinding, silenceOf, volumeFinding } from '../../connections/feed.service.ts'
import { CALL } from '../../delivery/outbox.service.ts'
import { listLastNotices, type NoticeToTell, notify } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { isMitigated } from '../event/present-event.ts'
import { reopenDue } from '../event/reopen.ts'
import { type CameRow, listCame } from '../message/record/message.repository.ts'
import { type Came, expectedFrom, lastMsOf, lateFrom, silentFrom } from '../message/record/rhythm.ts'
import { REMINDER } from '../recurring-work-names.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { decisionDue, isDueEarlier, lostEphemeris, missingFrom } from './due.ts'
import { type OpenNow, openNow } from './open-event.ts'
import type { DecidedEvent } from './reminder.repository.ts'
import * as repository from './reminder.repository.ts'

/** Records are kept longer than any event is open. */
const KEPT_MS = 90 * 24 * HOUR_MS

/** Notifies of deadlines and of missing data: a user who gets no notices believes that nothing is wrong (F30). */
export const reminderWork: RecurringWork = {
  name: REMINDER.name,
  everyS: REMINDER.everyS,
  async turn({ db, log, now, signal }, tenantId) {
    const clock = { tenantId, now: new Date(now()) }
    const known = await db.tenant(tenantId, (tx) => readAll(tx, clock.now))
    await forEachItem({ log, signal, what: 'what is due was not told' }, mattersOf(known, clock), ({ tell }) => {
      const telling = tell()
      return telling === undefined ? Promise.resolve() : db.tenant(tenantId, telling)
    })
  },
}

/** Reads the data for reminders, and deletes records that are too old. */
async function readAll(tx: TenantDb, now: Date) {
  await repository.deleteOldReminders(tx, new Date(now.getTime() - KEPT_MS))
  const files = await repository.listFiles(tx)
  const events = await repository.listOpenEvents(tx, now, rankOf('HIGH'))
  const ids = events.map(({ id }) => id)
  const messages = await repository.listResting(tx, ids)
  const paths = new Map((await repository.listShortPaths(tx, ids)).map((row) => [row.conjunction_id, row]))
  const decided = await repository.listDecidedEvents(tx, now)
  const all = [...ids, ...decided.map(({ id }) => id)]
  const came = new Map((await listCame(tx, all)).map((row) => [row.conjunction_id, row]))
  const told = await listLastNotices(tx, ids, { figure: 'decideAt', but: [CALL] })
  const satellites = (await listActiveSatellites(tx)).length
  const burns = await repository.listPublishedBurns(tx, now)
  return {
    files,
    events,
    decided,
    messages,
    paths,
    burns,
    came,
    told,
    feeds: await listFeeds(tx, now.getTime()),
    satellites,
  }
}

/** Lists the possible notices, each with its own transaction; `tell` is undefined if there is no notice. */
function mattersOf({ events, feeds, satellites, ...known }: Awaited<ReturnType<typeof readAll>>, clock: Clock) {
  type Matter = { readonly id: string; readonly tell: () => ((tx: TenantDb) => Promise<void>) | undefined }
  const telling = (reminders: readonly Reminder[]) => {
    if (reminders.length === 0) return undefined
    return async (tx: TenantDb) => {
      let isActNotified = false
      for (const one of reminders) {
        const { code } = one.told.finding
        // The notice that the operator must act includes the deadline.
        const isSaid = isActNotified && code === 'decision-due'
        const isNew = isSaid ? await record(tx, clock, one) : await tellOnce(tx, clock, one)
        if (code === 'act-before' && isNew) isActNotified = true
      }
    }
  }
  const { now } = clock
  return [
    ...events.map((event): Matter => ({ id: event.id, tell: () => telling(remindersOf({ event, ...known }, now)) })),
    ...known.decided.map((event): Matter => ({ id: event.id, tell: () => decidedMatter(event, known.came, clock) })),
    ...known.files.map((file): Matter => ({ id: file.satellite_id, tell: () => telling(missingFile(file, now)) })),
    ...known.burns.map((burn): Matter => ({ id: String(burn.norad_id), tell: () => telling([publishedBurn(burn)]) })),
    ...feeds.map(
      (feed): Matter => ({ id: feed.connectionId, tell: () => (tx) => watchFeed(tx, clock, { feed, satellites }) }),
    ),
  ]
}

type Reminder = {
  readonly matter: string
  /** The name of the reminder within its matter: it is sent once. */
  readonly reminder: string
  readonly told: Pick<NoticeToTell, 'level' | 'link' | 'satelliteId'> & { readonly finding: Finding }
}

/** The page that shows each connection, and the data that it brought. */
const CONNECTIONS = '/account/connections'

type Clock = { readonly tenantId: string; readonly now: Date }

/** Records a reminder; returns true if it was not sent before. */
const record = (tx: TenantDb, { tenantId, now }: Clock, { matter, reminder }: Reminder): Promise<boolean> =>
  repository.insertReminder(tx, { tenantId, matter, reminder, now })

/** Records a reminder, and sends it if it was not sent before. */
async function tellOnce(tx: TenantDb, clock: Clock, one: Reminder): Promise<boolean> {
  if (!(await record(tx, clock, one))) return false
  const { matter, told } = one
  await notify(tx, { tenantId: clock.tenantId, subject: undefined, audience: 'ca', matter, ...told })
  return true
}

type ReminderFacts = {
  readonly event: repository.OpenEvent
  readonly files: readonly repository.Files[]
  readonly messages: readonly repository.RestingRow[]
  /** The published ephemerides of other objects that end before the TCA, by event. */
  readonly paths: ReadonlyMap<string, repository.ShortPath>
  readonly came: ReadonlyMap<string, CameRow>
  /** The last notice of each event that stated the deadline; a call of the on-call chain does not count, since it reaches only one person. */
  readonly told: ReadonlyMap<string, Finding>
}

/** Returns the reminders of an open event. */
function remindersOf({ event, files, messages, paths, came, told }: ReminderFacts, now: Date): Reminder[] {
  const { id: matter, satellite_id: satelliteId, created_at } = event
  const nowMs = now.getTime()
  const open = openNow(event, nowMs)
  if (open === undefined) return []
  const { level, values, commitMs } = open
  const about =
    satelliteId === null
      ? { matter }
      : { matter, at: { link: `/ca/conjunction/${satelliteId}/${matter}`, satelliteId } }
  const reminders: Reminder[] = []
  const add = (reminder: string, finding: Finding) =>
    reminders.push({ matter, reminder, told: { level, finding, ...('at' in about ? about.at : {}) } })

  // A deadline comes near without a new message, and an event that could wait has to be acted on now. The notice is not sent if the last notice said
  // so.
  if (values.action === 'ACT' && told.get(matter)?.values.action !== 'ACT')
    add(`act-before ${values.decideAt}`, { code: 'act-before', values })
  const toldAt = String(told.get(matter)?.values.decideAt)
  const isEarlier = isDueEarlier({ commitMs, notifiedMs: Date.parse(toldAt) })
  if (isEarlier) add(`decide-earlier ${toldAt}`, { code: 'decide-earlier', values: { ...values, toldAt } })
  // A notice of an earlier deadline also says that the decision is due: the reminder of the hours is sent in the next run if nobody has decided by
  // then.
  const hours = isEarlier ? undefined : decisionDue({ commitMs, openedMs: created_at.getTime(), nowMs })
  if (hours !== undefined) add(`decision-due ${hours}`, { code: 'decision-due', values: { ...values, hours } })

  const news = came.get(matter)
  if (news !== undefined && nowMs >= silentFrom({ ...news, knownMs: created_at.getTime() })) {
    const lastAt = new Date(lastMsOf(news)).toISOString()
    add(`event-silent ${lastAt}`, { code: 'event-silent', values: { ...values, lastAt } })
  }

  const until = files.find((file) => file.satellite_id === satelliteId)?.usable_until
  if (until != null && until.getTime() <= nowMs) {
    const endedAt = until.toISOString()
    add(`ephemeris-ended ${endedAt}`, { code: 'ephemeris-ended', values: { ...values, endedAt } })
  }
  const short = paths.get(matter)
  if (short !== undefined) {
    const endedAt = short.usable_to.toISOString()
    const finding = { code: 'neighbour-path-short', values: { ...values, endedAt, file: short.name } } as const
    add(`neighbour-path-short ${endedAt}`, finding)
  }
  const lost = lostEphemeris(messages.filter(({ conjunction_id }) => conjunction_id === matter))
  if (lost !== undefined) {
    const lastAt = new Date(lost.lastMs).toISOString()
    const finding = { code: 'neighbour-ephemeris-ended', values: { ...values, lastAt, file: lost.name } } as const
    add(`neighbour-ephemeris-ended ${lastAt}`, finding)
  }
  return reminders
}

/** Returns the notice about a decided event that reopens when its review is due, or that gets no messages; undefined: its decision stays. */
function decidedMatter(event: repository.DecidedEvent, came: ReminderFacts['came'], clock: Clock) {
  const { id, satellite_id, satellite_name } = event
  const due = decidedDue({ event, came: came.get(id), nowMs: clock.now.getTime() })
  if (due === undefined) return undefined
  const satellite = satellite_id === null ? undefined : { id: satellite_id, name: satellite_name ?? '' }
  if (due.kind !== 'silent')
    return (tx: TenantDb) =>
      reopenDue(tx, { ...clock, event, trigger: due.kind, dueAt: new Date(due.dueMs), satellite })
  const { level, values } = due.open
  const finding = { code: 'event-silent', values: { ...values, lastAt: due.lastAt, decided: 1 } } as const
  const link = satellite && { link: `/ca/conjunction/${satellite.id}/${id}` as const, satelliteId: satellite.id }
  const reminder = { matter: id, reminder: `event-silent ${due.lastAt}`, told: { level, finding, ...link } }
  return async (tx: TenantDb) => {
    await tellOnce(tx, clock, reminder)
  }
}

/** Returns the notice about a burn that the operator of a near object has put into its prediction. */
function publishedBurn(row: repository.PublishedBurn): Reminder {
  const { satellite_id: satelliteId, satellite_name: satellite, norad_id: norad, object_name: object, file, burn } = row
  const values = {
    satellite,
    object,
    norad,
    file,
    fromAt: burn.from,
    untilAt: burn.to,
    alongMps: burn.alongTrackMps,
    tcaAt: row.tca.toISOString(),
    missM: row.miss_m,
    ...(row.is_simulated ? { simulated: 1 } : {}),
  }
  const told = {
    level: 'caution',
    finding: { code: 'neighbour-burn', values },
    link: '/ca/assets',
    satelliteId,
  } as const
  return { matter: `neighbour:${norad}`, reminder: `neighbour-burn ${file}`, told }
}

/** Returns the notice about an ephemeris that is missing after the usual wait. */
function missingFile({ satellite_id: satelliteId, name, arrived }: repository.Files, now: Date): Reminder[] {
  const from = missingFrom(arrived.map((at) => at.getTime()))
  if (from === undefined || now.getTime() < from) return []
  const lastAt = new Date(Math.max(...arrived.map((at) => at.getTime()))).toISOString()
  const values = { satellite: name, lastAt, expectedAt: new Date(from).toISOString() }
  const finding = { code: 'ephemeris-missing', values } as const
  const told = { level: 'caution', finding, link: '/ca/oems' } as const
  return [{ matter: `ephemeris:${satelliteId}`, reminder: lastAt, told: { ...told, satelliteId } }]
}

type WatchedFeed = { readonly feed: Feed; readonly satellites: number }

/** Notifies once that a feed is silent, once that it is back, and once a day that it brings too little. */
async function watchFeed(tx: TenantDb, clock: Clock, { feed, satellites }: WatchedFeed): Promise<void> {
  const about = `${feed.connectionId} ${feed.kind}`
  const matter = `feed:${about}`
  const { since, isSilent } = silenceOf(feed, clock.now.getTime())
  const small = isSilent ? undefined : volumeFinding(feed, { now: clock.now.getTime(), satellites })
  if (small !== undefined) {
    const told = { level: 'serious', finding: small, link: CONNECTIONS } as const
    await tellOnce(tx, clock, { matter: `volume:${about}`, reminder: clock.now.toISOString().slice(0, 10), told })
  }
  if (isSilent) {
    const finding = silenceFinding(feed, clock.now.getTime())
    const told = { level: 'serious', finding, link: CONNECTIONS } as const
    await tellOnce(tx, clock, { matter, reminder: since.toISOString(), told })
    return
  }
  const told = await repository.deleteReminders(tx, matter)
  // If no data came since the notice of silence, the feed is on time only because its period was enlarged: no notice is sent.
  if (!told.some((reminder) => reminder !== since.toISOString())) return
  const { tenantId } = clock
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    matter,
    level: 'ok',
    link: CONNECTIONS,
    finding: { code: 'feed-back', values: { feed: feed.name } },
  })
}

type DecidedQuestion = {
  readonly event: DecidedEvent
  /** The messages of the event; undefined: only screenings found it. */
  readonly came: Came | undefined
  readonly nowMs: number
}

/** The due notice of a decided event: a review, a late message, or messages that have stopped. */
type DecidedDue =
  | { readonly kind: 'look' | 'message-late'; readonly dueMs: number }
  | { readonly kind: 'silent'; readonly lastAt: string; readonly open: OpenNow }

/**
 * Returns the due notice of a decided event at a time; undefined: its decision stays. Messages are expected from HIGH on, as for open
 * events (flight-dynamics rule F30). Data that were already late or missing at the decision are left out, since the person who decided knew
 * it.
 */
function decidedDue({ event, came, nowMs }: DecidedQuestion): DecidedDue | undefined {
  const { decision, look_again_at, created_at } = event
  if (isMitigated(event)) return undefined
  if (look_again_at !== null && look_again_at.getTime() <= nowMs)
    return { kind: 'look', dueMs: look_again_at.getTime() }
  const open = openNow(event, nowMs)
  if (came === undefined || open === undefined) return undefined
  const messages = { ...came, knownMs: created_at.getTime() }
  const decidedMs = decision.at === null ? Number.NEGATIVE_INFINITY : Date.parse(decision.at)
  const isSince = (fromMs: number) => fromMs > decidedMs && fromMs <= nowMs
  if (isWaiting(decision.decision) && isSince(lateFrom(messages)))
    return { kind: 'message-late', dueMs: expectedFrom(messages) }
  if (!isSince(silentFrom(messages))) return undefined
  return { kind: 'silent', lastAt: new Date(lastMsOf(came)).toISOString(), open }
}
