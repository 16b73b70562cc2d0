import * as contract from '@apsis/contract/ca/manoeuvre.ts'
import { z } from 'zod'
import { chooseMedia } from '../../platform/http/answer-file.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { getFile } from './file.service.ts'
import { createGroup } from './group.ts'
import * as service from './manoeuvre.service.ts'
import { etagOf, updateManoeuvre } from './move.service.ts'
import { manoeuvresCsv } from './present-manoeuvre.ts'

const Manoeuvres = z.array(contract.Manoeuvre)

export function manoeuvreRoutes(door: Door, floor: service.ManoeuvreFloor): void {
  bind(door, contract.createManoeuvre, async ({ caller: owner, body, requestId, header }) => {
    const { 'conjunction-id': conjunctionId, ...request } = body
    const made = await service.createManoeuvre(floor, { owner, requestId }, { conjunctionId, request })
    header('etag', etagOf(made))
    return made
  })
  bind(door, contract.previewManoeuvre, ({ caller, body }) => {
    const { 'conjunction-id': conjunctionId, ...request } = body
    return service.previewManoeuvre(floor, caller, { conjunctionId, request })
  })
  bind(door, contract.createManoeuvreGroup, ({ caller: owner, body, requestId }) => {
    const { 'conjunction-id': conjunctionId, candidates } = body
    return createGroup(floor, { owner, requestId }, { conjunctionId, candidates })
  })
  bindFile(door, contract.listManoeuvres, async ({ caller, query, header, accept }) => {
    const {
      'conjunction-id': conjunctionId,
      'satellite-id': satelliteId,
      'ignition-after': ignitionAfter,
      'group-id': groupId,
      'has-group': hasGroup,
      ...rest
    } = query
    const isCsv = chooseMedia(accept, ['application/json', 'text/csv']) === 'text/csv'
    const { items, total } = await service.listManoeuvres(floor, caller, {
      conjunctionId,
      satelliteId,
      ignitionAfter,
      groupId,
      hasGroup,
      ...rest,
    })
    tellPages(header, { path: contract.listManoeuvres.path, query, total })
    const text = isCsv ? manoeuvresCsv(items) : JSON.stringify(Manoeuvres.parse(items))
    return {
      mediaType: isCsv ? 'text/csv' : 'application/json',
      name: `manoeuvres.${isCsv ? 'csv' : 'json'}`,
      bytes: Buffer.from(text),
      isInline: !isCsv,
    }
  })
  bind(door, contract.getManoeuvre, async ({ caller, params, header }) => {
    const found = await service.getManoeuvre(floor, caller, params['manoeuvre-id'])
    header('etag', etagOf(found))
    return found
  })
  bind(door, contract.updateManoeuvre, async ({ caller: owner, params, body: change, ifMatch, requestId, header }) => {
    const moved = await updateManoeuvre(floor, { owner, requestId }, { id: params['manoeuvre-id'], change, ifMatch })
    header('etag', etagOf(moved))
    return moved
  })
  bindFile(door, contract.getManoeuvreFile, ({ caller: owner, params, query, requestId }) =>
    getFile(floor, { owner, requestId }, { id: params['manoeuvre-id'], ...query }),
  )
}
