import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS, HOUR_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { OWN_BURN_LIMITS, OwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { isAssumed, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { isStorable } from '../../../platform/http/input.ts'
import { upsertRecurringWork } from '../../../platform/jobs/recurring-work.repository.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { readOnPool } from '../../announced/burn-notice.service.ts'
import type { AnnouncedBurn, BurningObject } from '../../announced/read-burn-file.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { contactsUntil } from '../../contact/known-contacts.ts'
import { findSatellite, listActiveSatellites, type SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import { doTurn, frameOf } from '../design/burn-frame.ts'
import { commandOf } from '../design/command-of-burn.ts'
import { leadOf } from '../design/plan-parts.ts'
import * as repository from '../record/plan.repository.ts'
import { MANOEUVRE_WORK, type PersonRequest, readOne, record, WATCH_EVERY_S } from '../record/record-step.ts'
import { refuse, refuseCostly } from '../record/refuse.ts'
import { basisOf } from '../record/satellite-basis.ts'
import { findOrbitOfPlan } from '../screen/orbit-of-plan.ts'
import { readAlong } from '../screen/read-along.ts'

/** The task computes a week of a path, one state a minute, without its files. */
const DESCRIBE = task<typeof import('../design/describe-task.ts').describeOwnBurns>({
  module: new URL('../design/describe-task.ts', import.meta.url),
  name: 'describeOwnBurns',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

export type WantedBurns = {
  readonly satelliteId: string
  readonly burns: readonly OwnBurn[]
  readonly hasExecutionError: boolean
  /** The notes of the planner; '' if there are none. */
  readonly notes: string
  /** True if the burns come from a message: an error then names no field of a form. */
  readonly isFile?: boolean
}

const MS_PER_S = 1_000
const endMs = ({ ignition, durationS }: OwnBurn) => Date.parse(ignition) + MS_PER_S * durationS

/** Plans own burns without an event, and stores them as one draft: from then on it is a plan like any other. */
export async function createOwnBurns(
  platform: CaPlatform,
  { owner, requestId }: PersonRequest,
  wanted: WantedBurns,
): Promise<Plan> {
  const { tenantId } = owner
  const now = new Date(platform.now())
  const { planned, orbitName } = await planBurns(platform, tenantId, { wanted, now })
  const id = randomUUID()
  return platform.db.tenant(tenantId, async (tx) => {
    await repository.insertPlan(tx, tenantId, {
      id,
      conjunction_id: null,
      satellite_id: wanted.satelliteId,
      ...planned,
      created_at: now,
      editors: [{ subject: owner.subject, name: owner.username }],
      group_id: null,
      group_rank: null,
    })
    const detail = { burns: wanted.burns.length, orbit: orbitName }
    await record(tx, { owner, requestId }, { id, at: now, action: 'CREATE', state: 'DRAFT', why: wanted.notes, detail })
    await upsertRecurringWork(tx, { name: MANOEUVRE_WORK, tenantId }, WATCH_EVERY_S)
    return readOne(tx, id)
  })
}

type Planning = {
  readonly wanted: WantedBurns
  readonly now: Date
  /** The plan that receives the burns; absent for a new one. */
  readonly plan?: { readonly id: string; readonly madeAt: Date }
}

/** Returns the burns as a plan. Throws an ApiError with the burn and its field if a burn cannot be planned. */
export async function planBurns(
  { db }: Pick<CaPlatform, 'db'>,
  tenantId: string,
  { wanted, now, plan }: Planning,
): Promise<{ readonly planned: repository.PlannedFields; readonly orbitName: string }> {
  const { satelliteId, burns } = wanted
  refuseUnordered(wanted, now)
  const [first, last] = [burns[0], burns.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('burns are asked for')
  const [from, until] = [new Date(first.ignition), new Date(endMs(last))]
  const { satellite, found, along } = await db.tenant(tenantId, async (tx) => {
    const own = await findSatellite(tx, satelliteId)
    if (own === undefined) throw new ApiError('not-found', 'There is no such satellite.')
    return {
      satellite: own,
      found: await findOrbitOfPlan(tx, own, { now, from, until }),
      along: await readAlong(tx, { planId: plan?.id ?? null, satelliteId, madeAt: plan?.madeAt ?? now, burns }),
    }
  })
  const { propulsion, wetMass, thresholds } = satellite.configuration
  refuseWithoutEngine(wanted, propulsion.type)
  if (found === undefined) throw refuse('own-burn', { case: 'no-orbit' }, pointerOf(wanted, 'satellite-id'))
  const { orbit, told } = found
  const described = await refuseCostly('too-costly', () =>
    pool.run(DESCRIBE, tenantId, { orbit, told, burns, along, propulsion, massKg: wetMass ?? null }),
  )
  if ('refused' in described) {
    const { refused, place } = described
    throw refuse(refused.code, refused.values, pointerOf(wanted, `burns/${place.burn}/${place.field}`))
  }
  const commanded = await commandFor({ db, tenantId }, satellite, { wanted, now, from })
  const burn = {
    ...described.burn,
    satelliteBasis: basisOf(satellite.configuration),
    isEngineAssumed: isAssumed(propulsion),
  }
  const planned = {
    cdm_id: null,
    request: PlanRequest.parse({
      start: { unit: 'DATE', value: first.ignition },
      hasExecutionError: wanted.hasExecutionError,
    }),
    burn,
    propulsion,
    accepted: thresholds.acceptedCollisionProbability,
    name: `${satellite.name.replace(/[^A-Za-z0-9._-]+/g, '_')}_${fileTime(from)}`,
    ignition_at: from,
    delta_v: burn.totalDeltaVMagnitude,
    commit_at: commanded.commitAt,
    command: commanded.command,
    is_simulated: satellite.is_simulated || found.isSimulated,
  }
  return { planned, orbitName: told.name }
}

/** Throws an ApiError for a satellite without an engine, or with an unknown engine, as for a plan for an event. */
function refuseWithoutEngine(wanted: WantedBurns, propulsion: Propulsion['type']): void {
  const place = pointerOf(wanted, 'satellite-id')
  if (propulsion === 'UNKNOWN') throw refuse('no-engine', { case: propulsion }, place)
  if (propulsion === 'NONE' || propulsion === 'DIFFERENTIAL_DRAG')
    throw refuse('own-burn', { case: 'engine', propulsion }, place)
}

/** Returns a time in the format of spec §9 for file names: yyyyMMdd_HHmmss_X. */
const fileTime = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_').concat('_Z')

type BurnsOrigin = Pick<WantedBurns, 'isFile'>
const pointerOf = ({ isFile }: BurnsOrigin, place: string) => (isFile === true ? {} : { pointer: `#/${place}` })

/** Throws an ApiError, naming the burn and its field, for burns that are out of order, in the past, or too far apart. */
function refuseUnordered(wanted: WantedBurns, now: Date): void {
  const { burns } = wanted
  const no = (place: number, field: keyof OwnBurn, values: PlanRefusal['values']) =>
    refuse('own-burn', { ...values, burn: place + 1 }, pointerOf(wanted, `burns/${place}/${field}`))
  for (const [place, burn] of burns.entries()) {
    const [before, startMs] = [burns[place - 1], Date.parse(burn.ignition)]
    const startAt = burn.ignition
    if (startMs <= now.getTime()) throw no(place, 'ignition', { case: 'over', startAt })
    if (startMs - now.getTime() > OWN_BURN_LIMITS.aheadDays * DAY_MS)
      throw no(place, 'ignition', { case: 'ahead', startAt, days: OWN_BURN_LIMITS.aheadDays })
    if (before !== undefined && (startMs < endMs(before) || startMs === Date.parse(before.ignition)))
      throw no(place, 'ignition', { case: 'order', startAt, endAt: new Date(endMs(before)).toISOString() })
    if (doTurn(burn.frame, burn.durationS))
      throw no(place, 'frame', { case: 'turning', frame: burn.frame, durationS: burn.durationS })
  }
  const [first, last] = [burns[0], burns.at(-1)]
  if (first === undefined || last === undefined) return
  if (endMs(last) - Date.parse(first.ignition) > OWN_BURN_LIMITS.spanDays * DAY_MS)
    throw no(burns.length - 1, 'ignition', { case: 'span', days: OWN_BURN_LIMITS.spanDays })
}

type Commanding = { readonly wanted: WantedBurns; readonly now: Date; readonly from: Date }

/** Returns the command of the first burn, which covers all of them. Throws an ApiError if it is too late for that. */
async function commandFor(
  platform: Pick<CaPlatform, 'db'> & { readonly tenantId: string },
  satellite: SatelliteRow,
  { wanted, now, from }: Commanding,
) {
  const needMs = needMsOf(leadOf(satellite.configuration.propulsion))
  const known = await refuseCostly('contacts-too-costly', () =>
    contactsUntil(platform, satellite.id, { now, to: from }),
  )
  const commanded = commandOf(known.commands, { nowMs: now.getTime(), needMs, burnMs: from.getTime() })
  const values = { startAt: from.toISOString(), hours: needMs / HOUR_MS, burn: 1 }
  const place = pointerOf(wanted, 'burns/0/ignition')
  if (commanded === null) throw refuse('own-burn', { ...values, case: 'contact' }, place)
  if (commanded.commitAt <= now)
    throw refuse('own-burn', { ...values, case: 'late', commitAt: commanded.commitAt.toISOString() }, place)
  return commanded
}

export type WantedFile = { readonly path: string; readonly satelliteId: string | undefined }

/** Loads the burns of an OPM or OCM as one plan. */
export async function loadOwnBurns(
  platform: CaPlatform,
  asked: PersonRequest,
  { path, satelliteId }: WantedFile,
): Promise<Plan> {
  const { tenantId } = asked.owner
  const text = await readFile(path, 'utf8')
  if (!isStorable(text)) throw new ApiError('unprocessable', 'The file has characters that cannot be stored.')
  const file = await readOnPool(tenantId, text)
  if (!file.ok)
    throw new ApiError('unprocessable', file.errors[0]?.message ?? 'The file cannot be read.', { errors: file.errors })
  if (file.burns.length > OWN_BURN_LIMITS.burns)
    throw refuse('own-burn', { case: 'many', count: file.burns.length, most: OWN_BURN_LIMITS.burns })
  const burns = file.burns.toSorted((a, b) => Date.parse(a.ignition) - Date.parse(b.ignition)).map(toOwn)
  const satellite = await platform.db.tenant(tenantId, (tx) => satelliteOf(tx, file.object, satelliteId))
  const [named] = file.burns
  const notes = [`${file.source} of ${named?.announcedBy ?? ''}`, named?.note ?? ''].filter(Boolean).join(': ')
  return createOwnBurns(platform, asked, {
    satelliteId: satellite,
    burns,
    hasExecutionError: true,
    notes,
    isFile: true,
  })
}

/** Returns a burn of a file in the form of an entered burn. Throws an ApiError that names the burn if data are missing. */
export function toOwn({ ignition, durationS, deltaV }: AnnouncedBurn, place: number): OwnBurn {
  const values = { burn: place + 1, startAt: ignition }
  if (deltaV === null) throw refuse('own-burn', { ...values, case: 'no-delta-v' })
  const frame = frameOf(deltaV.frame)
  if (frame === undefined) throw refuse('own-burn', { ...values, case: 'frame', frame: deltaV.frame })
  const { success, data } = OwnBurn.safeParse({ ignition, durationS, frame, vector: deltaV.vector })
  if (!success) throw refuse('own-burn', { ...values, case: 'size', days: OWN_BURN_LIMITS.longestS / SECONDS_PER_DAY })
  return data
}

/** Returns the satellite that a message names, which has to be the requested one. */
async function satelliteOf(
  tx: TenantDb,
  { noradId, designator }: BurningObject,
  asked: string | undefined,
): Promise<string> {
  const own = await listActiveSatellites(tx)
  const named = own.find((one) => one.norad_id === noradId || (noradId === null && one.cospar_id === designator))
  const name = noradId === null ? designator : String(noradId)
  const place = { parameter: 'satellite-id' }
  if (named === undefined && asked === undefined) throw refuse('own-burn', { case: 'unnamed', name }, place)
  // A number names one object; an unknown designator may be the writer's name for the satellite.
  if (named === undefined && noradId !== null) throw refuse('own-burn', { case: 'object', name }, place)
  if (asked !== undefined && named !== undefined && named.id !== asked)
    throw refuse('own-burn', { case: 'other', name }, place)
  return named?.id ?? asked ?? ''
}
