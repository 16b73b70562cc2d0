import { randomUUID } from 'node:crypto'
import { INFEASIBLE_REASONS } from '@apsis/contract/odt/request/request.ts'
import {
  afterEvent,
  NotAllowedError,
  type RequestEvent,
  type RequestState,
} from '@apsis/contract/odt/request/request-state.ts'
import { NOTIFY_STATUS_OF, type RequestStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { PassPointing } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import { emit } from '../../events/event.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import { capturePass, releasePass } from '../../payments/hold.service.ts'
import { priceOfOrder } from '../../payments/order.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { orderPass, type PassOrder, withdrawPass } from '../provider/outbox.service.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import * as repository from './request.repository.ts'
import { slotsAsPlanned } from './sensor-lines.ts'

type RequestRow = repository.RequestRow
type PassRow = repository.PassRow

/** The person or work that changes a request, and the time. */
export type Mover = {
  readonly tenantId: string
  readonly actor: string
  readonly requestId: string
  readonly now: Date
  readonly history?: History | undefined
}

/** The simulated past of the demo: it has its own ids, and nobody is notified of it. */
export type History = {
  readonly requestId: string
  /** Returns the id of a pass; from it the simulator decides if clouds hide the pass. */
  readonly passIdOf: (plan: PlannedPass) => string
}

/** The time and the sensor of a pass. */
export type PlannedPass = {
  readonly sensorCode: string
  readonly sensorName: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** The path of the object during the pass, for a provider that needs it. */
  readonly pointing?: string | undefined
  /** The directions of the sensor at both ends; undefined: unknown. */
  readonly sensorPointing?: PassPointing | undefined
}

export type Step = {
  readonly event: RequestEvent
  /** For `approve`: the plan of each pass that can be made. For a pass that fails: its replacement. */
  readonly planned?: readonly PlannedPass[]
  readonly reasons?: readonly string[]
  /** The reason why a pass was unsuccessful. */
  readonly reason?: string
  /** True: the provider itself has reported that the pass fails. */
  readonly isFromProvider?: boolean
}

const lifeOf = (row: RequestRow, passes: readonly PassRow[]): RequestState => ({
  status: row.status,
  isEnded: row.is_ended,
  slots: row.slots.map(({ money }, slot) => ({
    money,
    attempts: passes.filter((pass) => pass.slot === slot).map(({ status }) => status),
  })),
})

/**
 * Changes a request by a step within the caller's transaction: its status, its passes, its money and its notices are written together or not at
 * all. A step that the table does not allow is refused with 409. The request is locked first, then the customer, so that two steps never wait for
 * each other.
 */
export async function moveRequest(tx: TenantDb, mover: Mover, id: string, step: Step): Promise<RequestRow> {
  const locked = await repository.lockRequest(tx, id)
  if (locked === undefined) throw new ApiError('not-found', 'There is no such request.')
  const isPlanned = step.event.kind === 'approve'
  const row = isPlanned ? { ...locked, slots: slotsAsPlanned(locked, step.planned ?? []) } : locked
  const passes = await repository.listPasses(tx, [id])
  const before = lifeOf(row, passes)
  const after = allowed(before, step.event)
  await writePasses(tx, mover, { row, passes, before, after, step })
  const givenBack = await moveMoney(tx, mover, { row, passes, before, after })
  const slots = row.slots.map((slot, at) => {
    return { ...slot, money: givenBack.has(at) ? 'RELEASED' : (after.slots[at]?.money ?? slot.money) }
  })
  const reasons = [...(step.reasons ?? row.reasons)]
  const changed = { ...row, status: after.status, is_ended: after.isEnded, slots, reasons }
  await repository.updateRequest(tx, changed)
  // A request that stays PARTIAL when it ends causes a notice, too: the remaining passes will not be made.
  const isCutShort = after.status === 'PARTIAL' && after.isEnded && !before.isEnded
  if (after.status !== before.status || isCutShort) await tellStatus(tx, mover, changed)
  const { tenantId, actor, requestId } = mover
  const detail = {
    event: step.event.kind,
    status: after.status,
    ...(step.reason === undefined ? {} : { reason: step.reason }),
  }
  await insertAudit(tx, tenantId, {
    actor,
    action: 'observation-request.move',
    object: id,
    outcome: 'done',
    requestId,
    detail,
  })
  emit(tx, { tenantId, type: 'observation', data: { observationRequestId: id, status: after.status } })
  return changed
}

function allowed(life: RequestState, event: RequestEvent): RequestState {
  try {
    return afterEvent(life, event)
  } catch (error) {
    if (error instanceof NotAllowedError) throw new ApiError('conflict', error.message)
    throw error
  }
}

type Change = { readonly row: RequestRow; readonly before: RequestState; readonly after: RequestState }

async function writePasses(
  tx: TenantDb,
  mover: Mover,
  { row, passes, before, after, step }: Change & { readonly passes: readonly PassRow[]; readonly step: Step },
): Promise<void> {
  const { tenantId, history, now } = mover
  const planned = [...(step.planned ?? [])]
  for (const [slot, { attempts }] of after.slots.entries()) {
    const old = before.slots[slot]?.attempts ?? []
    for (const [attempt, status] of attempts.entries()) {
      if (old[attempt] === status) continue
      const known = passes.find((pass) => pass.slot === slot && pass.attempt === attempt)
      if (known !== undefined) {
        await repository.updatePass(tx, { id: known.id, status, reason: step.reason ?? null })
        const isWithdrawn = (status === 'CANCELLED' || status === 'UNSUCCESSFUL') && step.isFromProvider !== true
        if (isWithdrawn) await withdrawPass(tx, { tenantId, passId: known.id, reason: step.reason ?? 'cancelled', now })
        continue
      }
      const plan = planned.shift()
      if (plan === undefined) throw new TypeError(`the request ${row.id} gets a pass that nobody planned`)
      const { sensorCode: sensor_code, sensorName: sensor_name, startsAt: starts_at, endsAt: ends_at } = plan
      const id = history?.passIdOf(plan) ?? randomUUID()
      const place = { id, request_id: row.id, slot, attempt, line: row.slots[slot]?.line ?? 0 }
      const pointing = plan.sensorPointing ?? null
      await repository.insertPass(tx, tenantId, { ...place, sensor_code, sensor_name, starts_at, ends_at, pointing })
      if (row.provider_id !== SIMULATOR) await orderPass(tx, orderOf(row, plan, { tenantId, passId: id, now }))
    }
  }
}

function orderOf(row: RequestRow, plan: PlannedPass, place: Pick<PassOrder, 'tenantId' | 'passId' | 'now'>): PassOrder {
  const order = {
    requestId: row.id,
    providerId: row.provider_id,
    sensorCode: plan.sensorCode,
    start: plan.startsAt.toISOString(),
    end: plan.endsAt.toISOString(),
    catalogueId: row.norad_id,
    objectName: row.object_name,
    measurementType: row.measurement_type,
    orbitDataMessageType: 'OEM',
    orbitDataMessage: plan.pointing ?? '',
  }
  return { ...place, providerId: row.provider_id, order, startsAt: plan.startsAt }
}

/** Captures and returns money, pass by pass, as the step requires; returns the slots whose price was returned. */
async function moveMoney(
  tx: TenantDb,
  mover: Mover,
  { row, passes, before, after }: Change & { readonly passes: readonly PassRow[] },
): Promise<ReadonlySet<number>> {
  const givenBack = new Set<number>()
  const settled = after.slots.flatMap(({ money }, slot) =>
    before.slots[slot]?.money === money ? [] : [{ money, slot }],
  )
  // No money was ever held for a free request.
  if (settled.length === 0 || (await priceOfOrder(tx, row.order_id)) === 0) return givenBack
  for (const { money, slot } of settled) {
    const attempt = (after.slots[slot]?.attempts.length ?? 0) - 1
    const sensor = passes.find((pass) => pass.slot === slot && pass.attempt === attempt)?.sensor_code
    const line = row.slots[slot]?.line ?? 0
    const delivery = { orderId: row.order_id, reference: `${row.id}/${slot}`, line, sensor }
    const kind = await (money === 'CAPTURED' ? capturePass : releasePass)(tx, mover, delivery)
    if (kind === 'RELEASE') givenBack.add(slot)
  }
  return givenBack
}

/** Notices of these statuses go to everybody who has a channel: the form has no box for them, and somebody has to act now. */
const UNWELCOME: readonly RequestStatus[] = ['INFEASIBLE', 'UNSUCCESSFUL']
/** Returns true if the request ended with fewer passes than requested: the remaining passes will not be made (docs/domain/request.md). */
const isShort = ({ status, is_ended }: RequestRow) => status === 'PARTIAL' && is_ended

/** Notifies the person who made the request, through the channels that they chose for this status (decisions.md 7). */
export async function tellStatus(tx: TenantDb, { tenantId, history }: Mover, row: RequestRow): Promise<void> {
  if (history !== undefined) return
  const isUnwelcome = UNWELCOME.includes(row.status) || isShort(row)
  const status = isUnwelcome ? undefined : NOTIFY_STATUS_OF[row.status]
  const reasons = row.status === 'INFEASIBLE' ? INFEASIBLE_REASONS.filter((one) => row.reasons.includes(one)) : []
  await notify(tx, {
    tenantId,
    subject: row.created_by,
    audience: 'odt',
    finding: {
      code: 'observation-status',
      values: {
        object: row.object_name,
        norad: row.norad_id,
        status: row.status,
        simulated: row.is_simulated ? 1 : 0,
        ...(isShort(row) ? { ended: 1 } : {}),
        ...(reasons.length === 0 ? {} : { reasons: reasons.join(', ') }),
      },
    },
    matter: `odt.request:${row.id}`,
    link: `/odt/observation/${row.id}/`,
    ...(status === undefined ? {} : { status }),
    ...(isUnwelcome ? { level: 'caution' as const } : {}),
  })
}
