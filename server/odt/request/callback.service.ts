import { createHash } from 'node:crypto'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ERRORS } from '@apsis/contract/errors.ts'
import {
  type CallbackAnswer,
  LEAST_NOTICE_S,
  MOST_CLOCK_ERROR_S,
  type NoticeText,
  type TOLD_STATUSES,
} from '@apsis/contract/odt/provider/provider-message.ts'
import { isPassOver, PASS_STATUSES, type PassStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { canMakeBoth, type PassPointing, turnSeconds } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { SecretBox } from '../../platform/auth/secret-box.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'
import { findOrbit } from '../object/object.service.ts'
import type { MeasuredFile } from '../observation/measure-track.ts'
import {
  keepFiles,
  listFilesOfPasses,
  measureText,
  type ObservationPlatform,
} from '../observation/observation.service.ts'
import { requirePast } from '../observation/require-past.ts'
import * as messages from '../provider/message.repository.ts'
import { findProviderByKey, type ProviderRow, setHeard } from '../provider/provider.repository.ts'
import { readCallbackToken, requireSigned, type SignedMessage } from '../provider/provider-keys.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { passAttachment, walkPass } from './deliver.service.ts'
import { pointingOver } from './pass-pointing.ts'
import { busyOf, givenOrbitOf, pointingOf, wishOf } from './plan.service.ts'
import {
  findPass,
  findRequest,
  listBusy,
  lockRequest,
  type PassRow,
  type RequestRow,
  setProviderReference,
} from './request.repository.ts'
import { REQUESTS_EVERY_S, REQUESTS_WORK } from './request.service.ts'
import { moveRequest, type PlannedPass } from './request-state.service.ts'

export type CallbackPlatform = ObservationPlatform & { readonly box: SecretBox }
type Came = {
  readonly token: string
  readonly told: NoticeText
  readonly signed: SignedMessage
  readonly requestId: string
}

/** Throws unless the provider that the address belongs to has signed these bytes, and recently. It is called before the bytes are parsed. */
export async function requireSignedByProvider(
  { db, box, now }: Pick<CallbackPlatform, 'db' | 'box' | 'now'>,
  { token, signed }: Pick<Came, 'token' | 'signed'>,
) {
  const address = readCallbackToken(box, token)
  if (address === undefined) throw new ApiError('not-found', 'This address is not known.')
  const { tenantId, key } = address
  const provider = await db.tenant(tenantId, (tx) => findProviderByKey(tx, key))
  if (provider === undefined) throw new ApiError('not-found', 'This address is not known.')
  return { tenantId, key, provider, id: requireSigned(box, provider, signed, new Date(now())) }
}

/**
 * Accepts a provider's report on a pass, after its signature was checked. The report is stored in the transaction of its effect, so that a copy
 * finds the effect done, and a process that dies in between loses no data.
 */
export async function takeCallback(platform: CallbackPlatform, came: Came): Promise<CallbackAnswer> {
  const now = new Date(platform.now())
  const { tenantId, provider, key, id } = await requireSignedByProvider(platform, came)
  const { told } = came
  const body_hash = createHash('sha256')
    .update(came.signed.bytes ?? '')
    .digest('hex')
  const row = { provider_key: key, id, pass_id: told.passId, type: told.type, body_hash }
  const turn: Turn = { platform, tenantId, provider, told, requestId: came.requestId, now }
  try {
    await requirePass(turn)
    const files = await measured(turn, row)
    const given = await givenOrbit(turn)
    return await platform.db.tenant(tenantId, async (tx) => {
      const known = await messages.insertReceived(tx, tenantId, row, now)
      if (known !== undefined) return repeated(known, body_hash)
      const answer = await take(tx, turn, { files, given })
      const detail = told.reason ?? null
      await messages.setReceived(tx, { ...row, result: answer.result, status: 200, detail, answer })
      await setHeard(tx, key, now)
      return answer
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status } = ERRORS[error.code]
    await platform.db.tenant(tenantId, async (tx) => {
      await messages.insertRefused(tx, tenantId, { ...row, status, detail: error.message.slice(0, 300) }, now)
      await setHeard(tx, key, now)
    })
    throw error
  }
}

type Turn = {
  readonly platform: CallbackPlatform
  readonly tenantId: string
  readonly provider: ProviderRow
  readonly told: NoticeText
  readonly requestId: string
  readonly now: Date
}
type ReceivedMessage = Parameters<typeof messages.insertReceived>[2]

/** Returns the answer to a copy: the same as to the first. */
function repeated({ answer, body_hash }: messages.MessageRow, hash: string | null): CallbackAnswer {
  if (body_hash !== hash) throw new ApiError('conflict', 'Another message came under this webhook-id before.')
  return answer as CallbackAnswer
}

/** Throws unless the pass belongs to the provider; passes of others are treated as unknown. */
async function requirePass({ platform, tenantId, provider, told }: Turn): Promise<void> {
  await platform.db.tenant(tenantId, async (tx) => {
    const pass = await findPass(tx, told.passId)
    const row = pass && (await lockRequest(tx, pass.request_id))
    if (row?.provider_id !== provider.id) throw new ApiError('not-found', 'There is no such pass.')
  })
}

/** Reads and compares measurements before the transaction, in the worker pool; a copy is not read again. */
async function measured(turn: Turn, row: ReceivedMessage): Promise<readonly MeasuredFile[]> {
  const { platform, tenantId, provider, told } = turn
  if (told.type !== 'pass.measured') return []
  const isNeeded = await platform.db.tenant(tenantId, async (tx) => {
    const pass = await findPass(tx, told.passId)
    return pass !== undefined && !isPassOver(pass.status) && !(await messages.isKnown(tx, row))
  })
  if (!isNeeded) return []
  const { tdm: text = '' } = told
  const files = await measureText(platform, tenantId, { text, isSimulated: provider.is_test })
  requirePast(text, files, platform.now(), { pointer: '#/tdm' })
  return files
}

/** Reads the orbit in a request, for a pass at another time: before the transaction, in the worker pool. */
async function givenOrbit({ platform, tenantId, told }: Turn): Promise<KnownOrbit | undefined> {
  if (told.type !== 'pass.replaced') return undefined
  const row = await platform.db.tenant(tenantId, async (tx) => {
    const pass = await findPass(tx, told.passId)
    return pass && findRequest(tx, pass.request_id)
  })
  return row && givenOrbitOf(platform, tenantId, row)
}

/** The data read from a message and its request before the transaction. */
type ReadBefore = { readonly files: readonly MeasuredFile[]; readonly given: KnownOrbit | undefined }

async function take(tx: TenantDb, turn: Turn, { files, given }: ReadBefore): Promise<CallbackAnswer> {
  const { told, tenantId, provider, requestId, now, platform } = turn
  const found = await findPass(tx, told.passId)
  const row = found && (await lockRequest(tx, found.request_id))
  // The pass is read again: it may have changed before the lock.
  const pass = row && (await findPass(tx, told.passId))
  if (pass === undefined || row === undefined) throw new ApiError('not-found', 'There is no such pass.')
  if (pass.status === 'SUCCESSFUL' || pass.status === 'PUBLISHED') return answerOf(tx, told.passId, 'ignored')
  if (isPassOver(pass.status)) throw new ApiError('conflict', `The pass is ${pass.status}.`)
  if (!provider.is_enabled) await requireUnderWay(tx, told)
  await messages.settleOrder(tx, pass.id, now)
  const mover = { tenantId, actor: `provider:${provider.id}`, requestId, now }
  switch (told.type) {
    case 'pass.accepted':
      if (told.providerReference !== undefined) await setProviderReference(tx, pass.id, told.providerReference)
      return answerOf(tx, pass.id, 'taken')
    case 'pass.status': {
      requireBegun(pass, now)
      if (rank(told.status ?? 'EXECUTING') <= rank(pass.status)) return answerOf(tx, pass.id, 'ignored')
      await walkPass(tx, mover, pass.id, told.status ?? 'EXECUTING')
      return answerOf(tx, pass.id, 'taken')
    }
    case 'pass.measured': {
      // The pass had ended at the first read, but not now: its end was undone, and no measurements were read.
      if (files.length === 0) throw new ApiError('conflict', 'The pass has changed meanwhile: send it again.')
      const caller = { tenantId, subject: mover.actor }
      const attachment = passAttachment(
        platform,
        { caller, requestId },
        { passId: pass.id, isSimulated: provider.is_test },
      )
      await keepFiles(tx, platform, { request: { caller, requestId }, files, attachment })
      return answerOf(tx, pass.id, 'taken')
    }
    case 'pass.replaced':
      await replace(tx, turn, { row, pass, given })
      return answerOf(tx, pass.id, 'taken')
    case 'pass.refused':
    case 'pass.failed':
      // The worker searches for another time for the pass, because the search takes longer than a provider waits for
      // its answer.
      await wakeRecurringWorkOf(tx, { name: REQUESTS_WORK, tenantId }, REQUESTS_EVERY_S)
      return answerOf(tx, pass.id, 'taken')
  }
}

/**
 * Throws 409 for the report of a provider that is switched off, unless the provider has the order of the pass: that
 * pass is under way, and a user waits for it. Another time would be a new order, which the provider does not get; and
 * the provider cannot know of an order that was never sent.
 */
async function requireUnderWay(tx: TenantDb, { type, passId }: NoticeText): Promise<void> {
  if (type === 'pass.replaced')
    throw new ApiError('conflict', 'The provider is switched off: it gets no orders, and no other time is taken.')
  const order = await messages.lockOrder(tx, passId)
  if (order?.state === 'waiting' && order.tries === 0)
    throw new ApiError('conflict', 'The provider is switched off, and the order of this pass was never sent to it.')
}

/** Throws 422 for a pass that has not begun, with a tolerance for both clocks: there can be no result yet. */
function requireBegun({ starts_at }: Pick<PassRow, 'starts_at'>, now: Date): void {
  if (now.getTime() + MOST_CLOCK_ERROR_S * 1_000 >= starts_at.getTime()) return
  throw new ApiError(
    'unprocessable',
    `The pass begins at ${starts_at.toISOString()}: nothing can have been done of it.`,
  )
}

const rank = (status: PassStatus | (typeof TOLD_STATUSES)[number]): number => PASS_STATUSES.indexOf(status)

async function answerOf(tx: TenantDb, passId: string, result: CallbackAnswer['result']): Promise<CallbackAnswer> {
  const pass = await findPass(tx, passId)
  if (pass === undefined) throw new TypeError('a pass is gone')
  const files = await listFilesOfPasses(tx, [passId])
  return { result, status: pass.status, observationFileId: files.get(passId) ?? null }
}

type ReplacedPass = { readonly row: RequestRow; readonly pass: PassRow; readonly given: KnownOrbit | undefined }

/** Accepts the other time that a provider offers for a pass that it cannot make, at the price of the first time and with a new order. */
async function replace(
  tx: TenantDb,
  { told, platform, tenantId, provider, requestId, now }: Turn,
  { row, pass, given }: ReplacedPass,
): Promise<void> {
  const plan = await plannedOf(tx, { told, platform, provider, now }, { row, pass, given })
  const mover = { tenantId, actor: `provider:${provider.id}`, requestId, now }
  await moveRequest(tx, mover, row.id, {
    event: { kind: 'pass', slot: pass.slot, to: 'UNSUCCESSFUL', canReplace: true },
    planned: [plan],
    reason: `provider-replaced: ${told.reason ?? ''}`,
    isFromProvider: true,
  })
}

async function plannedOf(
  tx: TenantDb,
  { told, platform, provider, now }: Pick<Turn, 'told' | 'platform' | 'provider' | 'now'>,
  { row, pass, given }: ReplacedPass,
): Promise<PlannedPass> {
  const startsAt = new Date(told.start ?? 0)
  const endsAt = new Date(told.end ?? 0)
  const code = told.sensorCode ?? pass.sensor_code
  const sensor = (await knownSensors(tx, platform)).find((one) => one.sensorCode === code && !one.isSimulated)
  const fault =
    sensor === undefined || sensor.providerId !== provider.id
      ? 'sensorCode names no sensor of the provider'
      : startsAt.getTime() < now.getTime() + LEAST_NOTICE_S * 1000
        ? `start has to be ${LEAST_NOTICE_S} s ahead`
        : startsAt < row.window_from || endsAt > row.window_to
          ? 'start and end have to lie in the window of the request'
          : endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > HOUR_MS
            ? 'end has to be after start, by an hour at most'
            : undefined
  if (fault !== undefined || sensor === undefined) throw new ApiError('unprocessable', fault ?? 'sensorCode')
  const orbit = await findOrbit(tx, { ...wishOf(row), given, from: startsAt, to: endsAt })
  const times = { startMs: startsAt.getTime(), endMs: endsAt.getTime(), now }
  const sensorPointing = orbit && pointingOver({ sensor, orbit, ...times })
  await requireFree(tx, { sensor, startsAt, endsAt, pointing: sensorPointing, now, replaced: pass.id })
  return {
    sensorCode: code,
    sensorName: sensor.groundSensorName,
    startsAt,
    endsAt,
    pointing: orbit && pointingOf(row, orbit, times),
    sensorPointing,
  }
}

type OfferedPass = {
  readonly sensor: Sensor
  readonly startsAt: Date
  readonly endsAt: Date
  readonly pointing: PassPointing | undefined
  readonly now: Date
  /** The pass that is replaced: its time at the sensor becomes free. */
  readonly replaced: string
}

/**
 * Throws 422 if the sensor has another pass of the organisation at that time, or cannot turn between the two at its stated rate. If it states no
 * rate, its provider knows the needed time better than our usual minute (docs/domain/sensor.md).
 */
async function requireFree(
  tx: TenantDb,
  { sensor, startsAt, endsAt, pointing, now, replaced }: OfferedPass,
): Promise<void> {
  const { sensorCode: code, slewRate } = sensor
  const turnMs = slewRate === null ? 0 : turnSeconds(slewRate) * 1000
  const busy = (await listBusy(tx, { from: startsAt, turnMs, now })).filter(
    ({ id, sensor_code: of }) => of === code && id !== replaced,
  )
  if (busy.some((one) => one.ends_at > startsAt && one.starts_at < endsAt))
    throw new ApiError('unprocessable', 'the sensor is busy then')
  const offered = { startS: startsAt.getTime() / 1000, endS: endsAt.getTime() / 1000, pointing }
  const near = slewRate === null ? undefined : busy.find((one) => !canMakeBoth(busyOf(one), offered, slewRate))
  if (near !== undefined)
    throw new ApiError(
      'unprocessable',
      `the sensor turns at ${slewRate} deg/s and has a pass from ${near.starts_at.toISOString()} to ${near.ends_at.toISOString()}: there is no time to turn between the two`,
    )
}
