import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import type { FastifyInstance } from 'fastify'
import { burnNoticeRoutes } from './ca/announced/burn-notice.routes.ts'
import { contactRoutes } from './ca/contact/contact.routes.ts'
import { groundStationRoutes } from './ca/contact/ground-station.routes.ts'
import { demoRoutes } from './ca/demo/demo.routes.ts'
import { ephemerisRoutes } from './ca/ephemeris/ephemeris.routes.ts'
import { conjunctionRoutes } from './ca/event/conjunction.routes.ts'
import { findRoutes } from './ca/find/find.routes.ts'
import { nearFleetRoutes } from './ca/find/near-fleet.routes.ts'
import { operatorPathRoutes } from './ca/find/operator-path.routes.ts'
import { openSearchQueue } from './ca/find/search-queue.ts'
import { cdmRoutes } from './ca/message/cdm.routes.ts'
import { importRoutes } from './ca/message/import.routes.ts'
import { neighbourRoutes } from './ca/neighbour/neighbour.routes.ts'
import { manoeuvreRoutes } from './ca/plan/manoeuvre.routes.ts'
import { manoeuvrePolicyRoutes } from './ca/plan/manoeuvre-policy.routes.ts'
import { REMINDER } from './ca/recurring-work-names.ts'
import { calendarRoutes } from './ca/report/calendar.routes.ts'
import { eventReportRoutes } from './ca/report/event-report.routes.ts'
import { handoverRoutes } from './ca/report/handover.routes.ts'
import { objectSizeRoutes } from './ca/satellite/object-size.routes.ts'
import { satelliteRoutes } from './ca/satellite/satellite.routes.ts'
import { listFleetNumbers } from './ca/satellite/satellite.service.ts'
import { screeningRoutes } from './ca/screening/screening.routes.ts'
import { spaceWeatherRoutes } from './ca/space-weather/space-weather.routes.ts'
import { statisticsRoutes } from './ca/statistics/statistics.routes.ts'
import { caUserconfigRoutes } from './ca/userconfig.routes.ts'
import { connectionRoutes } from './connections/connection.routes.ts'
import { connectionWays } from './connections/ways.ts'
import { acknowledgeRoutes } from './duty/acknowledgement.routes.ts'
import { dutyAlarmRoutes } from './duty/alarm/alarm.routes.ts'
import { bridgeRoutes } from './duty/bridge.routes.ts'
import { pagingRoutes } from './duty/paging.routes.ts'
import { dutyPlanRoutes } from './duty/plan/plan.routes.ts'
import { telephoneRoutes } from './duty/telephone.routes.ts'
import { eventRoutes } from './events/event.routes.ts'
import { bounceRoutes } from './notifications/bounce.routes.ts'
import { channelRoutes } from './notifications/channel.routes.ts'
import { deliveryRoutes } from './notifications/delivery.routes.ts'
import { digestRoutes } from './notifications/digest.routes.ts'
import { exampleRoutes } from './notifications/example.routes.ts'
import { mailRoutes } from './notifications/mail.routes.ts'
import { notificationRoutes } from './notifications/notification.routes.ts'
import { rulesRoutes } from './notifications/rule.routes.ts'
import { situationReportRoutes } from './notifications/situation-report.routes.ts'
import { welcome } from './notifications/welcome.job.ts'
import { analystObjectRoutes } from './odt/observation/analyst-object.routes.ts'
import { observationRoutes } from './odt/observation/observation.routes.ts'
import { passpredictionRoutes } from './odt/pass/passprediction.routes.ts'
import { providerRoutes } from './odt/provider/provider.routes.ts'
import { requireSignedByProvider, takeCallback } from './odt/request/callback.service.ts'
import { deliverTrack } from './odt/request/deliver.service.ts'
import { passEntries } from './odt/request/pass-entries.ts'
import { requestRoutes } from './odt/request/request.routes.ts'
import { sensorRoutes } from './odt/sensor/sensor.routes.ts'
import { knownSensors } from './odt/sensor/sensor.service.ts'
import { trackingRoutes } from './odt/tracking/conjunction.routes.ts'
import { trackHistoryRoutes } from './odt/tracking/track-history.routes.ts'
import { withdrawObservation } from './odt/tracking/withdraw.service.ts'
import { customerRoutes } from './payments/customer.routes.ts'
import { paymentsDemoRoutes } from './payments/demo.routes.ts'
import { orderRoutes } from './payments/order.routes.ts'
import { priceRoutes } from './payments/price.routes.ts'
import { priceEstimationRoutes } from './payments/price-estimation.routes.ts'
import { productRoutes } from './payments/product.routes.ts'
import { type Config, describeConfig } from './platform/config.ts'
import { isDatabaseAway, type TenantDb } from './platform/database/database.ts'
import { createGate, rolesOf } from './platform/http/authenticate.ts'
import type { Door } from './platform/http/bind.ts'
import { createClientAddress } from './platform/http/client-address.ts'
import { collectMethods, refuseUnknown } from './platform/http/failures.ts'
import { forwardTo } from './platform/http/forward.ts'
import { createHttp, type Mount } from './platform/http/http.ts'
import { openapiRoutes, wholeOpenapiRoute } from './platform/http/openapi.routes.ts'
import { servePages } from './platform/http/pages.ts'
import { sweepUploads } from './platform/http/upload.ts'
import type { Log } from './platform/log.ts'
import { startOps } from './platform/operation/ops.ts'
import type { Platform } from './platform/operation/platform.ts'
import { openRuntime, type Runtime } from './platform/operation/runtime.ts'
import { closeServer } from './platform/process/close-server.ts'
import { type PartOptions, type PartSettings, type Running, runPart } from './platform/process/part.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'
import { serviceAccountRoutes } from './service-accounts/service-account.routes.ts'
import { sessionRoutes } from './session/backchannel-logout.routes.ts'
import { keyRoutes } from './session/key.routes.ts'
import { tokenRoutes } from './session/token.routes.ts'
import { createFigures } from './status/figures.ts'
import { startTellingOfEnds } from './status/forced-end.service.ts'
import { statusRoutes } from './status/status.routes.ts'
import { catalogueRoutes } from './tle/catalogue.routes.ts'
import { historyRoutes } from './tle/history.routes.ts'
import { objectRoutes } from './tle/object.routes.ts'
import { tleRoutes } from './tle/tle.routes.ts'
import { tleSetRoutes } from './tle/tle-set.routes.ts'
import { userconfigRoutes } from './userconfig/userconfig.routes.ts'

const CALM_LOOK_MS = 50

export type ApiOptions = {
  readonly config: Config
  readonly databaseUrl: string
  readonly log: Log
  readonly webDir?: string
} & Partial<Pick<PartSettings, 'listenFd' | 'identityPath' | 'opsPort'>>

export type Api = {
  readonly port: number
  readonly opsPort: number
  readonly platform: Platform
  close(): Promise<void>
}

/** Starts an API process: database, routes, pages, health. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { config, databaseUrl, log } = options
  const runtime = await openRuntime({ config, version: VERSION, log, databaseUrl }, async (queue, tx, caller) => {
    const { tenantId, subject, username } = caller
    await queue.enqueue(tx, welcome, { tenantId, subject, username, simulated: config.databaseUrl === undefined })
  })
  try {
    return await serve(runtime, options)
  } catch (error) {
    await runtime.close()
    throw error
  }
}

async function serve({ platform, heartbeat, close }: Runtime, options: ApiOptions): Promise<Api> {
  const { config, log, webDir = join(PROJECT_DIR, 'web', 'dist') } = options
  const app = await createHttp(platform, mountsOf(options))
  const methodsOf = collectMethods(app)
  await sweepUploads()
  const door: Door = { app, gate: createGate(platform), bound: new Set(), once: platform }
  bindEverything(door, platform)
  requireAllBound(door)
  refuseUnknown(app, {
    methodsOf,
    rolesOf: (request) => rolesOf(platform, request),
    page: await servePages(app, { dir: webDir, config, version: VERSION, movedMs: platform.movedMs }),
  })
  let draining = false
  await listen(app, options)
  await calm(app)
  const ops = await startOps({
    host: config.opsHost,
    port: options.opsPort ?? config.opsPort,
    db: platform.db,
    queue: platform.queue,
    metrics: platform.metrics,
    log,
    dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    draining: () => draining,
    config: describeConfig(config),
    figures: createFigures(platform),
    neighbours: heartbeat.neighbours,
  }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  await heartbeat.tellOpsPort(ops.port)
  const telling = startTellingOfEnds({ db: platform.db, log, operator: config.operatorTenant })
  return {
    port: config.port,
    opsPort: ops.port,
    platform,
    async close() {
      draining = true
      await setTimeout(config.drainSeconds * 1000)
      await telling.stop()
      await closeServer(app.server, () => app.close())
      await ops.close()
      await close()
    },
  }
}

/** Listens on the socket that `npm start` passes, or on a socket of its own. */
async function listen(app: FastifyInstance, { config: { host, port }, listenFd }: ApiOptions): Promise<void> {
  // Node uses the descriptor if both are given; the framework passes unknown fields to Node.
  const given: { host: string; fd?: number } = { host: '::', ...(listenFd !== undefined && { fd: listenFd }) }
  await app.listen(listenFd === undefined ? { host, port } : given).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken (APSIS_PORT): stop what uses it, or choose another`)
  })
}

/** Waits until the load of starting up is over: a process that reports that it is ready must not refuse calls because of that load. */
async function calm(app: FastifyInstance): Promise<void> {
  while (app.isUnderPressure()) await setTimeout(CALM_LOOK_MS)
}

function mountsOf({ config, identityPath, log }: ApiOptions): readonly Mount[] {
  if (identityPath === undefined) return []
  const clientAddress = createClientAddress(config.trustProxy)
  return [forwardTo({ basePath: new URL(config.issuer).pathname, socketPath: identityPath, clientAddress, log })]
}

/** The direct search and the objects near the fleet ask one queue, so that the catalogue is prepared once. */
function searchRoutes(door: Door, { db, now }: Platform): void {
  const searchQueue = openSearchQueue(now)
  door.app.addHook('onClose', () => searchQueue.close())
  findRoutes(door, { db, now, searchQueue })
  nearFleetRoutes(door, { db, now, searchQueue })
  operatorPathRoutes(door, { db })
}

function bindEverything(door: Door, platform: Platform): void {
  caUserconfigRoutes(door, platform)
  satelliteRoutes(door, platform)
  objectSizeRoutes(door, platform)
  contactRoutes(door, platform)
  groundStationRoutes(door, platform)
  burnNoticeRoutes(door, platform)
  ephemerisRoutes(door, platform)
  screeningRoutes(door, platform)
  neighbourRoutes(door, platform)
  searchRoutes(door, platform)
  statisticsRoutes(door, platform)
  spaceWeatherRoutes(door, platform)
  cdmRoutes(door, platform)
  importRoutes(door, platform)
  conjunctionRoutes(door, platform)
  handoverRoutes(door, platform)
  eventReportRoutes(door, platform)
  manoeuvreRoutes(door, platform)
  manoeuvrePolicyRoutes(door, platform)
  calendarRoutes(door, { ...platform, listPasses: passEntries(platform.db) })
  tleRoutes(door, platform)
  catalogueRoutes(door, platform)
  historyRoutes(door, platform)
  objectRoutes(door, platform)
  tleSetRoutes(door, platform.db)
  userconfigRoutes(door, platform)
  connectionRoutes(door, {
    ...platform,
    publicUrl: platform.config.publicUrl,
    ways: connectionWays(platform.config),
    catalogueOrganisation: platform.config.catalogueOrganisation,
    listFleet: listFleetNumbers,
    reminder: REMINDER,
  })
  notificationRoutes(door, platform.db)
  channelRoutes(door, platform)
  deliveryRoutes(door, platform)
  rulesRoutes(door, platform)
  mailRoutes(door, platform)
  digestRoutes(door, platform)
  situationReportRoutes(door, platform)
  bounceRoutes(door, platform)
  exampleRoutes(door, platform)
  acknowledgeRoutes(door, platform)
  dutyPlanRoutes(door, platform)
  dutyAlarmRoutes(door, platform)
  pagingRoutes(door, platform)
  telephoneRoutes(door, platform)
  bridgeRoutes(door, platform)
  demoRoutes(door, platform)
  eventRoutes(door, platform)
  statusRoutes(door, platform)
  sessionRoutes(door, platform)
  tokenRoutes(door, platform)
  keyRoutes(door, platform.signingKeys)
  serviceAccountRoutes(door, platform)
  requestRoutes(door, platform)
  trackHistoryRoutes(door, platform)
  observationRoutes(door, { ...platform, deliver: deliverTrack, withdraw: withdrawObservation })
  trackingRoutes(door, platform)
  sensorRoutes(door, platform)
  analystObjectRoutes(door, platform)
  providerRoutes(door, { ...platform, takeCallback, requireSigned: requireSignedByProvider })
  passpredictionRoutes(door, platform)
  customerRoutes(door, platform)
  const sensorCodes = async (tx: TenantDb) =>
    new Set(
      (await knownSensors(tx, { isSimulationAllowed: platform.config.demoFleet })).map(({ sensorCode }) => sensorCode),
    )
  orderRoutes(door, { ...platform, sensorCodes })
  productRoutes(door, platform)
  priceRoutes(door, platform)
  priceEstimationRoutes(door, { ...platform, sensorCodes })
  paymentsDemoRoutes(door, platform)
  openapiRoutes(door, platform.version)
  wholeOpenapiRoute(door, platform.version)
}

function requireAllBound({ bound }: Door): void {
  const promised = Object.values(SERVICE_ENDPOINTS).flatMap((endpoints) => Object.values(endpoints))
  const missing = promised.map((e) => `${e.method} ${e.path}`).filter((name) => !bound.has(name))
  if (missing.length > 0) throw new TypeError(`The contract promises what no route keeps: ${missing.join(', ')}`)
}

async function start(options: PartOptions): Promise<Running> {
  const api = await startApi(options)
  return { close: api.close, about: { port: api.port, opsPort: api.opsPort } }
}

if (import.meta.main) await runPart('api', process.env, start, isDatabaseAway)
