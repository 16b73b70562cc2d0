import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { ElementSet, MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { FindResult } from '@apsis/contract/ca/find.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { type CatalogueHolding, holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { countKinds } from '@apsis/contract/tle/object-kind.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { type Catalogue, readCatalogue, sourcesOf } from '../../tle/catalogue.service.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import { type Encounter as FoundEncounter, presentEncounter } from '../event/encounter.ts'
import { listNearEvents } from '../event/event.repository.ts'
import { levelAt } from '../event/fold-event.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { findFleet, inQuery, type Orbit, refusal } from '../screening/flyers.ts'
import { type FlownOrbit, OWN_PLACE, type Unfound } from './order.ts'
import type { SearchQueue } from './search-queue.ts'

export type FindPlatform = { readonly db: Database; readonly now: () => number; readonly searchQueue: SearchQueue }

export type WantedSearch = {
  readonly satelliteId?: string | undefined
  readonly noradId?: number | undefined
  readonly ephemerisId?: string | undefined
  readonly tle?: string | undefined
  /** Catalogue numbers of the objects to compare with; undefined: all. */
  readonly numbers?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The length of a search without an end, hours. */
  readonly hours: number
  readonly maxKm: number
}

/** The object whose close approaches are searched. */
type Subject = {
  readonly objectId: string
  readonly name: string
  readonly noradId: number | undefined
  readonly thresholds: Thresholds
  readonly orbit: Orbit
}

/** Longer spans need a screening (domain.md C12). */
const [MOST_DAYS_LOW, MOST_DAYS_HIGH] = [7, 14]
/** The period on a circle 2000 km above the ground. */
const LOW_PERIOD_S = 7_632

type Searcher = { readonly caller: Pick<Caller, 'tenantId'>; readonly signal: AbortSignal }

/** Returns the close approaches of one object with the catalogue, in the answer to the request. */
export async function findConjunctions(
  platform: FindPlatform,
  by: Searcher,
  wanted: WantedSearch,
): Promise<FindResult> {
  return (await search(platform, by, wanted)).answer
}

/** Returns the result of findConjunctions(), with the period of the object. */
export async function search(
  { db, now, searchQueue }: FindPlatform,
  { caller, signal }: Searcher,
  wanted: WantedSearch,
): Promise<{ readonly answer: FindResult; readonly periodS: number }> {
  const begun = now()
  requireOne(wanted)
  const from = new Date(wanted.from ?? begun)
  const to = new Date(wanted.to ?? from.getTime() + wanted.hours * HOUR_MS)
  if (to <= from) throw refusal('unprocessable', inQuery('to'), 'has to be after from')
  const subject = await db.tenant(caller.tenantId, (tx) => findSubject(tx, wanted, { now: new Date(begun), from }))
  requireShort(subject.orbit, { from, to })
  const catalogue = await readCatalogue(db)
  const { absent, listed, unknown } = placesOf(catalogue, subject, wanted.numbers)
  const { orbit } = subject
  const thresholdM = wanted.maxKm * 1000
  const primaries = [flownOrbit(orbit)]
  const question = { primaries, wanted: 'encounters', absent, listed, thresholdM, from, to } as const
  const { tenantId } = caller
  const { found, lost, compared, unusable } = await searchQueue.search(catalogue, question, { tenantId, signal })
  const own = lost.find(({ place }) => place === OWN_PLACE)
  const events = await db.tenant(tenantId, (tx) => nearEvents(tx, subject, { wanted, from, to, now: begun }))
  const answer: FindResult = {
    from: from.toISOString(),
    to: to.toISOString(),
    maxKm: wanted.maxKm,
    primary: {
      objectId: subject.objectId,
      name: subject.name,
      source: orbit.source,
      epoch: orbit.source === 'TLE' ? utc(orbit.elements.epoch) : null,
    },
    searched: compared,
    catalogueEpoch: catalogue.newestEpoch?.toISOString() ?? null,
    catalogue: holdingAmong(catalogue, { listed, left: [...absent, ...unusable] }),
    elapsedS: (now() - begun) / 1000,
    result: resultOf({ found: found.length + events.length, compared, own }),
    encounters: found.map((one) => presentFound(one, { subject, catalogue, from })),
    events,
    notScreened: [
      ...lost.map((one) => presentLost(one, { subject, catalogue, from })),
      ...unknown.map((number) => ({ objectId: String(number), reason: 'not-in-the-catalogue', until: null })),
    ],
    isSimulated: catalogue.isSimulated,
    // The objects of the catalogue are propagated from element sets, whatever the orbit of the object in question is.
    grade: orbit.source === 'OPS' && compared === 0 ? 'EPHEMERIS' : 'TLE',
  }
  return { answer, periodS: periodOf(orbit) }
}

/** Returns an orbit as the thread of the search takes it. */
export const flownOrbit = (orbit: Orbit): FlownOrbit =>
  orbit.source === 'OPS' ? { packed: orbit.packed } : { elements: orbit.elements }

/** The search found approaches, found none, or could not follow the object to the end. */
function resultOf({ found, compared, own }: { found: number; compared: number; own: Unfound | undefined }) {
  if (found > 0) return 'CONJUNCTIONS'
  return own === undefined && compared > 0 ? 'CLEAR' : 'NOT_SCREENED'
}

type Window = { readonly wanted: WantedSearch; readonly from: Date; readonly to: Date; readonly now: number }

/** Returns the organisation's events of the object, so that an object with a known event is not reported as clear. */
async function nearEvents(
  tx: TenantDb,
  { objectId }: Subject,
  { wanted: { maxKm, numbers }, from, to, now }: Window,
): Promise<FindResult['events']> {
  const rows = await listNearEvents(tx, { designator: objectId, from, to, mostM: maxKm * 1000 })
  const listed = numbers && new Set(numbers.map(String))
  return rows.flatMap(({ id, facts }) => {
    const { object1, object2, conjunctionData } = facts
    const other = object1.designator === objectId ? object2 : object1
    if (listed !== undefined && !listed.has(other.designator)) return []
    const { tca, totalMissDistance: missM, probabilityOfCollision: probability } = conjunctionData
    const { designator, name } = other
    return [{ conjunctionId: id, objectId: designator, name, tca, missM, probability, riskLevel: levelAt(facts, now) }]
  })
}

const NAMES = { satelliteId: 'satellite-id', noradId: 'norad-id', ephemerisId: 'oem-id', tle: 'tle' } as const

function requireOne(wanted: WantedSearch): void {
  const keys = Object.keys(NAMES) as (keyof typeof NAMES)[]
  const given = keys.filter((key) => wanted[key] !== undefined)
  const [first, second] = given
  if (first === undefined)
    throw refusal('unprocessable', inQuery('satellite-id'), 'is missing, and so are norad-id, oem-id and tle')
  if (second !== undefined)
    throw refusal('unprocessable', inQuery(NAMES[second]), `stands beside ${NAMES[first]}: give one of them`)
}

async function findSubject(
  tx: TenantDb,
  { satelliteId, noradId, ephemerisId, tle }: WantedSearch,
  time: { readonly now: Date; readonly from: Date },
): Promise<Subject> {
  if (tle !== undefined) return subjectOf(readLines(tle), false)
  if (noradId !== undefined) {
    const known = (await newestSets(tx, [noradId])).get(noradId)
    if (known === undefined) throw refusal('not-found', inQuery('norad-id'), 'has no element set here')
    return subjectOf(known.set, known.isSimulated)
  }
  const asked = { satelliteId, ephemerisId, place: inQuery, unfit: 'unprocessable' as const, ...time }
  const [flyer] = (await findFleet(tx, asked)).flyers
  if (flyer === undefined) throw new TypeError('a fleet of one satellite has one')
  return flyer
}

function subjectOf(set: ElementSet, isSimulated: boolean): Subject {
  const { noradId, objectName: name } = set
  const orbit = { source: 'TLE' as const, elements: set as MeanElements, isSimulated }
  return { objectId: String(noradId), name, noradId, thresholds: STANDARD_THRESHOLDS, orbit }
}

function readLines(text: string): ElementSet {
  const [entry, more] = readTles(text.trim().split(/\r?\n/))
  const place = inQuery('tle')
  if (entry === undefined) throw refusal('unprocessable', place, 'has no element set: give its two lines')
  if (more !== undefined) throw refusal('unprocessable', place, 'has more than one element set')
  if (entry.ok) return entry.elements
  const { line, column, message } = entry
  throw new ApiError('unprocessable', `tle: ${message}`, {
    errors: [{ code: 'bad-tle', message, line, column, ...place }],
  })
}

function requireShort(orbit: Orbit, { from, to }: { readonly from: Date; readonly to: Date }): void {
  const most = periodOf(orbit) < LOW_PERIOD_S ? MOST_DAYS_LOW : MOST_DAYS_HIGH
  if (to.getTime() - from.getTime() <= most * DAY_MS) return
  throw refusal('unprocessable', inQuery('to'), `is more than ${most} days after from: start a screening instead`)
}

function periodOf(orbit: Orbit): number {
  return orbit.source === 'OPS' ? orbit.periodS : (2 * Math.PI) / orbit.elements.meanMotionRadPerS
}

/** Returns the places in the catalogue of the object itself and of the objects that it is compared with. */
function placesOf({ objects }: Catalogue, { noradId }: Subject, numbers: readonly number[] | undefined) {
  const absent = objects.flatMap((object, place) => (object.noradId === noradId ? [place] : []))
  if (numbers === undefined) return { absent, listed: undefined, unknown: [] }
  const wanted = new Set(numbers)
  const listed = objects.flatMap((object, place) => (wanted.has(object.noradId) ? [place] : []))
  const known = new Set(listed.map((place) => objects[place]?.noradId))
  return { absent, listed, unknown: [...wanted].filter((number) => !known.has(number)) }
}

/** Counts the kinds of the objects in the comparison: the listed ones or all, without the object itself and unusable objects. */
function holdingAmong(
  { objects, newestEpoch, isSimulated }: Catalogue,
  { listed, left }: { readonly listed: readonly number[] | undefined; readonly left: readonly number[] },
): CatalogueHolding {
  const out = new Set(left)
  const places = listed ?? objects.keys()
  const compared = [...places].flatMap((place) => (out.has(place) ? [] : (objects[place] ?? [])))
  const counts = countKinds(compared.map(({ kind }) => kind))
  const sources = sourcesOf(compared)
  return holdingOf(counts, { isSimulated, newestEpoch, isWhole: listed === undefined, sources })
}

type About = { readonly subject: Subject; readonly catalogue: Catalogue; readonly from: Date }

function presentFound(one: FoundEncounter, { subject, catalogue, from }: About): Encounter {
  const other = catalogue.objects[one.secondary.place]
  return presentEncounter(one, {
    from,
    primary: { objectId: subject.objectId, name: subject.name },
    secondary: { objectId: String(other?.noradId ?? ''), name: other?.name ?? '' },
    thresholds: subject.thresholds,
  })
}

function presentLost({ place, reason, untilS }: Unfound, { subject, catalogue, from }: About) {
  const objectId = place === OWN_PLACE ? subject.objectId : String(catalogue.objects[place]?.noradId ?? '')
  return {
    objectId,
    reason,
    until: untilS === undefined ? null : new Date(from.getTime() + untilS * 1000).toISOString(),
  }
}

function utc(epoch: Epoch): string {
  return formatTime(epoch, { digits: 3, zulu: true })
}
