import type { Observation } from '@apsis/contract/odt/observation.ts'
import { isPassOver, PASS_TRANSITIONS, type PassStatus } from '@apsis/contract/odt/request-status.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import {
  type Attachment,
  type ObservationFloor,
  type Request,
  takeInTrack,
} from '../observation/observation.service.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import { moveRequest } from './life.service.ts'
import { findPass, findRequest, lockRequest } from './request.repository.ts'

type Given = { readonly text: string; readonly passId: string | undefined }

/** Takes in a track: of its own, or as the result of a pass, which it makes successful in the same transaction. */
export function deliverTrack(
  floor: ObservationFloor,
  request: Request,
  { text, passId }: Given,
): Promise<Observation[]> {
  return takeInTrack(floor, request, text, passId === undefined ? undefined : passAttachment(floor, request, passId))
}

function passAttachment(floor: ObservationFloor, { caller, requestId }: Request, passId: string): Attachment {
  return {
    async belongsTo(tx, sensorCodes) {
      const pass = await findPass(tx, passId)
      const row = pass && (await lockRequest(tx, pass.request_id))
      if (pass === undefined || row === undefined) throw new ApiError('not-found', 'There is no such pass.')
      if (row.provider_id === SIMULATOR)
        throw new ApiError('conflict', 'A pass of the simulator takes no measurements of others.')
      if (isPassOver(pass.status)) throw new ApiError('conflict', `The pass is ${pass.status} already.`)
      if (sensorCodes.length !== 1 || sensorCodes[0] !== pass.sensor_code)
        throw new ApiError(
          'unprocessable',
          `The pass is one of ${pass.sensor_code}: one track of that sensor is its result.`,
        )
      const { compression, norad_id: noradId, is_demo_object: isDemoObject } = row
      return { requestId: row.id, passId, noradId, compression, isDemoObject }
    },
    async kept(tx) {
      const mover = { tenantId: caller.tenantId, actor: caller.subject, requestId, now: new Date(floor.now()) }
      await walk(tx, passId, (id, slot, to) =>
        moveRequest(tx, mover, id, { event: { kind: 'pass', slot, to, canReplace: false } }),
      )
    },
  }
}

/** Moves a pass on, step by step, to SUCCESSFUL: who delivers it has told of all that came before. */
async function walk(
  tx: TenantDb,
  passId: string,
  move: (requestId: string, slot: number, to: PassStatus) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const pass = await findPass(tx, passId)
    const row = pass && (await findRequest(tx, pass.request_id))
    const next = pass && PASS_TRANSITIONS[pass.status][0]
    if (pass === undefined || row === undefined || next === undefined) return
    await move(row.id, pass.slot, next)
  }
}
