import * as contract from '@apsis/contract/ca/satellite/object-size.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './object-size.service.ts'

export function objectSizeRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listObjectSizes, async ({ caller, query, header }) => {
    const { page, limit, 'norad-id': noradId } = query
    const { items, total } = await service.listObjectSizes(platform.db, caller, { noradId, page, limit })
    tellPages(header, { path: contract.listObjectSizes.path, query, total })
    return items
  })
  bindUpload(door, contract.loadObjectSizes, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A table is needed.')
      return service.loadObjectSizes(
        platform,
        { owner, requestId },
        { path: file.path, isWhole: query.replace === 'true' },
      )
    }),
  )
  bind(door, contract.removeObjectSize, async ({ caller: owner, params, requestId }) => {
    await service.removeObjectSize(platform, { owner, requestId }, params['norad-id'])
    return undefined
  })
}
