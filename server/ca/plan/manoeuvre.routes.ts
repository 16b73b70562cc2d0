import * as contract from '@apsis/contract/ca/plan/manoeuvre.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { chooseMedia } from '../../platform/http/answer-file.ts'
import { bind, bindFile, bindUpload, type Door } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { previewDragMap } from './life/drag-map.service.ts'
import { createGroup } from './life/group.ts'
import { createOwnBurns, loadOwnBurns } from './life/own-burn.service.ts'
import * as service from './life/plan.service.ts'
import { changePlan } from './life/plan-state.service.ts'
import { manoeuvresCsv } from './record/present-plan.ts'
import { getFile, previewOpm } from './send/file.service.ts'

const Plans = z.array(contract.Plan)

export function manoeuvreRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.createManoeuvre, async ({ caller: owner, body, requestId, header }) => {
    const { 'conjunction-id': conjunctionId, why: notes, ...request } = body
    const made = await service.createManoeuvre(platform, { owner, requestId }, { conjunctionId, request, notes })
    header('etag', etagOf(made))
    return made
  })
  bindFile(door, contract.previewManoeuvre, async ({ caller, body, accept }) => {
    const { 'conjunction-id': conjunctionId, ...request } = body
    if (chooseMedia(accept, ['application/json', 'text/plain']) === 'text/plain')
      return previewOpm(platform, caller, { conjunctionId, request })
    const found = await service.previewManoeuvre(platform, caller, { conjunctionId, request })
    const text = JSON.stringify(contract.PlanPreview.parse(found))
    return { mediaType: 'application/json', name: 'preview.json', bytes: Buffer.from(text), isInline: true }
  })
  bind(door, contract.previewDragMap, ({ caller, body: { 'conjunction-id': conjunctionId, holdS, ...asked } }) =>
    previewDragMap(platform, caller, { ...asked, conjunctionId, holdS: holdS ?? null }),
  )
  bind(door, contract.createManoeuvreGroup, ({ caller: owner, body, requestId }) => {
    const { 'conjunction-id': conjunctionId, candidates, why: notes } = body
    return createGroup(platform, { owner, requestId }, { conjunctionId, candidates, notes })
  })
  bind(door, contract.createOwnBurns, async ({ caller: owner, body, requestId, header }) => {
    const { 'satellite-id': satelliteId, why: notes, ...wanted } = body
    const made = await createOwnBurns(platform, { owner, requestId }, { satelliteId, notes, ...wanted })
    header('etag', etagOf(made))
    return made
  })
  bindUpload(door, contract.loadOwnBurns, ({ caller: owner, query, upload, requestId, header }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A file is needed.')
      const wanted = { path: file.path, satelliteId: query['satellite-id'] }
      const made = await loadOwnBurns(platform, { owner, requestId }, wanted)
      header('etag', etagOf(made))
      return made
    }),
  )
  bindFile(door, contract.listManoeuvres, async ({ caller, query, header, accept }) => {
    const {
      'conjunction-id': conjunctionId,
      'has-event': hasEvent,
      'satellite-id': satelliteId,
      'ignition-after': ignitionAfter,
      'group-id': groupId,
      'has-group': hasGroup,
      ...rest
    } = query
    const isCsv = chooseMedia(accept, ['application/json', 'text/csv']) === 'text/csv'
    const { items, total } = await service.listManoeuvres(platform, caller, {
      conjunctionId,
      hasEvent,
      satelliteId,
      ignitionAfter,
      groupId,
      hasGroup,
      ...rest,
    })
    tellPages(header, { path: contract.listManoeuvres.path, query, total })
    const text = isCsv ? manoeuvresCsv(items) : JSON.stringify(Plans.parse(items))
    return {
      mediaType: isCsv ? 'text/csv' : 'application/json',
      name: `manoeuvres.${isCsv ? 'csv' : 'json'}`,
      bytes: Buffer.from(text),
      isInline: !isCsv,
    }
  })
  bind(door, contract.getManoeuvre, async ({ caller, params, header }) => {
    const found = await service.getManoeuvre(platform, caller, params['manoeuvre-id'])
    header('etag', etagOf(found))
    return found
  })
  bind(door, contract.updateManoeuvre, async ({ caller: owner, params, body: change, ifMatch, requestId, header }) => {
    const moved = await changePlan(platform, { owner, requestId }, { id: params['manoeuvre-id'], change, ifMatch })
    header('etag', etagOf(moved))
    return moved
  })
  bindFile(door, contract.getManoeuvreFile, ({ caller: owner, params, query, requestId }) =>
    getFile(platform, { owner, requestId }, { id: params['manoeuvre-id'], ...query }),
  )
}
