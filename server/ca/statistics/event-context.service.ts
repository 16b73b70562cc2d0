import { hardBodyRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { task } from '../../platform/thread/task.ts'
import { listVersionsAt } from '../ephemeris/record/ephemeris.repository.ts'
import { findConjunction } from '../event/event.repository.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import { listLastOriginals } from '../message/record/message.repository.ts'
import { listPublishedAt } from '../neighbour/record/neighbour.repository.ts'
import { findObjectSizes, readObjectSizeMark } from '../satellite/record/object-size.repository.ts'
import { findCountry, findOperator } from '../satellite/record/operator.service.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import type { StoredVersion } from './consistency.ts'
import type { KnownObject } from './object-identity.ts'
import { listMessageFacts, listNewestOriginals, readEventVersion } from './statistics.repository.ts'
import { limits, run, type StatisticsPlatform } from './statistics.service.ts'

const CONTEXT = task<typeof import('./event-context-task.ts').computeContext>({
  module: new URL('./event-context-task.ts', import.meta.url),
  name: 'computeContext',
  limits,
})

/** The length of the history that a forecast uses, as for the annual statistics. */
const HISTORY_DAYS = 365.25
/** The largest number of messages of the event in the answer; the newest are returned. It covers two months with eight a day. */
const MOST_TOLD = 500
/** The number of newest messages from which the classes of objects are made: they cover some weeks of a fleet, and reading them takes a second. */
const MOST_SAMPLED = 2_000

/** Returns an event in its context: its orbits message by message, the debris of a collision, and the course of similar events. */
export async function getEventContext(
  platform: StatisticsPlatform,
  { tenantId }: Pick<Caller, 'tenantId'>,
  conjunctionId: string,
): Promise<EventContext> {
  const hour = new Date(Math.floor(platform.now() / HOUR_MS) * HOUR_MS)
  // A loaded mass changes no version of an event, and neither does a directory or a catalogue that names the owners, so all of these are part of the
  // key.
  const { version, sizes, owners } = await platform.db.tenant(tenantId, async (tx) => ({
    version: await readEventVersion(tx),
    sizes: await readObjectSizeMark(tx),
    owners: await readOwners(tx, conjunctionId),
  }))
  const key = JSON.stringify(['context', tenantId, conjunctionId, version, sizes, owners, hour.toISOString()])
  return await platform.kept.answer(key, async () => {
    const wanted = await platform.db.tenant(tenantId, async (tx) => {
      const event = await findConjunction(tx, conjunctionId)
      if (event === undefined) throw noConjunction()
      const { isSimulated } = event.facts
      const tca = new Date(event.facts.conjunctionData.tca)
      const [first, second] = [await ownerOf(tx, event.satellite_id), await ownerOf(tx, event.other_satellite_id)]
      const owner = first ?? second
      const originals = await listLastOriginals(tx, { conjunctionId, most: MOST_TOLD })
      const stored = originals.map(({ id, original, derived, is_simulated: isMade }) => ({
        id,
        original,
        derived: pick(derived),
        isSimulated: isMade,
      }))
      const newest = stored.at(-1)?.derived
      if (newest === undefined) throw new ApiError('unprocessable', 'The event has no conjunction data message.')
      const known = [
        { ...(await knownOf(tx, newest.object1.designator, first)), isSimulated },
        { ...(await knownOf(tx, newest.object2.designator, second)), isSimulated },
      ] as const
      const versions = [
        await versionsOf(tx, { own: first, designator: newest.object1.designator, near: second, tca }),
        await versionsOf(tx, { own: second, designator: newest.object2.designator, near: first, tca }),
      ] as const
      if (owner === undefined) return { stored, known, versions, history: null }
      const { acceptedCollisionProbability: threshold, commitHours, considerHours } = owner.configuration.thresholds
      const messages = await listMessageFacts(tx, {
        satelliteId: owner.id,
        from: new Date(hour.getTime() - HISTORY_DAYS * DAY_MS),
        to: hour,
        most: platform.mostMessages,
      })
      const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
      return { stored, known, versions, history: { isFirst: first !== undefined, messages, threshold, times } }
    })
    const sample = await platform.db.tenant(tenantId, (tx) => listNewestOriginals(tx, MOST_SAMPLED))
    const found = await run(() => pool.run(CONTEXT, tenantId, { ...wanted, sample, conjunctionId }))
    return { conjunctionId, computedAt: new Date(platform.now()).toISOString(), ...found }
  })
}

/**
 * The number of newest versions of an ephemeris in the answer: four days with three versions a day; older ones say little about the present
 * orbit.
 */
const MOST_VERSIONS = 12

type ObjectWithVersions = {
  /** The object, and the satellite that it comes near to; each is undefined if it is not a satellite of the organisation. */
  readonly own: Awaited<ReturnType<typeof ownerOf>>
  readonly near: Awaited<ReturnType<typeof ownerOf>>
  readonly designator: string
  readonly tca: Date
}

/** Returns the versions of the ephemeris of an object: the organisation's own files, or the files that its operator publishes. */
async function versionsOf(tx: TenantDb, { own, near, designator, tca }: ObjectWithVersions): Promise<StoredVersion[]> {
  const [noradId, most] = [Number(designator), MOST_VERSIONS]
  if (own !== undefined) {
    const files = await listVersionsAt(tx, { satelliteId: own.id, at: tca, most })
    return files.map((file) => ({ kind: 'OWN_FILE' as const, ...file }))
  }
  if (near === undefined || !Number.isInteger(noradId)) return []
  const files = await listPublishedAt(tx, { satelliteId: near.id, noradId, at: tca, most })
  return files.map((file) => ({ kind: 'PUBLISHED' as const, ...file }))
}

const pick = ({ conjunctionData, comparison, assessment, object1, object2 }: DerivedCdm) => ({
  conjunctionData,
  comparison,
  assessment,
  object1,
  object2,
})

const ownerOf = async (tx: TenantDb, id: string | null) => (id === null ? undefined : await findSatellite(tx, id))

const noConjunction = () => new ApiError('not-found', 'There is no such conjunction.')

/** Returns the owners of both objects of an event. Throws 404 if there is no such event. */
async function readOwners(tx: TenantDb, conjunctionId: string) {
  const event = await findConjunction(tx, conjunctionId)
  if (event === undefined) throw noConjunction()
  const { object1, object2 } = event.facts
  return [await ownerSaid(tx, object1.designator), await ownerSaid(tx, object2.designator)]
}

type OwnerSaid = Pick<KnownObject, 'operator' | 'operatorFrom' | 'country' | 'countryFrom'>
const NOBODY_SAYS: OwnerSaid = { operator: null, operatorFrom: null, country: null, countryFrom: null }

/**
 * Returns the owner of an object from directories and the catalogue. A designator that is not a number is in none of
 * them.
 */
async function ownerSaid(tx: TenantDb, designator: string): Promise<OwnerSaid> {
  const noradId = Number(designator)
  if (!Number.isInteger(noradId)) return NOBODY_SAYS
  const operator = await findOperator(tx, noradId)
  const { country, ...from } = (await findCountry(tx, noradId, operator)) ?? { country: null }
  return {
    operator: operator?.operatorName ?? null,
    operatorFrom: operator
      ? { source: operator.source, at: operator.lastVerified, isSimulated: operator.isSimulated }
      : null,
    country,
    countryFrom: 'source' in from ? from : null,
  }
}

/** The body of a satellite without its wings is replaced by the sphere around its box. */
async function knownOf(
  tx: TenantDb,
  designator: string,
  satellite: Awaited<ReturnType<typeof ownerOf>>,
): Promise<Omit<KnownObject, 'isSimulated'>> {
  const noradId = Number(designator)
  const [size] = Number.isInteger(noradId) ? await findObjectSizes(tx, [noradId]) : []
  const { wetMass, boxWidth, boxHeight, boxLength } = satellite?.configuration ?? {}
  const hasBox = boxWidth !== undefined && boxHeight !== undefined && boxLength !== undefined
  return {
    ...(await ownerSaid(tx, designator)),
    massKg: wetMass ?? null,
    // The data of an own satellite take precedence over the table.
    tableMassKg: satellite === undefined ? (size?.massKg ?? null) : null,
    coreRadiusM: hasBox
      ? hardBodyRadius({ kind: 'BOX', widthM: boxWidth, heightM: boxHeight, lengthM: boxLength })
      : (size?.coreRadiusM ?? null),
  }
}
