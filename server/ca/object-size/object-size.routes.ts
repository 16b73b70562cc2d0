import * as contract from '@apsis/contract/ca/object-size.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaFloor } from '../ca-floor.ts'
import * as service from './object-size.service.ts'

export function objectSizeRoutes(door: Door, floor: CaFloor): void {
  bind(door, contract.listObjectSizes, async ({ caller, query, header }) => {
    const { page, limit, 'norad-id': noradId } = query
    const { items, total } = await service.listObjectSizes(floor.db, caller, { noradId, page, limit })
    tellPages(header, { path: contract.listObjectSizes.path, query, total })
    return items
  })
  bindUpload(door, contract.loadObjectSizes, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A table is needed.')
      return service.loadObjectSizes(
        floor,
        { owner, requestId },
        { path: file.path, isWhole: query.replace === 'true' },
      )
    }),
  )
  bind(door, contract.removeObjectSize, async ({ caller: owner, params, requestId }) => {
    await service.removeObjectSize(floor, { owner, requestId }, params['norad-id'])
    return undefined
  })
}
