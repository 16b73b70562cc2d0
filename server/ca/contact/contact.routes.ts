import * as contract from '@apsis/contract/ca/contact/contact.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './contact.service.ts'

export function contactRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listContacts, ({ caller, query: { 'satellite-id': id, ...span } }) =>
    service.listContacts(platform, caller, id, span),
  )
  bind(door, contract.createContact, ({ caller: owner, query, body, requestId }) =>
    service.createContact(platform, { owner, requestId }, query['satellite-id'], body),
  )
  bindUpload(door, contract.loadContacts, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A file is needed.')
      return service.loadContacts(platform, { owner, requestId }, query['satellite-id'], file.path)
    }),
  )
  bind(door, contract.removeContact, async ({ caller: owner, params, requestId }) => {
    await service.removeContact(platform, { owner, requestId }, params['contact-id'])
    return undefined
  })
}
