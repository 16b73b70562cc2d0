import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import { Gauge } from 'prom-client'
import { type Figures, figuresOf, weatherAges } from '../ca/reminder/figures.service.ts'
import { silenceOf } from '../connections/feed.service.ts'
import { LAST_BACKUP } from '../platform/backup/last-backup.ts'
import { listWorkingOrganisations } from '../platform/operation/forced-end.repository.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { countEndingAccounts } from '../service-accounts/service-account.service.ts'

/** A scraper that asks again within this time gets the same values. */
const KEPT_MS = 15_000
/** No installation has more organisations; each takes some milliseconds. */
const MOST_ORGANISATIONS = 10_000

/**
 * Creates the metrics because of which people on duty are called: sums or the worst values over all organisations, without names (record 184).
 * Returns a function that updates them for each scrape.
 */
export function createFigures(platform: Platform): () => Promise<void> {
  const gauges = makeGauges(platform)
  clear(gauges)
  let readMs = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  return () => {
    if (platform.now() - readMs < KEPT_MS) return reading
    readMs = platform.now()
    reading = measure(platform, gauges).catch((error: unknown) => {
      clear(gauges)
      readMs = Number.NEGATIVE_INFINITY
      platform.log.warn({ err: error }, 'the figures of the domain could not be read')
    })
    return reading
  }
}

type Gauges = ReturnType<typeof makeGauges>

function makeGauges({ metrics: { registry } }: Platform) {
  const registers = [registry]
  const one = (name: string, help: string) => new Gauge({ name, help, registers })
  const by = (label: string, name: string, help: string) => new Gauge({ name, help, labelNames: [label], registers })
  return {
    single: {
      organisations: one('apsis_organisations', 'Organisations that these figures are of'),
      unacknowledged: one(
        'apsis_urgent_events_unacknowledged',
        'Open events that are critical, or have to be acted on, and that nobody has acknowledged',
      ),
      nextDecision: one(
        'apsis_next_decision_seconds',
        'Until the first such event has to be decided; below 0: that has passed. Absent: none has',
      ),
      lateScreenings: one('apsis_screenings_late', 'Screenings of fleets that are overdue'),
      endedEphemerides: one('apsis_ephemerides_ended', 'Satellites whose newest operational ephemeris has ended'),
      endingAccounts: one(
        'apsis_service_accounts_ending',
        'Service accounts whose newest secret ends within 14 days or has ended',
      ),
      lastBackup: one(
        'apsis_backup_last_success_timestamp_seconds',
        'When the last backup of the embedded database ended. Absent: none was made, or the database is your own',
      ),
    },
    labelled: {
      feedAge: by('feed', 'apsis_feed_age_seconds', 'Since a feed was last read; the oldest of all organisations'),
      feedPeriod: by('feed', 'apsis_feed_period_seconds', 'How often a feed brings something as a rule'),
      messageAge: by(
        'feed',
        'apsis_feed_message_age_seconds',
        'Since the last message of a feed; the oldest of all organisations',
      ),
      openEvents: by('level', 'apsis_open_events', 'Open events by level'),
      weatherAge: by(
        'source',
        'apsis_space_weather_age_seconds',
        'Since a source of space weather last gave something',
      ),
    },
  }
}

/** Removes every value: an old value would look valid, and 0 would look as if nothing were wrong. */
function clear({ single, labelled }: Gauges): void {
  for (const gauge of Object.values(single)) gauge.remove()
  for (const gauge of Object.values(labelled)) gauge.reset()
}

async function measure(platform: Platform, gauges: Gauges): Promise<void> {
  const now = platform.now()
  const tenants = await platform.db.shared((tx) => listWorkingOrganisations(tx, MOST_ORGANISATIONS))
  const all: (Figures & { readonly endingAccounts: number })[] = []
  // The organisations are read one after the other, so that a scrape uses only one connection.
  for (const tenantId of tenants) {
    const figures = await figuresOf({ db: platform.db, now }, tenantId)
    const endingAccounts = await platform.db.tenant(tenantId, (tx) => countEndingAccounts(tx, now))
    all.push({ ...figures, endingAccounts })
  }
  const weather = await platform.db.shared((tx) => weatherAges(tx, now))
  const backupS = await lastBackupS(platform)
  clear(gauges)
  const { single, labelled } = gauges
  const sum = (read: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + read(one), 0)
  single.organisations.set(tenants.length)
  const worst = new Map<string, { ageS: number; periodS: number; messageS: number | undefined }>()
  for (const feed of all.flatMap(({ feeds }) => feeds)) {
    const { ageS } = silenceOf(feed, now)
    const known = worst.get(feed.name)
    const messageS = feed.lastMessageAt === null ? undefined : Math.max(0, (now - feed.lastMessageAt.getTime()) / 1_000)
    const olderS = Math.max(messageS ?? 0, known?.messageS ?? 0)
    worst.set(feed.name, {
      ageS: Math.max(ageS, known?.ageS ?? 0),
      periodS: Math.max(feed.periodS, known?.periodS ?? 0),
      messageS: messageS === undefined && known?.messageS === undefined ? undefined : olderS,
    })
  }
  for (const [feed, { ageS, periodS, messageS }] of worst) {
    labelled.feedAge.set({ feed }, ageS)
    labelled.feedPeriod.set({ feed }, periodS)
    if (messageS !== undefined) labelled.messageAge.set({ feed }, messageS)
  }
  for (const level of RISK_LEVELS)
    labelled.openEvents.set(
      { level },
      sum((one) => one.openEvents.get(level) ?? 0),
    )
  single.unacknowledged.set(sum((one) => one.unacknowledged))
  const deadlines = all.flatMap(({ decideBeforeMs }) => decideBeforeMs ?? [])
  if (deadlines.length > 0) single.nextDecision.set((Math.min(...deadlines) - now) / 1_000)
  single.lateScreenings.set(sum((one) => one.lateScreenings))
  single.endedEphemerides.set(sum((one) => one.endedEphemerides))
  for (const [source, ageS] of weather) labelled.weatherAge.set({ source }, ageS)
  single.endingAccounts.set(sum((one) => one.endingAccounts))
  if (backupS !== undefined) single.lastBackup.set(backupS)
}

async function lastBackupS({ config }: Platform): Promise<number | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  try {
    const { endedAt } = JSON.parse(await readFile(join(config.dataDir, LAST_BACKUP), 'utf8')) as { endedAt: string }
    return Date.parse(endedAt) / 1_000
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
