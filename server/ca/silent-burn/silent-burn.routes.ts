import { DAY_MS } from '@apsis/astro/constants.ts'
import { listSilentBurns, SILENT_BURN_LIMITS } from '@apsis/contract/ca/burn/silent-burn.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { CaFloor } from '../ca-floor.ts'
import { listSilent } from './silent-burn.repository.ts'

export function silentBurnRoutes(door: Door, { db, now }: Pick<CaFloor, 'db' | 'now'>): void {
  bind(door, listSilentBurns, async ({ caller: { tenantId }, query, header }) => {
    const { 'norad-id': noradId, page, limit } = query
    const after = new Date(now() - SILENT_BURN_LIMITS.shownDays * DAY_MS)
    const asked = { noradId, after, offset: (page - 1) * limit, limit }
    const { items, total } = await db.tenant(tenantId, (tx) => listSilent(tx, asked))
    tellPages(header, { path: listSilentBurns.path, query, total })
    return items
  })
}
