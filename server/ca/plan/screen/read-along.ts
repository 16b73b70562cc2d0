import { createHash } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { FrozenOwnBurn } from '@apsis/astro/manoeuvre/own-path.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { AlongBurn } from '../design/along.ts'
import { doTurn, frameOf } from '../design/burn-frame.ts'
import * as repository from '../record/along.repository.ts'
import type { KeptBurn } from '../record/plan.repository.ts'

/** The plan whose burns are screened, or the possible plan if it is not stored yet. */
export type OfPlan = {
  readonly planId: string | null
  readonly satelliteId: string
  readonly madeAt: Date
  readonly burns: readonly Pick<FrozenOwnBurn, 'ignition' | 'durationS'>[]
}

/** An orbit that is older than this when a plan is made does not show where the satellite will be at its burns. */
const BEHIND_DAYS = 31
/** The length of time after the burns: a week of the path, and events after its end. */
const AHEAD_DAYS = 21
/** An announced burn within this time of a burn of a plan is that burn: a form states the time to the minute. */
const SAME_BURN_MS = 60_000

/**
 * Returns the other burns of the satellite of a plan of own burns: plans that are under way or were executed, and announced burns. A burn that is
 * known twice, as a plan and as a notice, or from two announcers, is listed once (docs/domain/plan.md).
 */
export async function readAlong(tx: TenantDb, { planId, satelliteId, madeAt, burns }: OfPlan): Promise<AlongBurn[]> {
  const last = Math.max(...burns.map(({ ignition }) => Date.parse(ignition)))
  const beside = {
    satelliteId,
    planId,
    after: new Date(madeAt.getTime() - BEHIND_DAYS * DAY_MS),
    before: new Date(last + AHEAD_DAYS * DAY_MS),
  }
  const rows = await repository.listPlansOfSatellite(tx, beside)
  const plans = rows.flatMap(ofPlan)
  const replaced = new Set(rows.flatMap(({ burn }) => burn.plannedBurn?.noticeId ?? []))
  const notices = (await repository.listNoticesOfSatellite(tx, beside))
    .filter(({ id }) => !replaced.has(id))
    .map(ofNotice)
  const ofPlans = [...burns, ...plans]
  return [...plans, ...onlyOnce(notices.filter((one) => !ofPlans.some((other) => isSameTime(one, other))))]
}

/** Returns the version of a screening's other burns, which changes with any of them. */
export const markOfAlong = (along: readonly AlongBurn[]): string =>
  `along:${createHash('sha256').update(JSON.stringify(along)).digest('base64url')}`

type BurnTime = Pick<AlongBurn, 'ignition'>
const isSameTime = (one: BurnTime, other: BurnTime) =>
  Math.abs(Date.parse(one.ignition) - Date.parse(other.ignition)) <= SAME_BURN_MS

function ofPlan({ id, name, state, burn, known_at: knownAt }: repository.BesidePlanRow): AlongBurn[] {
  const obstacle = burn.drag !== null ? 'by-drag' : state === 'PARTIAL' ? 'partial' : null
  return flownOf(burn).map(({ ignition, durationS, deltaVRtn }) => ({
    kind: 'PLAN',
    id,
    name,
    ignition,
    durationS,
    deltaV: { frame: 'RTN', vector: deltaVRtn },
    knownAt: knownAt.toISOString(),
    obstacle,
  }))
}

const flownOf = ({ burns, ignitionEpoch, manoeuvreDuration, deltaVRtn }: KeptBurn): readonly FrozenOwnBurn[] =>
  burns ?? [{ ignition: ignitionEpoch, durationS: manoeuvreDuration, deltaVRtn }]

function ofNotice({
  id,
  announced_by: name,
  ignition_at: at,
  received_at: knownAt,
  ...row
}: repository.BesideNoticeRow): AlongBurn {
  const { durationS } = row
  const frame = row.deltaV === null ? undefined : frameOf(row.deltaV.frame)
  const isTold = row.deltaV !== null && Math.hypot(...row.deltaV.vector) > 0
  const isKnown = frame !== undefined && !doTurn(frame, durationS)
  return {
    kind: 'NOTICE',
    id,
    name,
    ignition: at.toISOString(),
    durationS,
    deltaV: isTold && isKnown && row.deltaV !== null ? { frame, vector: row.deltaV.vector } : null,
    knownAt: knownAt.toISOString(),
    obstacle: isTold ? (isKnown ? null : 'axes') : 'no-delta-v',
  }
}

/** Removes duplicates of equal announcements of a burn; announcements that contradict each other all stay, each with an obstacle. */
function onlyOnce(notices: readonly AlongBurn[]): AlongBurn[] {
  return notices.flatMap((one, place): AlongBurn[] => {
    const others = notices.filter((other) => other !== one && isSameTime(one, other))
    if (others.some((other) => !isSameBurn(one, other))) return [{ ...one, obstacle: one.obstacle ?? 'differs' }]
    return others.some((other) => notices.indexOf(other) < place) ? [] : [one]
  })
}

const isSameBurn = (one: AlongBurn, other: AlongBurn) =>
  JSON.stringify([one.durationS, one.deltaV]) === JSON.stringify([other.durationS, other.deltaV])
