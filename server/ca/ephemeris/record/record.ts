import { emit } from '../../../events/event.service.ts'
import type { Caller } from '../../../platform/auth/caller.ts'
import { insertAudit } from '../../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import * as repository from './ephemeris.repository.ts'

export type Owner = Pick<Caller, 'tenantId' | 'subject'>
export type Request = { readonly owner: Owner; readonly requestId: string }

/** Marks the present operational file as superseded. */
export async function supersede(
  tx: TenantDb,
  tenantId: string,
  { satelliteId, by }: { readonly satelliteId: string; readonly by: string },
): Promise<void> {
  for (const id of await repository.supersedeOperational(tx, satelliteId, by))
    emit(tx, { tenantId, type: 'ephemeris', data: { id, satelliteId, state: 'SUPERSEDED' } })
}

type Step = {
  readonly action: string
  readonly id: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly state?: string
}

/** Writes to the record of the organisation, and notifies listeners. */
export async function record(
  tx: TenantDb,
  { owner, requestId }: Request,
  { action, id, detail, state = 'changed' }: Step,
): Promise<void> {
  const { tenantId, subject } = owner
  await insertAudit(tx, tenantId, { actor: subject, action, object: id, outcome: 'done', requestId, detail })
  emit(tx, { tenantId, type: 'ephemeris', data: { id, state } })
}
