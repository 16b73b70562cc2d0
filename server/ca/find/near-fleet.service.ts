import { createHash } from 'node:crypto'
import { HOUR_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import {
  NEAR_FLEET_KEPT_MS,
  NEAR_FLEET_LIMITS,
  NearFleet,
  type NearObject,
} from '@apsis/contract/ca/find/near-fleet.ts'
import { holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { MOST_STATED_AGE_DAYS } from '@apsis/contract/tle/object.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { KeptAnswer } from '../../platform/http/kept.ts'
import { type Catalogue, readCatalogue } from '../../tle/catalogue.service.ts'
import { countWithoutSet } from '../../tle/catalogue-content.service.ts'
import { findSatellite, listActiveSatellites, type SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { type Flyer, inQuery, markOfOrbits, orbitsOfFleet, refusal } from '../screening/flyers.ts'
import { type FindPlatform, flownOrbit } from './find.service.ts'
import { type FindAnswer, OWN_PLACE } from './order.ts'

export type WantedNearFleet = {
  readonly distanceKm: number
  readonly hours: number
  readonly satelliteId: string | undefined
}

/** The number of answers that a process keeps: enough for some organisations, each with some distances and spans. */
const MOST_KEPT_ANSWERS = 50
const NOTHING_FOUND: FindAnswer = { found: [], nearest: [], lost: [], compared: 0, unusable: [] }

/**
 * Returns a function that answers which objects come near the fleet. An answer is computed once and kept until the catalogue or an orbit of
 * the fleet changes, or the ten minutes end; callers that come meanwhile wait for the same answer.
 */
export function openNearFleet({ db, now, searchQueue }: FindPlatform) {
  const kept = new Map<string, Promise<KeptAnswer>>()
  return async ({ tenantId }: Pick<Caller, 'tenantId'>, wanted: WantedNearFleet): Promise<KeptAnswer> => {
    const from = new Date(Math.floor(now() / NEAR_FLEET_KEPT_MS) * NEAR_FLEET_KEPT_MS)
    const catalogue = await readCatalogue(db)
    const mark = await db.tenant(tenantId, async (tx) =>
      markOfOrbits(tx, (await satellitesOf(tx, wanted.satelliteId)).asked, from),
    )
    const key = JSON.stringify([tenantId, wanted, from, catalogue.version, mark])
    const known = kept.get(key)
    if (known !== undefined) return known
    const answer = compute({ tenantId, catalogue, from, wanted, key })
    kept.set(key, answer)
    answer.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
    return answer
  }

  async function compute({ tenantId, catalogue, from, wanted, key }: Question): Promise<KeptAnswer> {
    const to = new Date(from.getTime() + wanted.hours * HOUR_MS)
    const { fleet, own } = await db.tenant(tenantId, async (tx) => {
      const { asked, all } = await satellitesOf(tx, wanted.satelliteId)
      return { fleet: await orbitsOfFleet(tx, asked, from), own: new Set(all.map(({ norad_id }) => norad_id)) }
    })
    const { flyers, grounded } = fleet
    const absent = catalogue.objects.flatMap(({ noradId }, place) => (own.has(noradId) ? [place] : []))
    const question = {
      primaries: flyers.map(({ orbit }) => flownOrbit(orbit)),
      wanted: 'nearest',
      absent,
      listed: undefined,
      thresholdM: wanted.distanceKm * 1_000,
      from,
      to,
    } as const
    // Others may wait for the same answer when the first caller leaves, so the search is not stopped with it.
    const signal = new AbortController().signal
    const found =
      flyers.length === 0 || catalogue.objects.length === 0
        ? NOTHING_FOUND
        : await searchQueue.search(catalogue, question, { tenantId, signal })
    const about = { catalogue, flyers, from, start: parseTime(from.toISOString()) }
    const nearest = found.nearest.toSorted((a, b) => a.missM - b.missM)
    const unusable = new Set(found.unusable)
    const body: NearFleet = {
      from: from.toISOString(),
      to: to.toISOString(),
      distanceKm: wanted.distanceKm,
      satellites: flyers.map(({ satelliteId }) => satelliteId),
      compared: found.compared,
      catalogueEpoch: catalogue.newestEpoch?.toISOString() ?? null,
      catalogue: holdingOf(catalogue.kinds, catalogue),
      count: nearest.length,
      isCut: nearest.length > NEAR_FLEET_LIMITS.objects,
      objects: nearest.slice(0, NEAR_FLEET_LIMITS.objects).map((one) => presentNear(one, about)),
      notJudged: {
        satellites: [
          ...grounded.map(({ satelliteId, name }) => ({ satelliteId, name, until: null })),
          ...lostSatellites(found, about),
        ],
        unusable: unusable.size,
        lost: new Set(found.lost.map(({ place }) => place).filter((place) => place >= 0 && !unusable.has(place))).size,
        old: flyers.length === 0 ? 0 : countOld(about, new Set([...absent, ...unusable])),
        withoutSet: await countWithoutSet(db, catalogue),
      },
      isSimulated: catalogue.isSimulated,
    }
    // The answer is the same for the same key, in every process.
    const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
    return { plain: Buffer.from(JSON.stringify(NearFleet.parse(body))), etag }
  }
}

type Question = {
  readonly tenantId: string
  readonly catalogue: Catalogue
  readonly from: Date
  readonly wanted: WantedNearFleet
  readonly key: string
}

/** Returns the requested satellites, and all satellites of the organisation; no satellite of the organisation is in the answer. */
async function satellitesOf(
  tx: TenantDb,
  satelliteId: string | undefined,
): Promise<{ readonly asked: readonly SatelliteRow[]; readonly all: readonly SatelliteRow[] }> {
  const all = await listActiveSatellites(tx)
  if (satelliteId === undefined) return { asked: all, all }
  const satellite = await findSatellite(tx, satelliteId)
  if (satellite === undefined) throw refusal('not-found', inQuery('satellite-id'), 'names no satellite of yours')
  return { asked: [satellite], all }
}

type About = {
  readonly catalogue: Catalogue
  readonly flyers: readonly Flyer[]
  readonly from: Date
  /** The same time as an epoch. */
  readonly start: Epoch
}

const timeAt = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000).toISOString()

function presentNear(
  { place, primary, seconds, missM }: FindAnswer['nearest'][number],
  { catalogue, flyers, from, start }: About,
): NearObject {
  const [object, flyer] = [catalogue.objects[place], flyers[primary]]
  if (object === undefined || flyer === undefined) throw new TypeError(`nothing is at ${place} and ${primary}`)
  return {
    noradId: object.noradId,
    name: object.name,
    kind: object.kind,
    // The distance is rounded down, so that the answer never states a larger one.
    leastKm: Math.floor(missM) / 1_000,
    at: timeAt(from, seconds),
    satelliteId: flyer.satelliteId,
    source: object.source,
    epoch: formatTime(object.epoch, { digits: 3, zulu: true }),
    isOld: isOld(object, start),
  }
}

/** Returns the satellites whose orbit does not reach the end of the span. */
const lostSatellites = ({ lost }: FindAnswer, { flyers, from }: About): NearFleet['notJudged']['satellites'] =>
  lost.flatMap(({ place, untilS }) => {
    const flyer = place <= OWN_PLACE ? flyers[OWN_PLACE - place] : undefined
    if (flyer === undefined) return []
    return [
      { satelliteId: flyer.satelliteId, name: flyer.name, until: untilS === undefined ? null : timeAt(from, untilS) },
    ]
  })

const isOld = ({ epoch }: Catalogue['objects'][number], at: Epoch): boolean =>
  Math.abs(secondsBetween(epoch, at)) > MOST_STATED_AGE_DAYS * SECONDS_PER_DAY

const countOld = ({ catalogue, start }: About, without: ReadonlySet<number>): number =>
  catalogue.objects.filter((object, place) => !without.has(place) && isOld(object, start)).length
