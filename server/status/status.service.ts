import type { Finding } from '@apsis/contract/finding.ts'
import { allows, CA_USER, ODT_USER, PAYMENTS_USER } from '@apsis/contract/roles.ts'
import { type Check, type Status, worst } from '@apsis/contract/status/status.ts'
import { fleetScreeningChecks } from '../ca/screening/fleet/fleet-screening.service.ts'
import { checkWeather } from '../ca/space-weather/weather-check.service.ts'
import { feedChecks, listFeeds } from '../connections/feed.service.ts'
import { checkCritical } from '../delivery/delivery.service.ts'
import { checkNetworks } from '../odt/provider/network-status.service.ts'
import { checkRequests } from '../odt/request/provider-answer-status.service.ts'
import { checkBooks } from '../payments/books-status.service.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { countDeadJobs, oldestWaitingS } from '../platform/jobs/job.repository.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { listProcesses } from '../platform/operation/process.repository.ts'
import { MAX_SKEW_S } from '../platform/process/clock-check.ts'
import { checkCatalogue } from '../tle/catalogue-status.service.ts'
import { accountLabels } from './account-labels.ts'
import { checkForcedEnds } from './forced-end.service.ts'

const SILENT_S = 60
const LATE_S = 60
const VERY_LATE_S = 600
const STALE_KEYS_S = 3_600

/** Returns the state of the platform: first the basic parts, then the services. */
export async function getStatus(platform: Platform, caller: Caller): Promise<Status> {
  const looking = { nowMs: platform.now(), isSimulated: platform.config.databaseUrl === undefined }
  const catalogue = await checkCatalogue(platform.db, platform.now())
  const parts = {
    ...(await databaseChecks(platform)),
    identity: [identityCheck(platform)],
    events: [eventCheck(platform)],
    notifications: [await platform.db.tenant(caller.tenantId, (tx) => checkCritical(tx, caller, looking))],
    // A service without data of its own is inactive, and is shown as inactive and not as green.
    ca: await conjunctionChecks(platform, caller),
    tle: catalogue.checks,
    odt: await trackingChecks(platform, caller),
    payments: await paymentChecks(platform, caller),
  }
  const services = Object.entries(parts).map(([service, checks]) => ({
    service,
    level: worst(checks.map((check) => check.level)),
    checks,
  }))
  return {
    level: worst(services.map((service) => service.level)),
    asOf: new Date(platform.now()).toISOString(),
    version: platform.version,
    labels: accountLabels(caller, platform.config.labelledUsers),
    catalogue: catalogue.holding,
    services,
  }
}

const weatherOf = ({ db, now, config }: Platform, caller: Caller): Promise<Check> =>
  checkWeather({ db, now, sources: config.spaceWeather, names: config.spaceWeatherNames }, caller)

const NO_FEED: Check = {
  name: 'feeds',
  level: 'inactive',
  message: 'No source of messages is set: upload them.',
  finding: { code: 'no-feed', values: {} },
}

const FOR_USERS: Check = {
  name: 'data',
  level: 'inactive',
  message: 'What is checked here is shown to the users of the service.',
  finding: { code: 'checks-for-users', values: {} },
}

/** Returns the checks of feeds, fleet screenings and space weather; only users of collision avoidance see them. */
async function conjunctionChecks(platform: Platform, caller: Caller): Promise<Check[]> {
  if (!allows([CA_USER], caller.roles)) return [FOR_USERS]
  const feeds = await feedsOf(platform, caller.tenantId)
  const screenings = await platform.db.tenant(caller.tenantId, (tx) => fleetScreeningChecks(tx, platform.now()))
  return [...(feeds.length > 0 ? feeds : [NO_FEED]), ...screenings, await weatherOf(platform, caller)]
}

async function trackingChecks({ db, now }: Platform, caller: Caller): Promise<Check[]> {
  if (!allows([ODT_USER], caller.roles)) return [FOR_USERS]
  return db.tenant(caller.tenantId, async (tx) => [await checkRequests(tx), ...(await checkNetworks(tx, now()))])
}

async function paymentChecks({ db, now }: Platform, caller: Caller): Promise<Check[]> {
  if (!allows([PAYMENTS_USER], caller.roles)) return [FOR_USERS]
  return [await db.tenant(caller.tenantId, (tx) => checkBooks(tx, now()))]
}

/** Returns the checks of the feeds of the connections of the caller's organisation. */
async function feedsOf({ db, now }: Platform, tenantId: string): Promise<Check[]> {
  return feedChecks(await db.tenant(tenantId, (tx) => listFeeds(tx, now())), now())
}

async function databaseChecks({ db, now, movedMs, tokens }: Platform): Promise<{ database: Check[]; jobs: Check[] }> {
  const started = now()
  return db.shared(async (tx) => {
    const processes = await listProcesses(tx)
    const took = now() - started
    const connection: Check = {
      name: 'connection',
      level: 'ok',
      message: 'The database answers.',
      finding: { code: 'database-answers', values: {} },
      value: took,
      unit: 'ms',
    }
    const clock = clockCheck(Math.round((now() - movedMs() - tokens.now()) / 1_000))
    const workers = processes.filter(({ kind, age_s }) => kind === 'worker' && age_s < SILENT_S).length
    const jobs = [
      workerCheck(workers),
      await checkForcedEnds(tx),
      lateCheck(await oldestWaitingS(tx)),
      deadCheck(await countDeadJobs(tx)),
    ]
    return { database: [connection, clock], jobs }
  })
}

/** Compares the database's clock with this machine's clock. Due times follow the clock of the database: if it is wrong, all of them are wrong. */
function clockCheck(offsetS: number): Check {
  const measured = { name: 'clock', value: offsetS, unit: 's' }
  if (offsetS === 0)
    return {
      ...measured,
      level: 'ok',
      message: 'The clocks of the database and of the machine agree.',
      finding: { code: 'clocks-agree', values: {} },
    }
  const differs = `The clock of the database, which is used, is ${Math.abs(offsetS)} s ${offsetS > 0 ? 'ahead of' : 'behind'} that of the machine: one of them has to be set right.`
  return {
    ...measured,
    level: Math.abs(offsetS) < MAX_SKEW_S ? 'caution' : 'critical',
    message: differs,
    finding: { code: 'clocks-differ', values: { offsetS } },
  }
}

function workerCheck(workers: number): Check {
  if (workers > 0)
    return {
      name: 'workers',
      level: 'ok',
      message: `${workers} at work.`,
      value: workers,
      unit: '1',
      finding: { code: 'workers', values: { count: workers } },
    }
  return {
    name: 'workers',
    level: 'serious',
    message: 'No worker is running: jobs wait.',
    value: 0,
    unit: '1',
    finding: { code: 'no-worker', values: {} },
  }
}

function lateCheck(ageS: number): Check {
  const level = ageS > VERY_LATE_S ? 'serious' : ageS > LATE_S ? 'caution' : 'ok'
  const message = level === 'ok' ? 'Jobs run without delay.' : 'Jobs wait longer than they should.'
  const finding: Finding = { code: level === 'ok' ? 'jobs-in-time' : 'jobs-late', values: {} }
  return { name: 'backlog', level, message, value: Math.round(ageS), unit: 's', finding }
}

function deadCheck(dead: number): Check {
  const level = dead === 0 ? 'ok' : 'serious'
  const message = dead === 0 ? 'No job was given up.' : 'Jobs were given up and wait for a person.'
  const finding: Finding = { code: dead === 0 ? 'no-dead-jobs' : 'dead-jobs', values: {} }
  return { name: 'dead letters', level, message, value: dead, unit: '1', finding }
}

function identityCheck({ keys }: Platform): Check {
  const { reachable, ageS } = keys.state()
  if (reachable)
    return {
      name: 'provider',
      level: 'ok',
      message: 'The identity provider answers.',
      finding: { code: 'provider-answers', values: {} },
    }
  const level = ageS !== undefined && ageS < STALE_KEYS_S ? 'caution' : 'serious'
  const finding: Finding = { code: 'provider-silent', values: {} }
  return {
    name: 'provider',
    level,
    message: 'The identity provider does not answer: nobody can sign in anew.',
    finding,
  }
}

function eventCheck({ listener }: Platform): Check {
  if (listener.connected())
    return {
      name: 'listening',
      level: 'ok',
      message: 'Changes are told at once.',
      finding: { code: 'changes-at-once', values: {} },
    }
  const finding: Finding = { code: 'changes-late', values: {} }
  return {
    name: 'listening',
    level: 'caution',
    message: 'Changes are told late: the listening connection is lost.',
    finding,
  }
}
