import { INFEASIBLE_REASONS, type ObservationRequest, passName } from '@apsis/contract/odt/request/request.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import type { PassRow, RequestRow } from './request.repository.ts'

type Beside = {
  readonly passes: readonly PassRow[]
  /** The file of a pass. */
  readonly files: ReadonlyMap<string, string>
  readonly order: Order | undefined
  /** Its orbit message; null where none came, or a list leaves it out. */
  readonly message: string | null
}

/** A request as the interface shows it. */
export function presentRequest(row: RequestRow, { passes, files, order, message }: Beside): ObservationRequest {
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
