import { silentBurnWork } from './ca/announced/silent-burn-work.ts'
import { commitWork } from './ca/contact/commit-work.ts'
import { demoElementsAt } from './ca/demo/elements.ts'
import { demoHistoryWork } from './ca/demo/history-work.ts'
import { demoWork } from './ca/demo/work.ts'
import { folderWork } from './ca/feed/folder-work.ts'
import { mailboxWork } from './ca/feed/mailbox-work.ts'
import { spaceTrackWork } from './ca/feed/space-track-work.ts'
import { watchWork } from './ca/find/work.ts'
import { importWork } from './ca/message/import-work.ts'
import { figuresOfEvent, lastMessagesOf, newestMessageOf, newestPlaneOf } from './ca/message/newest-message.ts'
import { neighbourWork } from './ca/neighbour/neighbour-work.ts'
import { candidateWork } from './ca/plan/life/group.ts'
import { manoeuvreWork } from './ca/plan/life/watch-work.ts'
import { reminderWork } from './ca/reminder/reminder-work.ts'
import { renewReminder } from './ca/reminder/renew-reminder.ts'
import { situationOf } from './ca/report/situation.service.ts'
import { fleetScreeningWork } from './ca/screening/fleet/fleet-screening-work.ts'
import { weatherWork } from './ca/space-weather/weather-work.ts'
import { connectionWays } from './connections/ways.ts'
import { sendingWork } from './delivery/delivery-work.ts'
import { mailboxDoor, smtpDoor } from './delivery/mail-door.ts'
import type { SendingConfig } from './delivery/send-content.ts'
import { situationReportWork } from './delivery/situation-report.service.ts'
import { isBlocked } from './delivery/target.ts'
import { escalationWork } from './duty/alarm/escalation-work.ts'
import { nextCallByName } from './duty/alarm/next-call.ts'
import { pagingWork } from './duty/paging-work.ts'
import { chainClock, withMovedClock } from './duty/plan/moved-clock.ts'
import { tellOfChannel } from './notifications/notification.service.ts'
import { demoRequestsWork } from './odt/demo/demo-requests-work.ts'
import { providersWork } from './odt/provider/providers-work.ts'
import { requestsWork } from './odt/request/requests-work.ts'
import { findBurnTracks } from './odt/tracking/burn-tracks.ts'
import { decidingPasses } from './odt/tracking/deciding-passes.ts'
import { eventsWork } from './odt/tracking/events-work.ts'
import { trackHistoryWork } from './odt/tracking/track-history-work.ts'
import { expiryWork } from './payments/expiry-work.ts'
import { reconciliationWork } from './payments/reconciliation-work.ts'
import { createSecretBox } from './platform/auth/secret-box.ts'
import type { Config } from './platform/config.ts'
import type { RecurringWork } from './platform/jobs/recurring-work.ts'
import type { Metrics } from './platform/operation/metrics.ts'
import { endingNoticeWork } from './service-accounts/ending-notice-work.ts'
import { type CatalogueSource, downloadWork } from './tle/download-work.ts'

/** Returns all recurring work of the worker, according to the settings. */
export function recurringWorks(config: Config, metrics?: Pick<Metrics, 'catalogueObjects'>): readonly RecurringWork[] {
  const demoRequests = demoRequestsWork(config.demoFleet)
  return [
    demoWork([demoRequests, demoHistoryWork]),
    demoHistoryWork,
    downloadWork(catalogueSource(config), {
      wakes: [fleetScreeningWork.name],
      counted: (kinds) => {
        for (const [kind, count] of Object.entries(kinds)) metrics?.catalogueObjects.set({ kind }, count)
      },
    }),
    watchWork(),
    fleetScreeningWork,
    importWork,
    manoeuvreWork(findBurnTracks),
    candidateWork(),
    commitWork,
    reminderWork,
    silentBurnWork,
    trackHistoryWork(config.demoFleet),
    endingNoticeWork,
    situationReportWork,
    withMovedClock(escalationWork, config.dutyClockFile),
    pagingWork,
    expiryWork,
    reconciliationWork,
    withMovedClock(requestsWork(config.demoFleet), config.requestClockFile),
    demoRequests,
    weatherWork(config.spaceWeather, config.outboundProxy),
    providersWork({
      box: createSecretBox(config.delivery.keyFile),
      publicUrl: config.publicUrl,
      allowLoopback: config.delivery.allowLoopback,
      proxy: config.outboundProxy,
    }),
    spaceTrackWork(connectionWays(config)),
    neighbourWork(connectionWays(config)),
    folderWork(connectionWays(config)),
    mailboxWork(connectionWays(config)),
  ]
}

/** Returns the work that adds tracks to events; people wait for its results. */
export const trackingWork = (config: Pick<Config, 'demoFleet'>): RecurringWork => eventsWork(config.demoFleet)

/** Returns the work that sends notices on the channels of their recipients. */
export function deliveryWork(
  config: Config,
  metrics: Pick<Metrics, 'deliveries' | 'blocked'>,
  names: Pick<SendingConfig, 'resolve'> = {},
): RecurringWork {
  const { delivery, publicUrl, databaseUrl, outboundProxy: proxy } = config
  const { mailFrom, bounceAddress, allowLoopback, smtp, mailboxDir, keyFile } = delivery
  return sendingWork({
    config: {
      publicUrl,
      mailFrom,
      bounceAddress,
      allowLoopback,
      proxy,
      isSimulated: databaseUrl === undefined,
      ...names,
    },
    box: createSecretBox(keyFile),
    mail: smtp === undefined ? mailboxDoor(mailboxDir) : smtpDoor(smtp),
    random: Math.random,
    tell: tellOfChannel,
    renewed: renewReminder,
    messageOf: newestMessageOf,
    historyOf: lastMessagesOf,
    planeOf: newestPlaneOf,
    figuresOfEvent,
    decidingPassesOf: decidingPasses(config.demoFleet),
    nextCallOf: (tx, { matter, now }) =>
      nextCallByName(tx, { matter, now, chainNow: chainClock(() => now, config.dutyClockFile)() }),
    situationOf,
    measured: (channel, result, seconds) => {
      metrics.deliveries.observe({ channel, result }, seconds)
      if (isBlocked(result)) metrics.blocked.inc({ channel, reason: result })
    },
  })
}

/** Returns the configured source; if there is none, the simulated catalogue, if simulated data is allowed. */
function catalogueSource(config: Config): CatalogueSource | undefined {
  const { gpSources: addresses, catalogueOrganisation: organisation, demoFleet } = config
  if (addresses.length > 0 || organisation !== undefined)
    return { kind: 'gp', addresses, organisation, ways: connectionWays(config) }
  return demoFleet ? { kind: 'simulated', more: demoElementsAt } : undefined
}
