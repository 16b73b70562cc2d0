import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import {
  type createRequest as createCall,
  INFEASIBLE_REASONS,
  leftOutFields,
  type listRequests as listCall,
  MOST_OPEN_REQUESTS,
  MOST_TRACK_SECONDS,
  MOST_WINDOW_DAYS,
  type NewRequest,
  type ObservationRequest,
  passName,
  USUAL_WINDOW_DAYS,
} from '@apsis/contract/odt/request/request.ts'
import { newRequestState } from '@apsis/contract/odt/request/request-state.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { ODT_ADMIN } from '@apsis/contract/roles.ts'
import { emit } from '../../events/event.service.ts'
import { customerOf } from '../../payments/customer.service.ts'
import {
  ordersOf,
  placeOrder,
  type OrderRequest as Request,
  type RequestLine,
  writeWithOrder,
} from '../../payments/order.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { pool } from '../../platform/thread/pool.ts'
import { type GivenOrbit, readOrbitMessage } from '../object/given-orbit.service.ts'
import { findObserved } from '../object/object.service.ts'
import type { OrbitText } from '../object/read-orbit-task.ts'
import { listFilesOfPasses } from '../observation/observation.service.ts'
import { findProvider } from '../provider/provider.repository.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { requireSimulated, SIMULATOR } from '../simulator/may-simulate.ts'
import { sensorsFor } from './find-windows.ts'
import type { PassRow, RequestRow } from './request.repository.ts'
import * as repository from './request.repository.ts'
import { type History, moveRequest, tellStatus } from './request-state.service.ts'
import { sensorOf, sensorsOfLines } from './sensor-lines.ts'

/** The dependencies of requests. */
export type RequestPlatform = {
  readonly db: Database
  readonly now: () => number
  readonly isSimulationAllowed: boolean
  readonly history?: History
}

/** The work that processes the open requests of an organisation; it is on the list once there is a request. */
export const REQUESTS_WORK = 'odt.requests'
export const REQUESTS_EVERY_S = 10

/** The latest start of a window: the money of an order is held for 30 days. */
const LATEST_START_DAYS = 14

type Input = ParsedRequest<typeof createCall>['body']

/**
 * Accepts a request: its price is held, the request is PENDING, and the person is notified, all in one transaction; the worker plans the
 * passes. `given` is the original body, to list the missing fields.
 */
export async function createRequest(
  platform: RequestPlatform,
  request: Request,
  input: Input,
): Promise<ObservationRequest> {
  const message = messageOf(input)
  const { tenantId } = request.caller
  if (message !== null) pool.requireRoom(tenantId)
  const given = message === null ? undefined : await readOrbitMessage(tenantId, message)
  return writeWithOrder(platform, request, async (tx) => {
    const row = await addRequest(tx, { platform, request }, { input, message, given })
    const [shown] = await present(tx, [row], { isWhole: true })
    return { ...shown, ignored: [...leftOutFields(input)] } as ObservationRequest
  })
}

type RequestContext = { readonly platform: RequestPlatform; readonly request: Request }
type RequestInput = {
  readonly input: NewRequest
  readonly message: OrbitText | null
  /** The content of the orbit message. */
  readonly given: GivenOrbit | undefined
}

async function addRequest(
  tx: TenantDb,
  context: RequestContext,
  { input, message, given }: RequestInput,
): Promise<repository.RequestRow> {
  const { platform, request } = context
  const now = new Date(platform.now())
  const { satelliteId, catalogueId, conjunctionId } = input
  const object = await findObserved(tx, { satelliteId, catalogueId, given, conjunctionId })
  const known = await knownSensors(tx, platform)
  requireKnownSensors(input, known)
  const sensors = sensorsFor(known, input.measurementType)
  const own = sensors.flatMap(({ isSimulated, providerId }) => (isSimulated || providerId === null ? [] : [providerId]))
  const provider = requireProvider(platform, { wanted: input.providerId, own, object })
  const isSimulated = await requireAble(tx, provider, object)
  const window = requireWindow(input, now)
  if (platform.history === undefined) await requireNotOrdered(tx, { input, noradId: object.noradId, now })
  if (platform.history === undefined) await requireRoom(tx, request.caller.tenantId)
  const may = sensors.filter(
    (sensor) => sensor.providerId === provider && sensor.isSimulated === (provider === SIMULATOR),
  )
  const { passes, lines } = linesOf(
    input,
    may.map(({ sensorCode }) => sensorCode),
  )
  const id = platform.history?.requestId ?? randomUUID()
  const orderId = await holdPrice(tx, context, { id, isSimulated, lines: lines.map(({ line }) => line) })
  const life = newRequestState(passes)
  const slotLines = lines.flatMap(({ line }, at) => Array.from({ length: line.passes }, () => at))
  const { caller } = request
  const row: repository.NewRequestRow = {
    ...askedColumns(input),
    id,
    provider_id: provider,
    message_type: message?.type ?? null,
    message: message?.text ?? null,
    passes_requested: passes,
    norad_id: object.noradId,
    object_name: object.name,
    satellite_id: object.satelliteId,
    window_from: window.from,
    window_to: window.to,
    status: life.status,
    is_ended: life.isEnded,
    slots: life.slots.map(({ money }, slot) => ({ line: slotLines[slot] ?? missing(), money })),
    reasons: [],
    order_id: orderId,
    is_simulated: isSimulated,
    is_demo_object: object.isDemo,
    created_at: now,
    created_by: caller.subject,
    created_by_name: caller.username,
    version: 1,
  }
  await repository.insertRequest(tx, caller.tenantId, row)
  await tellOf(tx, context, row)
  return row
}

/** Refuses an unknown sensor before the price is held: it would make the request infeasible afterwards. */
function requireKnownSensors(
  { sensorCodes = [], observationPassIds = [] }: NewRequest,
  known: readonly Sensor[],
): void {
  const codes = new Set(known.map(({ sensorCode }) => sensorCode))
  const fault = (pointer: string, code: string) => {
    return codes.has(code) ? [] : [{ code: 'sensor.unknown', pointer, message: `there is no sensor ${code}` }]
  }
  const errors = [
    ...sensorCodes.flatMap((code, place) => fault(`#/sensorCodes/${place}`, code)),
    ...observationPassIds.flatMap((name, place) => fault(`#/observationPassIds/${place}`, sensorOf(name))),
  ]
  const [first] = errors
  if (first !== undefined) throw new ApiError('unprocessable', `${first.pointer}: ${first.message}.`, { errors })
}

type Naming = { readonly input: NewRequest; readonly noradId: number; readonly now: Date }

/**
 * Refuses a pass that the organisation has already ordered: its sensor observes the object at that time anyway. The start of a pass moves a
 * little with each new orbit.
 */
async function requireNotOrdered(tx: TenantDb, { input, noradId, now }: Naming): Promise<void> {
  const names = input.observationPassIds ?? []
  if (names.length === 0) return
  const ordered = await repository.listOrdered(tx, noradId, now)
  const errors = names.flatMap((name, place) => {
    const [code, start = ''] = name.split('@')
    const isSame = ({ sensor_code, starts_at }: repository.OrderedRow) =>
      sensor_code === code && Math.abs(starts_at.getTime() - Date.parse(start)) < MOST_TRACK_SECONDS * 1_000
    const known = ordered.find(isSame)
    if (known === undefined) return []
    const message = `${name} is ordered already, by the request ${known.request_id}`
    return [{ code: 'request.ordered', pointer: `#/observationPassIds/${place}`, message }]
  })
  const [first] = errors
  if (first !== undefined) throw new ApiError('conflict', `${first.pointer}: ${first.message}.`, { errors })
}

/** The worker processes every open request in each run, so their number is limited. */
async function requireRoom(tx: TenantDb, tenantId: string): Promise<void> {
  if ((await repository.countOpenHeld(tx, tenantId)) < MOST_OPEN_REQUESTS) return
  const message = `Your organisation has ${MOST_OPEN_REQUESTS} open requests, which is the most: cancel one, or wait until one has ended.`
  throw new ApiError('conflict', message)
}

/** Returns the orbit in a request, if all its fields are given. */
function messageOf(input: NewRequest): OrbitText | null {
  if (leftOutFields(input).length > 0 || input.orbitDataMessage === undefined) return null
  return {
    type: input.orbitDataMessageType as NonNullable<Input['orbitDataMessageType']>,
    text: input.orbitDataMessage,
  }
}

/** Returns the columns of a request as the user made it. */
const askedColumns = (input: NewRequest) => ({
  pass_names: input.observationPassIds ?? [],
  measurement_type: input.measurementType,
  compression: input.fileCompressionType,
  conjunction_id: input.conjunctionId ?? null,
  sensor_codes: input.sensorCodes ?? null,
  minimum_elevation: input.minimumElevation ?? null,
  minimum_duration: input.minimumDuration ?? null,
  priority: input.priority,
})

type PriceHold = { readonly id: string; readonly isSimulated: boolean; readonly lines: RequestLine[] }

/** Holds the price of a request; returns the number of the order. Simulated money can pay only for simulated passes. */
async function holdPrice(
  tx: TenantDb,
  { platform, request }: RequestContext,
  { id, isSimulated, lines }: PriceHold,
): Promise<string> {
  const customer = await customerOf(tx, request.caller)
  if (customer === undefined)
    throw new ApiError('not-found', 'You have no customer account yet: ask an administrator of payments to make one.')
  if (customer.is_simulated && !isSimulated)
    throw new ApiError(
      'conflict',
      'Your account is simulated, and no money stands behind it: it pays for simulated observations alone.',
    )
  const wish = { 'customer-id': customer.id, 'service-type': 'odt' as const, 'request-id': id, lines }
  const outcome = await placeOrder(tx, { platform, request, isOfRequest: true }, wish)
  // A request that cannot be paid is not stored: it may be sent again.
  if ('refused' in outcome) throw outcome.error
  return outcome.order['order-id']
}

/** Notifies the person who made the request, writes the audit and the event stream, and wakes the worker that plans. */
async function tellOf(tx: TenantDb, { platform, request }: RequestContext, row: repository.RequestRow): Promise<void> {
  const { caller, requestId } = request
  const { tenantId, subject } = caller
  const mover = { tenantId, actor: subject, requestId, now: row.created_at, history: platform.history }
  await tellStatus(tx, mover, row)
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: 'observation-request.create',
    object: row.id,
    outcome: 'done',
    requestId,
    detail: {
      noradId: row.norad_id,
      passes: row.passes_requested,
      orderId: row.order_id,
      provider: row.provider_id,
    },
  })
  emit(tx, { tenantId, type: 'observation', data: { observationRequestId: row.id, status: row.status } })
  await wakeRecurringWorkOf(tx, { name: REQUESTS_WORK, tenantId }, REQUESTS_EVERY_S)
}

type Choice = {
  readonly wanted: string | undefined
  /** The providers of the organisation's own sensors. */
  readonly own: readonly string[]
  readonly object: { readonly isDemo: boolean; readonly name: string }
}

/** Returns the provider: the one that the request names, else the simulator for a simulated object, else the provider of the own sensors. */
function requireProvider({ isSimulationAllowed }: RequestPlatform, { wanted, own, object }: Choice): string {
  const isSimulated = isSimulationAllowed && (object.isDemo || own.length === 0)
  const provider = wanted ?? (isSimulated ? SIMULATOR : own[0])
  if (provider === SIMULATOR && isSimulationAllowed) {
    requireSimulated(object)
    return provider
  }
  if (provider !== undefined && provider !== SIMULATOR && own.includes(provider)) return provider
  const message =
    provider === undefined
      ? 'No sensor takes requests of this kind.'
      : `No sensor of this kind belongs to provider ${provider}.`
  throw new ApiError('unprocessable', message, {
    errors: [{ code: 'provider.unknown', pointer: '#/providerId', message }],
  })
}

/**
 * Throws unless a provider with orders over HTTP is switched on and can sign; a test provider observes simulated objects only. Returns true
 * if its measurements are simulated.
 */
async function requireAble(tx: TenantDb, id: string, object: Choice['object']): Promise<boolean> {
  if (id === SIMULATOR) return true
  const known = await findProvider(tx, id)
  if (known === undefined) return false
  if (!known.is_enabled || known.secret_generation === 0) {
    const message = known.is_enabled ? `Provider ${id} has no signing secret yet.` : `Provider ${id} is switched off.`
    throw new ApiError('unprocessable', message, {
      errors: [{ code: 'provider.off', pointer: '#/providerId', message }],
    })
  }
  if (known.is_test) requireSimulated(object)
  return known.is_test
}

function requireWindow({ from, to }: NewRequest, now: Date): { from: Date; to: Date } {
  const start = new Date(Math.max(now.getTime(), from === undefined ? 0 : Date.parse(from)))
  const end = to === undefined ? new Date(start.getTime() + USUAL_WINDOW_DAYS * DAY_MS) : new Date(to)
  const refuse = (pointer: string, message: string) =>
    new ApiError('unprocessable', `${pointer} ${message}`, { errors: [{ code: 'request.window', pointer, message }] })
  if (start.getTime() > now.getTime() + LATEST_START_DAYS * DAY_MS)
    throw refuse('#/from', `is more than ${LATEST_START_DAYS} days ahead`)
  if (end <= start) throw refuse('#/to', 'is not after from and now')
  if (end.getTime() - start.getTime() > MOST_WINDOW_DAYS * DAY_MS)
    throw refuse('#/to', `is more than ${MOST_WINDOW_DAYS} days after from`)
  return { from: start, to: end }
}

/**
 * Returns the number of wanted passes, and the lines of their order. If all passes are named, each sensor has its line; else the price of
 * the most expensive possible sensor is held, and the price of the actual sensor is paid (docs/domain/request.md). `may`: the provider's
 * sensors that can make the measurement.
 */
function linesOf(
  { observationPassIds: names = [], numberOfPassesRequested, sensorCodes = [], priority }: NewRequest,
  may: readonly string[],
) {
  const passes = numberOfPassesRequested ?? Math.max(1, names.length)
  if (names.length > 0 && passes > names.length) {
    const message = `names ${names.length} passes, and ${passes} are requested`
    const errors = [{ code: 'request.passes', pointer: '#/observationPassIds', message }]
    throw new ApiError('unprocessable', `#/observationPassIds ${message}`, { errors })
  }
  const named = sensorsOfLines(names, passes).map((code) => {
    const count = names.filter((name) => name.startsWith(`${code}@`)).length
    return { line: { 'sensor-code': code, passes: count, priority } }
  })
  if (named.length > 0) return { passes, lines: named }
  const [only, ...others] = sensorCodes
  if (only !== undefined && others.length === 0)
    return { passes, lines: [{ line: { 'sensor-code': only, passes, priority } }] }
  const wanted = names.length > 0 ? names.map(sensorOf) : sensorCodes
  const anyOf = may.filter((code) => wanted.length === 0 || wanted.includes(code))
  return { passes, lines: [{ line: { anyOf, passes, priority } }] }
}

type Query = ParsedRequest<typeof listCall>['query']

export function listRequests(
  { db }: Pick<RequestPlatform, 'db'>,
  { caller }: { readonly caller: Pick<Request['caller'], 'tenantId'> },
  { page, limit, ...query }: Query,
): Promise<{ items: ObservationRequest[]; total: number }> {
  return db.tenant(caller.tenantId, async (tx) => {
    const listing = {
      id: query['observation-request-id'],
      status: query.status,
      satelliteId: query['satellite-id'],
      noradId: query['catalogue-id'],
      from: query.from,
      to: query.to,
      passFrom: query['pass-from'],
      passTo: query['pass-to'],
    }
    const { rows, total } = await repository.listRequests(tx, { ...listing, limit, offset: (page - 1) * limit })
    // The long messages are included only if a single request is queried.
    return { items: await present(tx, rows, { isWhole: listing.id !== undefined }), total }
  })
}

async function present(
  tx: TenantDb,
  rows: readonly repository.RequestRow[],
  { isWhole }: { readonly isWhole: boolean },
): Promise<ObservationRequest[]> {
  const passes = await repository.listPasses(
    tx,
    rows.map(({ id }) => id),
  )
  const files = await listFilesOfPasses(
    tx,
    passes.map(({ id }) => id),
  )
  const orders = await ordersOf(
    tx,
    rows.map(({ order_id }) => order_id),
  )
  const passesOf = Map.groupBy(passes, ({ request_id }) => request_id)
  const messages = new Map<string, string | undefined>()
  if (isWhole) for (const { id } of rows) messages.set(id, await repository.findMessage(tx, id))
  return rows.map((row) =>
    presentRequest(row, {
      passes: passesOf.get(row.id) ?? [],
      files,
      order: orders.get(row.order_id),
      message: messages.get(row.id) ?? null,
    }),
  )
}

/** Cancels a request, for the person who made it and for administrators; others can see it, but not cancel it. */
export function cancelRequest(platform: RequestPlatform, request: Request, id: string): Promise<ObservationRequest> {
  const { caller, requestId } = request
  return platform.db.tenant(caller.tenantId, async (tx) => {
    const known = await repository.findRequest(tx, id)
    if (known === undefined) throw new ApiError('not-found', 'There is no such request.')
    if (known.created_by !== caller.subject && !caller.roles.has(ODT_ADMIN as 'odt:admin'))
      throw new ApiError('forbidden', 'Only who asked for it, or an administrator of tracking, can cancel a request.')
    const { history } = platform
    const mover = {
      tenantId: caller.tenantId,
      actor: caller.subject,
      requestId,
      now: new Date(platform.now()),
      history,
    }
    const row = await moveRequest(tx, mover, id, { event: { kind: 'cancel' } })
    await wakeRecurringWorkOf(tx, { name: REQUESTS_WORK, tenantId: caller.tenantId }, REQUESTS_EVERY_S)
    const [answer] = await present(tx, [row], { isWhole: true })
    if (answer === undefined) throw new TypeError('a request was cancelled and cannot be shown')
    return answer
  })
}

type Beside = {
  readonly passes: readonly PassRow[]
  /** The file of each pass. */
  readonly files: ReadonlyMap<string, string>
  readonly order: Order | undefined
  /** The orbit message; null if there is none, or if a list leaves it out. */
  readonly message: string | null
}

/** Returns a request in the form of the API. */
function presentRequest(row: RequestRow, { passes, files, order, message }: Beside): ObservationRequest {
  const shown = passes.map((pass) => ({
    passId: pass.id,
    name: passName(pass.sensor_code, pass.starts_at),
    sensorCode: pass.sensor_code,
    groundSensorName: pass.sensor_name,
    start: pass.starts_at.toISOString(),
    end: pass.ends_at.toISOString(),
    status: pass.status,
    isOverdue: pass.is_overdue,
    replaces: passes.find(({ slot, attempt }) => slot === pass.slot && attempt === pass.attempt - 1)?.id ?? null,
    observationFileId: files.get(pass.id) ?? null,
    reason: pass.reason,
  }))
  const newest = shown
    .filter(({ observationFileId }) => observationFileId !== null)
    .toSorted((a, b) => b.end.localeCompare(a.end))
  return {
    observationRequestId: row.id,
    observationFileId: newest[0]?.observationFileId ?? null,
    providerId: row.provider_id,
    observationPassIds: passes.length === 0 ? row.pass_names : shown.map(({ name }) => name),
    measurementType: row.measurement_type,
    fileCompressionType: row.compression,
    orbitDataMessageType: row.message_type,
    orbitDataMessage: message,
    numberOfPassesRequested: row.passes_requested,
    numberOfPassesCompleted: shown.filter(({ status }) => status === 'SUCCESSFUL').length,
    status: row.status,
    isEnded: row.is_ended,
    isOverdue: shown.some(({ isOverdue }) => isOverdue),
    reasons: INFEASIBLE_REASONS.filter((reason) => row.reasons.includes(reason)),
    catalogueId: row.norad_id,
    objectName: row.object_name,
    satelliteId: row.satellite_id,
    conjunctionId: row.conjunction_id,
    passes: shown,
    from: row.window_from.toISOString(),
    to: row.window_to.toISOString(),
    minimumElevation: row.minimum_elevation,
    minimumDuration: row.minimum_duration,
    priority: row.priority,
    orderId: row.order_id,
    currency: order?.currency ?? null,
    price: order?.price ?? 0,
    held: order?.held ?? 0,
    captured: order?.captured ?? 0,
    released: order?.released ?? 0,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    version: row.version,
    isSimulated: row.is_simulated,
    ignored: [],
  }
}
