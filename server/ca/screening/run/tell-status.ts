import { type ScreeningTold, sourceValues } from '@apsis/contract/notice-text/screening-status-in-words.ts'
import type { NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import { notify } from '../../../notifications/notification.service.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { listScreenings, type ScreeningKey, type ScreeningRow } from './screening.repository.ts'

/** The status in the notice of each state (decisions.md 7). */
const TOLD: Readonly<Record<ScreeningRow['state'], ScreeningTold>> = {
  queued: 'PENDING',
  running: 'IN_PROGRESS',
  done: 'COMPLETED_OK',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
}

/** The form has no box for a failure: its notice goes to everybody who has a notification channel, since somebody has to act now. */
const chosenBy = (status: ScreeningTold): { readonly status: NotifyStatus } | { readonly level: 'caution' } =>
  status === 'FAILED' ? { level: 'caution' } : { status }

/** Notifies the person who ordered a screening of its state; a screening that nobody ordered causes no notice. */
export async function tellStatus(tx: TenantDb, { tenantId, screeningId: id }: ScreeningKey): Promise<void> {
  const [row] = (await listScreenings(tx, { id, offset: 0, limit: 1 })).rows
  if (row === undefined || row.notified_user === null) return
  const status = TOLD[row.state]
  const { HIGH = 0, CRITICAL = 0 } = row.levels ?? {}
  const { catalogue_kinds: kinds, catalogue_epoch: newest, catalogue_sources: sources } = row
  await notify(tx, {
    tenantId,
    subject: row.notified_user,
    audience: 'ca',
    finding: {
      code: 'screening-status',
      values: {
        screening: row.title,
        status,
        found: row.encounters,
        urgent: HIGH + CRITICAL,
        notScreened: row.not_screened,
        simulated: row.is_simulated || row.is_own_simulated ? 1 : 0,
        objects: row.objects,
        source: row.type.slice(row.type.lastIndexOf('_') + 1),
        screenedAt: (row.started_at ?? row.created_at).toISOString(),
        ...(kinds === null ? {} : { ...kinds, simulatedCatalogue: row.is_simulated ? 1 : 0, ...sourceValues(sources) }),
        ...(newest === null ? {} : { newestAt: newest.toISOString() }),
      },
    },
    matter: `screening:${id}`,
    link: `/screening?screening=${id}`,
    ...(row.satellite_id === null ? {} : { satelliteId: row.satellite_id }),
    ...chosenBy(status),
  })
}
