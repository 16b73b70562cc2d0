import * as contract from '@apsis/contract/ca/message/import.ts'
import { bind, bindFile, bindUpload, type Door } from '../../platform/http/bind.ts'
import { pageLinks } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './import.service.ts'

const MOST_FILES_AT_ONCE = 200

export function importRoutes(door: Door, { db, now }: Pick<CaPlatform, 'db' | 'now'>): void {
  bind(door, contract.createImport, ({ caller, body, requestId }) =>
    service.createImport(db, { caller, requestId, now: new Date(now()) }, body.files),
  )
  bindUpload(door, contract.sendImportFiles, async ({ caller, params, upload }) => {
    const id = params['import-id']
    await service.getImport(db, caller, id)
    return withFiles(upload, { maxFiles: MOST_FILES_AT_ONCE }, ({ files }) =>
      service.sendFiles(db, { caller, now: new Date(now()) }, { id, files }),
    )
  })
  bind(door, contract.listImports, async ({ caller, query, header }) => {
    const { items, total } = await service.listImports(db, caller, query)
    header('x-total-count', String(total))
    const links = pageLinks(contract.listImports.path, query, total)
    if (links !== '') header('link', links)
    return items
  })
  bind(door, contract.getImport, ({ caller, params }) => service.getImport(db, caller, params['import-id']))
  bind(door, contract.withdrawImport, async ({ caller, params, requestId }) => {
    await service.withdrawImport(db, { caller, requestId, now: new Date(now()) }, params['import-id'])
    return undefined
  })
  bind(door, contract.listImportRows, async ({ caller, params, query, header }) => {
    const id = params['import-id']
    const { items, total } = await service.listRows(db, caller, { id, ...query })
    header('x-total-count', String(total))
    const links = pageLinks(contract.listImportRows.path.replace('{import-id}', id), query, total)
    if (links !== '') header('link', links)
    return items
  })
  bindFile(door, contract.getImportReport, ({ caller, params, query, signal }) =>
    service.readReport(db, caller, { id: params['import-id'], format: query.format, signal }),
  )
}
