import { DAY_MS } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { PassCancel } from '@apsis/contract/odt/provider-message.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeStandingWorkOf } from '../../platform/jobs/standing-work.repository.ts'
import { type KnownOrbit, STATES_BESIDE_S } from '../object/known-orbit.ts'
import * as messages from './message.repository.ts'
import { findProvider } from './provider.repository.ts'

/** The standing work that sends: its name, and how often it looks. */
export const PROVIDERS = { name: 'odt.providers', everyS: 5 } as const

/** A cancellation is sent for so long. */
const CANCEL_MS = DAY_MS
/** States before and after the pass, and between them, s: a polynomial of degree 7 through them errs by less than a metre. */
const STEP_S = 20
const MARGIN_S = STATES_BESIDE_S - STEP_S
/** Fewer are no ephemeris. */
const LEAST_STATES = 2

type Pointed = {
  readonly orbit: KnownOrbit
  readonly name: string
  readonly noradId: number
  readonly startMs: number
  readonly endMs: number
  readonly now: Date
}

/** Where an object is during a pass, as a message of the times that its orbit has; undefined where it ends before. */
export function pointingMessage({ orbit, name, noradId, startMs, endMs, now }: Pointed): string | undefined {
  const first = parseTime(new Date(startMs - MARGIN_S * 1000).toISOString())
  const count = Math.ceil(((endMs - startMs) / 1000 + 2 * MARGIN_S) / STEP_S)
  const epochs = Array.from({ length: count + 1 }, (_, k) => addSeconds(first, k * STEP_S))
  const states = epochs.flatMap((epoch) => {
    const state = orbit.at(epoch)
    if (state === null) return []
    const { r, v } = transformState({ frame: 'TEME', epoch, ...state }, 'GCRF', { outside: 'hold' })
    return [{ epoch, r: rounded(r, 3), v: rounded(v, 6) }]
  })
  const [start, stop] = [states.at(0)?.epoch, states.at(-1)?.epoch]
  if (start === undefined || stop === undefined || states.length < LEAST_STATES) return undefined
  const creationDate = parseTime(new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString())
  const metadata = {
    comments: [],
    objectName: name,
    objectId: String(noradId),
    centreName: 'EARTH',
    refFrame: 'GCRF',
    timeSystem: 'UTC',
    startTime: start,
    stopTime: stop,
    interpolation: 'HERMITE',
    interpolationDegree: 7,
  }
  return formatOem(
    {
      header: { comments: [`ORBIT: ${orbit.type}`], version: '2.0', creationDate, originator: 'APSIS' },
      segments: [{ metadata, comments: [], states, covariances: [] }],
    },
    { strict: false },
  )
}

const rounded = (v: Vec3, digits: number): Vec3 => v.map((one) => Number(one.toFixed(digits))) as unknown as Vec3

export type Ordered = {
  readonly tenantId: string
  readonly providerId: string
  readonly passId: string
  /** What the provider gets; its call-back address is added when it is sent. */
  readonly order: Readonly<Record<string, unknown>>
  readonly startsAt: Date
  readonly now: Date
}

/** Orders a pass in the transaction that plans it, where its provider takes orders over HTTP. */
export async function orderPass(tx: TenantDb, ordered: Ordered): Promise<void> {
  const provider = await findProvider(tx, ordered.providerId)
  if (provider === undefined) return
  const { tenantId, passId, order, startsAt, now } = ordered
  const body = JSON.stringify({ type: 'pass.order', passId, ...order, isTest: provider.is_test })
  const message = { id: `order-${passId}`, provider_key: provider.key, pass_id: passId, type: 'pass.order', body }
  await messages.insertSent(tx, tenantId, { ...message, expires_at: startsAt }, now)
  await wakeStandingWorkOf(tx, { name: PROVIDERS.name, tenantId }, PROVIDERS.everyS)
}

export type Withdrawn = {
  readonly tenantId: string
  readonly passId: string
  readonly reason: string
  readonly now: Date
}

/** Takes the order of a pass back in the transaction that ends it: what may have arrived is cancelled by a message. */
export async function withdrawPass(tx: TenantDb, { tenantId, passId, reason, now }: Withdrawn): Promise<void> {
  const order = await messages.lockOrder(tx, passId)
  if (order === undefined) return
  await messages.withdraw(tx, order.id, now)
  const isRefused = order.state === 'failed' && order.result === 'refused'
  if (order.tries === 0 || isRefused) return
  const told: PassCancel = { type: 'pass.cancel', passId, reason }
  const message = {
    id: `cancel-${passId}`,
    provider_key: order.provider_key,
    pass_id: passId,
    type: told.type,
    body: JSON.stringify(told),
    expires_at: new Date(now.getTime() + CANCEL_MS),
  }
  await messages.insertSent(tx, tenantId, message, now)
  await wakeStandingWorkOf(tx, { name: PROVIDERS.name, tenantId }, PROVIDERS.everyS)
}

export const lastToldOf = messages.listLastTold

/** Which of the passes come to nothing: the provider said so, or could not be told of them; with the reason. */
export async function failuresOf(tx: TenantDb, passIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await messages.listFailures(tx, passIds)
  return new Map(
    rows.map(({ pass_id, direction, type, result, detail }) => {
      if (direction === 'sent') return [pass_id, result === 'refused' ? 'provider-refused' : 'not-delivered']
      return [pass_id, `${type === 'pass.refused' ? 'provider-refused' : 'provider-failed'}: ${detail ?? ''}`]
    }),
  )
}
