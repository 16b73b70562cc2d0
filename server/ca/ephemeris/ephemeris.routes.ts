import * as contract from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import type { z } from 'zod'
import { ApiError, detailsOf, sentenceOf } from '../../platform/api-error.ts'
import { bind, bindFile, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { compareEphemeris } from './compare.ts'
import * as service from './ephemeris.service.ts'
import { storeEphemeris } from './store-ephemeris.ts'

export function ephemerisRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listEphemeris, async ({ caller, query, header }) => {
    const { 'satellite-id': satelliteId, 'oem-id': id, ...rest } = query
    const { items, total } = await service.listEphemeris(platform, caller, { satelliteId, id, ...rest })
    tellPages(header, { path: contract.listEphemeris.path, query, total })
    return items
  })
  bindFile(door, contract.getEphemerisFile, ({ caller, params, query, signal }) =>
    service.readEphemerisFile(platform, caller, { id: params['oem-id'], format: query.format, signal }),
  )
  bindUpload(door, contract.createEphemerisFile, ({ caller, upload, requestId, signal }) =>
    withFiles(upload, { fields: Object.keys(contract.EphemerisForm.shape) }, async ({ fields, files }) => {
      const { 'satellite-id': satelliteId, isDisagreementSeen: seen, ...how } = readForm(fields)
      const [file] = files
      if (file === undefined) throw missingFile()
      const { name, path: source } = file
      const given = { satelliteId, ...how, name, source, isDisagreementSeen: seen === 'true' }
      return storeEphemeris(platform, caller, { ...given, requestId, signal })
    }),
  )
  bind(door, contract.updateEphemeris, ({ caller, query, body, requestId }) => {
    const { oemFileId, ...change } = body
    if (query['oem-id'] !== oemFileId) throw unlike()
    return service.updateEphemeris(platform, { owner: caller, requestId }, { id: oemFileId, ...change })
  })
  bind(door, contract.compareEphemeris, ({ caller, params, query, signal }) =>
    compareEphemeris(platform, caller, { id: params['oem-id'], referenceId: query['reference-oem-id'], signal }),
  )
  bind(door, contract.removeEphemeris, async ({ caller, params, requestId }) => {
    await service.removeEphemeris(platform.db, { owner: caller, requestId }, params.id)
    return undefined
  })
}

function readForm(fields: Readonly<Record<string, string>>): z.output<typeof contract.EphemerisForm> {
  const parsed = contract.EphemerisForm.safeParse(fields, { error: issueInWords })
  if (!parsed.success) {
    const errors = detailsOf(parsed.error, 'body')
    throw new ApiError('request-invalid', sentenceOf(errors), { errors })
  }
  if (parsed.data.autoRelinquishPc === undefined || parsed.data.kind === 'CANDIDATE') return parsed.data
  const [pointer, message] = ['#/autoRelinquishPc', 'is for a file of kind CANDIDATE']
  throw new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code: 'body.kind', pointer, message }] })
}

function missingFile(): ApiError {
  const [pointer, message] = ['#/file', 'is missing']
  return new ApiError('request-invalid', `${pointer}: ${message}`, {
    errors: [{ code: 'body.form', pointer, message }],
  })
}

function unlike(): ApiError {
  const [pointer, message] = ['#/oemFileId', 'is another file than oem-id names']
  return new ApiError('unprocessable', `${pointer}: ${message}`, {
    errors: [{ code: 'body.oem-id', pointer, message }],
  })
}
