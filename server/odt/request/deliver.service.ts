import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { isPassOver, PASS_TRANSITIONS, type PassStatus } from '@apsis/contract/odt/request/request-status.ts'
import { ODT_ADMIN } from '@apsis/contract/roles.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { isFlownForReal } from '../object/object.service.ts'
import type { MeasuredFile } from '../observation/measure-track.ts'
import {
  type Attachment,
  type ObservationPlatform,
  type OwnText,
  type Request,
  takeInTrack,
} from '../observation/observation.service.ts'
import { findProvider } from '../provider/provider.repository.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import { findPass, findRequest, lockRequest, type PassRow } from './request.repository.ts'
import { REQUESTS_EVERY_S, REQUESTS_WORK } from './request.service.ts'
import { type Mover, moveRequest } from './request-state.service.ts'

type DeliveredText = OwnText & { readonly passId: string | undefined }

/** Accepts a track: as the organisation's own track, or as the result of a pass, which then ends in the same transaction. */
export function deliverTrack(
  platform: ObservationPlatform,
  request: Request & { readonly caller: Pick<Caller, 'roles'> },
  { passId, ...own }: DeliveredText,
): Promise<Observation[]> {
  if (passId === undefined) return takeInTrack(platform, request, own)
  const attachment = passAttachment(platform, request, { passId, isSimulated: false })
  return takeInTrack(platform, request, own, {
    ...attachment,
    async belongsTo(tx, files) {
      await requireOwn(tx, request.caller, passId)
      return attachment.belongsTo(tx, files)
    },
  })
}

/**
 * Throws unless the caller may send the result, which ends a pass and takes its price. The person who made the request and administrators
 * of tracking may send it, for a sensor whose provider is the organisation itself. A provider with orders over HTTP reports on its passes
 * itself.
 */
async function requireOwn(
  tx: TenantDb,
  { subject, roles }: Pick<Caller, 'subject' | 'roles'>,
  passId: string,
): Promise<void> {
  const pass = await findPass(tx, passId)
  const row = pass && (await findRequest(tx, pass.request_id))
  if (row === undefined) throw new ApiError('not-found', 'There is no such pass.')
  if (row.created_by !== subject && !roles.has(ODT_ADMIN as 'odt:admin'))
    throw new ApiError(
      'forbidden',
      'Only who asked for the pass, or an administrator of tracking, can hand in its measurements.',
    )
  if ((await findProvider(tx, row.provider_id)) !== undefined)
    throw new ApiError('conflict', `The pass is ordered from ${row.provider_id}, which tells of it by its call-backs.`)
}

/** Clocks and start times may differ by this much: measurements further from the pass do not belong to it. */
const OUTSIDE_MS = 10 * MINUTE_MS

/** Returns the functions that make a track the result of a pass: the track is judged, stored and paid in the transaction that stores the file. */
export function passAttachment(
  platform: Pick<ObservationPlatform, 'now'>,
  { caller, requestId }: Request,
  { passId, isSimulated }: { readonly passId: string; readonly isSimulated: boolean },
): Attachment {
  const mover = { tenantId: caller.tenantId, actor: caller.subject, requestId, now: new Date(platform.now()) }
  return {
    isSimulated,
    async belongsTo(tx, files) {
      const pass = await findPass(tx, passId)
      const row = pass && (await lockRequest(tx, pass.request_id))
      // The pass is read again: it may have changed before the lock.
      const held = row && (await findPass(tx, passId))
      if (held === undefined || row === undefined) throw new ApiError('not-found', 'There is no such pass.')
      if (row.provider_id === SIMULATOR)
        throw new ApiError('conflict', 'A pass of the simulator takes no measurements of others.')
      if (row.is_simulated !== isSimulated)
        throw new ApiError('conflict', 'A pass of a test takes the measurements of its provider alone.')
      if (isSimulated && (await isFlownForReal(tx, row.norad_id)))
        throw new ApiError('conflict', 'The organisation flies a real satellite of this number: no test measures it.')
      if (isPassOver(held.status)) throw new ApiError('conflict', `The pass is ${held.status} already.`)
      if (held.status === 'PUBLISHED') throw new ApiError('conflict', 'The pass has its measurements already.')
      requireOfPass(held, files)
      const { compression, norad_id: noradId, is_demo_object: isDemoObject } = row
      return { requestId: row.id, passId, noradId, compression, isDemoObject }
    },
    async kept(tx, [file]) {
      const isOther = file !== undefined && (await isOfAnother(tx, passId, file))
      await walkPass(tx, mover, passId, isOther ? 'PUBLISHED' : 'SUCCESSFUL')
      // The worker searches for another time, and ends the pass as UNSUCCESSFUL.
      if (isOther) await wakeRecurringWorkOf(tx, { name: REQUESTS_WORK, tenantId: caller.tenantId }, REQUESTS_EVERY_S)
    },
  }
}

/** Throws 422 unless the measurements are one track of the sensor of the pass, at the time of the pass. */
function requireOfPass(pass: PassRow, files: readonly MeasuredFile[]): void {
  const [file] = files
  if (file === undefined || files.length !== 1 || file.sensorCode !== pass.sensor_code)
    throw new ApiError(
      'unprocessable',
      `The pass is one of ${pass.sensor_code}: one track of that sensor is its result.`,
    )
  const isWithin = (instant: string) =>
    Date.parse(instant) >= pass.starts_at.getTime() - OUTSIDE_MS &&
    Date.parse(instant) <= pass.ends_at.getTime() + OUTSIDE_MS
  if (!isWithin(file.start) || !isWithin(file.end))
    throw new ApiError(
      'unprocessable',
      `The measurements are from ${file.start} to ${file.end}, and the pass from ${pass.starts_at.toISOString()} to ${pass.ends_at.toISOString()}.`,
    )
}

/** Returns true if a track is certainly of another known object. A track that fits no object may be of an object that has moved. */
async function isOfAnother(tx: TenantDb, passId: string, { reports }: MeasuredFile): Promise<boolean> {
  const pass = await findPass(tx, passId)
  const row = pass && (await findRequest(tx, pass.request_id))
  const { catalogueIdBestAssociation: best, associationResults } = reports.ANGULAR_DISTANCE
  return row !== undefined && best !== null && best !== row.norad_id && !associationResults.isAmbiguous
}

/** Changes a pass step by step up to a status, because a report of that status includes all the steps before it. */
export async function walkPass(tx: TenantDb, mover: Mover, passId: string, until: PassStatus): Promise<void> {
  for (;;) {
    const pass = await findPass(tx, passId)
    const next = pass && PASS_TRANSITIONS[pass.status][0]
    if (pass === undefined || next === undefined || pass.status === until) return
    await moveRequest(tx, mover, pass.request_id, {
      event: { kind: 'pass', slot: pass.slot, to: next, canReplace: false },
    })
  }
}
