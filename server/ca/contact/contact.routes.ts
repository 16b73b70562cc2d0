import * as contract from '@apsis/contract/ca/contact.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaFloor } from '../ca-floor.ts'
import * as service from './contact.service.ts'

export function contactRoutes(door: Door, floor: CaFloor): void {
  bind(door, contract.listContacts, ({ caller, query: { 'satellite-id': id, ...span } }) =>
    service.listContacts(floor, caller, id, span),
  )
  bind(door, contract.createContact, ({ caller: owner, query, body, requestId }) =>
    service.createContact(floor, { owner, requestId }, query['satellite-id'], body),
  )
  bindUpload(door, contract.loadContacts, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A file is needed.')
      return service.loadContacts(floor, { owner, requestId }, query['satellite-id'], file.path)
    }),
  )
  bind(door, contract.removeContact, async ({ caller: owner, params, requestId }) => {
    await service.removeContact(floor, { owner, requestId }, params['contact-id'])
    return undefined
  })
}
