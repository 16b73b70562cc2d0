import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type Catalogue, readCatalogue } from '../../tle/catalogue.service.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { listOperational } from '../ephemeris/record/ephemeris.repository.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { type Flyer, findFleet, inBody, type Opponents } from './flyers.ts'
import { prepareScreening } from './request.ts'
import { createRun } from './run/screening-run.ts'

export type Trial = {
  readonly tenantId: string
  /** The person or the job that orders the screening. */
  readonly subject: string
  readonly satelliteId: string
  /** The possible paths; they are read only if there is something to compare them with. */
  readonly flyers: () => Promise<readonly Flyer[]>
  /** The catalogue without the own fleet, own satellites with element sets, or own satellites with an ephemeris. */
  readonly against: 'CAT' | 'TLE' | 'OPS'
  /** The screening begins at this time, and lasts until the end of the paths. */
  readonly from: Date
  readonly title: string
  /** Stores the data that belong to the screening, in the same transaction. */
  readonly also: (tx: TenantDb, started: { id: string; objects: number; catalogueEpoch: Date | null }) => Promise<void>
}

/** Screens possible paths of a satellite; returns true if there was something to compare them with. It changes no events. */
export async function startTrial(platform: CaPlatform, trial: Trial): Promise<boolean> {
  const { db, now } = platform
  const { tenantId, subject, satelliteId, from, title, also } = trial
  const catalogue = await readCatalogue(db)
  const opponents = await db.tenant(tenantId, (tx) => opponentsOf(tx, trial, { catalogue, now: new Date(now()) }))
  const others = 'others' in opponents ? opponents.others : 'catalogue' in opponents ? opponents.catalogue.objects : []
  if (others.length === 0) return false
  const flyers = await trial.flyers()
  const [first] = flyers
  if (first?.orbit.source !== 'OPS') throw new TypeError('a way is an ephemeris')
  const to = first.orbit.usable.to
  const { type, screening, ...known } = await prepareScreening({ flyers, opponents, from, to, trial: { title } })
  const { catalogueEpoch } = known
  await createRun(
    platform,
    { tenantId, subject },
    {
      type,
      screening,
      subject: { ...known, missing: [], satelliteId, ephemerisId: null },
      also: (tx, id) => also(tx, { id, objects: others.length, catalogueEpoch }),
    },
  )
  return true
}

type TrialBasis = { readonly catalogue: Catalogue; readonly now: Date }

async function opponentsOf(tx: TenantDb, { against, satelliteId, from }: Trial, known: TrialBasis): Promise<Opponents> {
  const { catalogue, now } = known
  if (against === 'CAT') {
    const fleet = new Set((await listActiveSatellites(tx)).map(({ norad_id }) => norad_id))
    return { against, catalogue: { ...catalogue, objects: catalogue.objects.filter((one) => !fleet.has(one.noradId)) } }
  }
  try {
    const all = (await findFleet(tx, { now, from, place: inBody, unfit: 'unprocessable' })).flyers
    const others = all.filter((one) => one.orbit.source === against && one.satelliteId !== satelliteId)
    return { against, others }
  } catch (error) {
    // No satellite of the fleet has a known orbit.
    if (error instanceof ApiError && error.code === 'unprocessable') return { against, others: [] }
    throw error
  }
}

/** Returns a version that changes whenever a trial would compare its paths with new data. */
export async function readTrialMark(tx: TenantDb, catalogue: Pick<Catalogue, 'version'>, now: Date): Promise<string> {
  const files = (await listOperational(tx, now)).map(({ id }) => id).toSorted()
  return [catalogue.version, ...files].join(' ')
}
