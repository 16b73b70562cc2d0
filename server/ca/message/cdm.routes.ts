import * as contract from '@apsis/contract/ca/message/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindFile, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import { pool } from '../../platform/thread/pool.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { getCdmFile, listCdms } from './cdm.service.ts'
import { takeInCdms } from './intake.service.ts'
import { getOwnCdm } from './own-cdm.service.ts'

const MOST_FILES = 2_000
const MOST_DETAILS = 100

export function cdmRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listCdms, async ({ caller, query, header }) => {
    const { items, total } = await listCdms(platform.db, caller, {
      satelliteId: query['satellite-id'],
      conjunctionId: query['conjunction-id'],
      cdmId: query['cdm-id'],
      messageId: query['message-id'],
      originator: query.originator,
      createdAfter: query['created-after'],
      tcaAfter: query['tca-after'],
      tcaBefore: query['tca-before'],
      sort: query.sort,
      page: query.page,
      limit: query.limit,
    })
    tellPages(header, { path: contract.listCdms.path, query, total })
    return items
  })
  bindUpload(door, contract.createCdms, async ({ caller, upload, signal }) => {
    pool.requireRoom(caller.tenantId)
    const answers = await withFiles(upload, { maxFiles: MOST_FILES }, ({ files }) =>
      takeInCdms(platform, caller, files, { source: 'upload', now: new Date(platform.now()), signal }),
    )
    requireReadable(answers)
    return answers
  })
  bindFile(door, contract.getCdmFile, ({ caller, params, query, accept }) =>
    getCdmFile(platform.db, caller, { id: params['cdm-id'], format: query.format, accept }),
  )
  bindFile(door, contract.getOwnCdm, ({ caller, params, query }) =>
    getOwnCdm(platform, caller, { id: params['cdm-id'], ...query }),
  )
}

/** Refuses the whole request, with all errors, if no message could be read. */
function requireReadable(answers: readonly contract.CdmIntake[]): void {
  if (answers.some(({ status }) => status !== 'refused')) return
  const errors = answers.flatMap(({ name, errors: own }) =>
    own.map((error) => ({ ...error, message: answers.length === 1 ? error.message : `${name}: ${error.message}` })),
  )
  const [first] = errors
  const place = first?.line === undefined ? '' : `line ${first.line}${first.keyword ? `, ${first.keyword}` : ''}: `
  throw new ApiError('unprocessable', `No message could be read. ${place}${first?.message ?? 'There is none.'}`, {
    errors: errors.slice(0, MOST_DETAILS),
  })
}
