import type { FrozenOwnBurn } from '@apsis/astro/manoeuvre/own-path.ts'
import type { OwnOrbit } from '@apsis/contract/ca/plan/own-burns.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { newestSets } from '../../../tle/element-set.service.ts'
import { findOrbit, listOperational, madeAt } from '../../ephemeris/record/ephemeris.repository.ts'
import { toInstant } from '../../message/record/api-value.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { OrbitToFly } from '../design/reference-orbit.ts'
import type { KeptBurn, PlanRow } from '../record/plan.repository.ts'
import { refuse } from '../record/refuse.ts'
import { readAlong } from './read-along.ts'

/** The orbit from which the burns of a satellite are propagated, with its source. */
export type OrbitOfPlan = {
  readonly orbit: OrbitToFly
  readonly told: OwnOrbit
  readonly isSimulated: boolean
  /** The creation date of an ephemeris without a covariance; a covariance may be derived for it from other data. */
  readonly bareSince: Date | null
}

type Times = { readonly now: Date; readonly from: Date; readonly until: Date }

/**
 * Returns the operational ephemeris of a satellite if it covers the burns, else its newest element set; undefined if neither is known. An
 * ephemeris that ends before the burns is less useful than an element set, which has no end.
 */
export async function findOrbitOfPlan(
  tx: TenantDb,
  { id, norad_id: noradId }: Pick<SatelliteRow, 'id' | 'norad_id'>,
  { now, from, until }: Times,
): Promise<OrbitOfPlan | undefined> {
  for (const file of await listOperational(tx, now, id)) {
    const { usable_start_at: start, usable_stop_at: stop } = file
    if (start === null || stop === null || start > from || stop <= until) continue
    const packed = await findOrbit(tx, file.id)
    if (packed === undefined) continue
    const hasCovariance = file.covariance === 'given'
    return {
      orbit: { kind: 'ephemeris', packed, from: start.toISOString(), until: stop.toISOString() },
      told: {
        source: 'EPHEMERIS',
        name: file.name,
        ephemerisId: file.id,
        at: madeAt(file).toISOString(),
        from: start.toISOString(),
        until: stop.toISOString(),
        hasCovariance,
      },
      isSimulated: file.is_simulated,
      bareSince: hasCovariance ? null : madeAt(file),
    }
  }
  const known = (await newestSets(tx, [noradId])).get(noradId)
  if (known === undefined) return undefined
  const at = toInstant(known.set.epoch)
  return {
    orbit: { kind: 'set', elements: known.set },
    told: {
      source: 'ELEMENT_SET',
      name: known.source,
      ephemerisId: null,
      at,
      from: null,
      until: null,
      hasCovariance: false,
    },
    isSimulated: known.isSimulated,
    bareSince: new Date(at),
  }
}

/** Returns the burns of a plan without an event as they are propagated. */
function burnsOf({ burns }: Pick<KeptBurn, 'burns'>): FrozenOwnBurn[] {
  if (burns === undefined) throw new TypeError('a plan without an event has its burns')
  return burns.map(({ ignition, durationS, deltaVRtn }) => ({ ignition, durationS, deltaVRtn }))
}

type OwnPlan = Pick<PlanRow, 'id' | 'satellite_id' | 'created_at' | 'burn'>

/** Returns the other burns that move the satellite of a stored plan. */
export function alongOfPlan(tx: TenantDb, { id, satellite_id: satelliteId, created_at: madeAt, burn }: OwnPlan) {
  return readAlong(tx, { planId: id, satelliteId, madeAt, burns: burnsOf(burn) })
}

/** Returns the input to propagate a plan without an event: the orbit that is known now, its burns, and the other burns of the satellite. */
export async function readFlight(
  tx: TenantDb,
  satellite: SatelliteRow,
  { row, now }: { readonly row: OwnPlan & PlanBurn; readonly now: Date },
) {
  const { orbit, told, bareSince } = await requireOrbitOfPlan(tx, satellite, { row, now })
  const along = await alongOfPlan(tx, row)
  // An ephemeris that has arrived since the burns were planned may or may not include them.
  const isLater = told.ephemerisId !== (row.burn.orbit?.ephemerisId ?? null)
  return { flight: { orbit, told, isLater, burns: burnsOf(row.burn), along }, bareSince }
}

type PlanBurn = { readonly burn: KeptBurn; readonly ignition_at: Date }

/**
 * Returns the orbit of a stored plan, as it is known now; from ignition on it is the ephemeris of the plan, because a newer one contains the
 * burns. Throws an ApiError if no orbit is known any more.
 */
async function requireOrbitOfPlan(
  tx: TenantDb,
  satellite: SatelliteRow,
  { row, now }: { readonly row: PlanBurn; readonly now: Date },
): Promise<OrbitOfPlan> {
  const from = row.ignition_at
  const until = new Date(from.getTime() + MS_PER_S * row.burn.manoeuvreDuration)
  const newest = await findOrbitOfPlan(tx, satellite, { now, from, until })
  if (newest?.told.source === 'EPHEMERIS' && now < from) return newest
  const found = (await readPlanned(tx, row.burn, satellite)) ?? newest
  if (found === undefined) throw refuse('own-burn', { case: 'no-orbit' }, { as: 'conflict' })
  return found
}

/** Returns the ephemeris of a plan; undefined if the plan was made from an element set, or the file is no longer stored. */
async function readPlanned(
  tx: TenantDb,
  { orbit: told }: KeptBurn,
  { is_simulated: isSimulated }: SatelliteRow,
): Promise<OrbitOfPlan | undefined> {
  const packed = told?.ephemerisId == null ? undefined : await findOrbit(tx, told.ephemerisId)
  if (told?.until == null || packed === undefined) return undefined
  const bareSince = told.hasCovariance ? null : new Date(told.at)
  const orbit = { kind: 'ephemeris', packed, from: told.from ?? told.at, until: told.until } as const
  return { orbit, told, isSimulated, bareSince }
}

const MS_PER_S = 1_000
