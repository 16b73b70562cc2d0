import { DAY_MS } from '@apsis/astro/constants.ts'
import * as contract from '@apsis/contract/ca/announced/burn-notice.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './burn-notice.service.ts'
import { listSilent } from './silent-burn.repository.ts'

export function burnNoticeRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listBurnNotices, async ({ caller, query, header }) => {
    const { 'norad-id': noradId, 'ignition-after': after, 'ignition-before': before, page, limit } = query
    const { items, total } = await service.listBurnNotices(platform.db, caller, { noradId, after, before, page, limit })
    tellPages(header, { path: contract.listBurnNotices.path, query, total })
    return items
  })
  bind(door, contract.listSilentBurns, async ({ caller: { tenantId }, query, header }) => {
    const { 'norad-id': noradId, page, limit } = query
    const after = new Date(platform.now() - contract.SILENT_BURN_LIMITS.shownDays * DAY_MS)
    const asked = { noradId, after, offset: (page - 1) * limit, limit }
    const { items, total } = await platform.db.tenant(tenantId, (tx) => listSilent(tx, asked))
    tellPages(header, { path: contract.listSilentBurns.path, query, total })
    return items
  })
  bind(door, contract.createBurnNotice, ({ caller: owner, body, requestId }) =>
    service.createBurnNotice(platform, { owner, requestId }, body),
  )
  bindUpload(door, contract.loadBurnNotices, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A file is needed.')
      return service.loadBurnNotices(platform, { owner, requestId }, { path: file.path, noradId: query['norad-id'] })
    }),
  )
  bind(door, contract.removeBurnNotice, async ({ caller: owner, params, requestId }) => {
    await service.removeBurnNotice(platform, { owner, requestId }, params['notice-id'])
    return undefined
  })
}
