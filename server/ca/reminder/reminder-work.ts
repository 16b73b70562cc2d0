import { HOUR_MS } from '@apsis/astro/constants.ts'
import { rankOf } from '@apsis/contract/ca/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { notify, type Told } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { StandingWork } from '../../platform/jobs/standing-work.ts'
import { describeEvent, eventValues } from '../conjunction/describe-event.ts'
import { levelAt } from '../conjunction/event/event-level.ts'
import { type Feed, feedChecks, listFeeds } from '../feed/feed.service.ts'
import { REMINDER } from '../reminder-name.ts'
import { decisionDue, missingFrom, silentFrom } from './due.ts'
import * as repository from './reminder.repository.ts'

/** Longer than any event is open. */
const KEPT_MS = 90 * 24 * HOUR_MS
const NOTICE_CODE = 200

/** Tells what is due and what did not come: a reader who hears nothing believes that nothing is the matter (F30). */
export const reminderWork: StandingWork = {
  name: REMINDER.name,
  everyS: REMINDER.everyS,
  async turn({ db, now }, tenantId) {
    const at = new Date(now())
    await db.tenant(tenantId, async (tx) => {
      await repository.deleteOldReminders(tx, new Date(at.getTime() - KEPT_MS))
      const files = await repository.listFiles(tx)
      for (const event of await repository.listOpenEvents(tx, at, rankOf('HIGH')))
        for (const one of remindersOf(event, files, at)) await tellOnce(tx, { tenantId, now: at }, one)
      for (const one of files.flatMap((file) => missingFile(file, at))) await tellOnce(tx, { tenantId, now: at }, one)
      for (const feed of await listFeeds(tx)) await watchFeed(tx, { tenantId, now: at }, feed)
    })
  },
}

type Reminder = {
  readonly matter: string
  /** Names it among those of the matter: it is told once. */
  readonly reminder: string
  readonly told: Pick<Told, 'title' | 'level' | 'message' | 'link' | 'satelliteId'> & { readonly finding: Finding }
}

type Clock = { readonly tenantId: string; readonly now: Date }

async function tellOnce(tx: TenantDb, { tenantId, now }: Clock, { matter, reminder, told }: Reminder): Promise<void> {
  if (!(await repository.insertReminder(tx, { tenantId, matter, reminder, now }))) return
  await notify(tx, { tenantId, subject: undefined, audience: 'ca', code: NOTICE_CODE, matter, ...told })
}

/** What is to be told of an open event. */
function remindersOf(event: repository.OpenEvent, files: readonly repository.Files[], now: Date): Reminder[] {
  const { id: matter, satellite_id: satelliteId, satellite_name, facts, created_at } = event
  const nowMs = now.getTime()
  const risk = levelAt(facts, nowMs)
  // It may have fallen by time since it was last written.
  if (rankOf(risk) < rankOf('HIGH')) return []
  const described = { facts, level: risk, satelliteName: satellite_name ?? undefined }
  const values = eventValues(described)
  const text = describeEvent(described)
  const about =
    satelliteId === null
      ? { matter }
      : { matter, at: { link: `/ca/conjunction/${satelliteId}/${matter}`, satelliteId } }
  const level = risk === 'CRITICAL' ? 'critical' : 'serious'
  const reminders: Reminder[] = []
  const add = (reminder: string, title: string, sentence: string, finding: Finding) =>
    reminders.push({
      matter,
      reminder,
      told: { title, level, message: `${text} ${sentence}`, finding, ...('at' in about ? about.at : {}) },
    })

  const tcaMs = Date.parse(facts.conjunctionData.tca)
  const commitMs = tcaMs - facts.commitHours * HOUR_MS
  const hours = decisionDue({ commitMs, openedMs: created_at.getTime(), nowMs })
  if (hours !== undefined)
    add(`decision-due ${hours}`, `Decision due within ${hours} h`, 'Nobody has decided on it.', {
      code: 'decision-due',
      values: { ...values, hours },
    })

  const lastMs = Date.parse(facts.lastCreationDate)
  const [firstMs, count] = [Date.parse(facts.firstCreationDate), facts.messages]
  if (count > 0 && nowMs >= silentFrom({ firstMs, lastMs, count, knownMs: created_at.getTime() })) {
    const lastAt = new Date(lastMs).toISOString()
    const sentence = `The last message is of ${toMinute(lastMs)}. That none came says nothing about the risk.`
    const finding = { code: 'event-silent', values: { ...values, lastAt } } as const
    add(`event-silent ${lastAt}`, 'No news of an open event', sentence, finding)
  }

  const until = files.find((file) => file.satellite_id === satelliteId)?.usable_until
  if (until != null && until.getTime() <= nowMs) {
    const endedAt = until.toISOString()
    const sentence = `The newest ephemeris of ${satellite_name ?? 'the satellite'} ended ${toMinute(until.getTime())}, before the closest approach.`
    const finding = { code: 'ephemeris-ended', values: { ...values, endedAt } } as const
    add(`ephemeris-ended ${endedAt}`, 'Ephemeris ended before a closest approach', sentence, finding)
  }
  return reminders
}

/** An ephemeris that comes as a rule, and did not. */
function missingFile({ satellite_id: satelliteId, name, arrived }: repository.Files, now: Date): Reminder[] {
  const from = missingFrom(arrived.map((at) => at.getTime()))
  if (from === undefined || now.getTime() < from) return []
  const lastAt = new Date(Math.max(...arrived.map((at) => at.getTime()))).toISOString()
  const message = `${name}: the last operational ephemeris came ${toMinute(Date.parse(lastAt))}; the next was expected by ${toMinute(from)}.`
  const values = { satellite: name, lastAt, expectedAt: new Date(from).toISOString() }
  const finding = { code: 'ephemeris-missing', values } as const
  const told = { title: 'Ephemeris did not come', level: 'caution', message, finding, link: '/ca/oems' } as const
  return [{ matter: `ephemeris:${satelliteId}`, reminder: lastAt, told: { ...told, satelliteId } }]
}

/** A feed that is silent is told once, and once that it is back. */
async function watchFeed(tx: TenantDb, clock: Clock, feed: Feed): Promise<void> {
  const matter = `feed:${feed.name}`
  const sinceMs = (feed.lastSuccessAt ?? feed.createdAt).getTime()
  if (clock.now.getTime() - sinceMs > FEED_SILENT_MS) {
    const [check] = feedChecks([feed], clock.now.getTime())
    const finding = { code: 'feed-silent', values: check?.finding?.values ?? { feed: feed.name } } as const
    const message = `${feed.name}: ${check?.message ?? ''} Events of which no message comes look as they did.`
    const told = { title: 'A source of messages is silent', level: 'serious', message, finding, link: '/ca' } as const
    return tellOnce(tx, clock, { matter, reminder: new Date(sinceMs).toISOString(), told })
  }
  if (!(await repository.deleteReminders(tx, matter))) return
  const { tenantId } = clock
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    code: NOTICE_CODE,
    matter,
    level: 'ok',
    link: '/ca',
    title: 'A source of messages is back',
    message: `${feed.name} is read again.`,
    finding: { code: 'feed-back', values: { feed: feed.name } },
  })
}

/** A source of messages is asked several times in 8 h; that long without an answer the status shows as late (ux.md §5). */
const FEED_SILENT_MS = 12 * HOUR_MS

const toMinute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} Z`
