import { type OrbitShape, regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import { SCREENING_BOXES } from '@apsis/astro/screening/screening-box.data.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import type { SetPair } from '@apsis/astro/screening/screening-object.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { HoldingSource } from '@apsis/contract/tle/catalogue-holding.ts'
import { countKinds, type KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { type Catalogue, sourcesOf } from '../../tle/catalogue.service.ts'
import { openOrbit } from '../ephemeris/record/packed-orbit.ts'
import type { NeighbourOrbit } from '../neighbour/record/neighbour.repository.ts'
import { DEFAULT_SECONDARY_RADIUS_M } from '../satellite/record/radius.data.ts'
import type { EventState } from './event-states.ts'
import type { Flyer, Opponents } from './flyers.ts'
import type { NamedObject } from './run/screening.repository.ts'
import type { SubmittedObject, SubmittedScreening } from './run/submitted-screening.ts'

type ContractBox = NonNullable<Satellite['configuration']['screeningBox']>

export type ScreeningRequest = {
  readonly flyers: readonly Flyer[]
  readonly opponents: Opponents
  readonly from: Date
  readonly to: Date
  readonly thresholdM?: number | undefined
  readonly box?: ContractBox | undefined
  /** The flyers are possible paths of one satellite. They are not compared with each other, and do not change the satellite's events. */
  readonly trial?: { readonly title: string } | undefined
}

export type PreparedScreening = {
  readonly type: Screening['type']
  readonly title: string
  readonly screening: SubmittedScreening
  readonly named: readonly NamedObject[]
  /** The message of each state, by the place of its object. */
  readonly cdmIds: ReadonlyMap<number, string>
  readonly catalogueEpoch: Date | null
  /** The counts of the catalogue by kind; null: no catalogue is used. */
  readonly catalogueKinds: KindCounts | null
  /** The sources of the element sets of the catalogue. */
  readonly catalogueSources: readonly HoldingSource[]
  /** True: the other objects are simulated. */
  readonly isSimulated: boolean
  /** True: an own orbit is simulated. */
  readonly isOwnSimulated: boolean
}

const [OTHERS, PRIMARIES] = [0, 1]
/** The smallest threshold for element sets, which are not accurate enough for a smaller one. */
const TLE_THRESHOLD_M = 5_000

/** Prepares the screening as the operator sees it: the primaries are first, then the objects that they are compared with. */
export async function prepareScreening(request: ScreeningRequest): Promise<PreparedScreening> {
  const { flyers, opponents, from, to } = request
  const start = parseTime(from.toISOString())
  const durationS = secondsBetween(start, parseTime(to.toISOString()))
  const primaries: Primary[] = []
  for (const flyer of flyers) primaries.push(await primaryOf(flyer))
  const others = await othersOf(request, { start, durationS })
  const states = statesBehind(request, { start, durationS })
  const pairs: readonly SetPair[] =
    flyers.length === 1 || request.trial !== undefined
      ? [[PRIMARIES, OTHERS]]
      : [
          [PRIMARIES, OTHERS],
          [PRIMARIES, PRIMARIES],
        ]
  return {
    type: `${flyers.every(({ orbit }) => orbit.source === 'OPS') ? 'OPS' : 'TLE'}_VS_${opponents.against}`,
    title: request.trial?.title ?? titleOf(flyers),
    screening: {
      objects: [...primaries.map(({ object }) => object), ...others],
      start,
      durationS,
      pairs,
      primaries: primaries.map((_, place) => place),
      ...volumeOf(request, primaries),
      ...(states === undefined ? {} : { told: mapValues(states, ({ told }) => told) }),
      radiiM: radiiOf(flyers),
      ...learntOf(flyers),
    },
    named: [
      ...flyers
        .map((flyer) => ({ ...nameOf(flyer), thresholds: flyer.thresholds }))
        .map((one) => {
          return request.trial === undefined ? one : { ...one, satelliteId: null }
        }),
      ...namedOf(opponents),
    ],
    cdmIds: mapValues(states ?? new Map<number, EventState>(), ({ cdmId }) => cdmId),
    catalogueEpoch: 'catalogue' in opponents ? opponents.catalogue.newestEpoch : null,
    catalogueKinds:
      'catalogue' in opponents ? countKinds(listedFor(flyers, opponents.catalogue).map(({ kind }) => kind)) : null,
    catalogueSources: 'catalogue' in opponents ? sourcesOf(listedFor(flyers, opponents.catalogue)) : [],
    isSimulated: isSimulated(opponents),
    isOwnSimulated: flyers.some(({ orbit }) => orbit.isSimulated),
  }
}

/** The states from a file stay packed; the worker reads them. */
type Primary = { readonly object: SubmittedObject; readonly shape: () => OrbitShape }

async function primaryOf({ objectId: id, orbit }: Flyer): Promise<Primary> {
  if (orbit.source === 'TLE') {
    const { elements } = orbit
    const shape = () => shapeOf({ kind: 'elements', model: initSgp4(elements) })
    return { object: { id, flight: { kind: 'elements', elements }, set: PRIMARIES }, shape }
  }
  const { segments, shape } = await openOrbit(orbit.packed)
  return { object: { id, flight: { kind: 'ephemeris', segments }, set: PRIMARIES }, shape: () => shape }
}

type Interval = { readonly start: Epoch; readonly durationS: number }

async function othersOf(request: ScreeningRequest, { start, durationS }: Interval): Promise<SubmittedObject[]> {
  const { flyers, opponents } = request
  if ('catalogue' in opponents) {
    return listedFor(flyers, opponents.catalogue).map(({ noradId, elements }) => ({
      id: String(noradId),
      flight: { kind: 'elements', elements },
    }))
  }
  if ('neighbours' in opponents) {
    const objects: SubmittedObject[] = []
    for (const { norad_id: number, packed } of opponents.neighbours)
      objects.push({ id: String(number), flight: { kind: 'ephemeris', segments: (await openOrbit(packed)).segments } })
    return objects
  }
  if ('others' in opponents) {
    const objects: SubmittedObject[] = []
    for (const flyer of opponents.others) {
      const { object } = await primaryOf(flyer)
      objects.push({ id: object.id, flight: object.flight })
    }
    return objects
  }
  return statesWithin(opponents.states, { start, durationS }).map(({ objectId, elements, fromS, untilS }) => ({
    id: objectId,
    fromS,
    untilS,
    flight: { kind: 'elements', elements },
  }))
}

/** Returns the objects of a catalogue that own satellites are compared with: all except themselves. */
function listedFor(flyers: readonly Flyer[], { objects }: Catalogue): Catalogue['objects'] {
  const own = new Set(flyers.map(({ noradId }) => noradId))
  return objects.filter(({ noradId }) => !own.has(noradId))
}

/** Returns the states that are usable at some time of the interval, and their spans in it. */
function statesWithin(states: readonly EventState[], { start, durationS }: Interval) {
  return states.flatMap((state) => {
    const fromS = Math.max(0, secondsBetween(start, state.from))
    const untilS = Math.min(durationS, secondsBetween(start, state.to))
    return fromS < untilS ? [{ ...state, fromS, untilS }] : []
  })
}

/** Returns what messages state about the objects that follow the primaries, by place; undefined if the objects are not from messages. */
function statesBehind(
  { flyers, opponents }: ScreeningRequest,
  interval: Interval,
): ReadonlyMap<number, EventState> | undefined {
  if (!('states' in opponents)) return undefined
  return new Map(statesWithin(opponents.states, interval).map((state, index) => [flyers.length + index, state]))
}

const mapValues = <V, R>(map: ReadonlyMap<number, V>, of: (value: V) => R): Map<number, R> =>
  new Map([...map].map(([place, value]) => [place, of(value)]))

/** Returns the covariances that were derived for primaries whose files have none, by their places. */
function learntOf(flyers: readonly Flyer[]): Pick<SubmittedScreening, 'learnt'> {
  const learnt = new Map(flyers.flatMap(({ learnt: one }, place) => (one === undefined ? [] : [[place, one] as const])))
  return learnt.size === 0 ? {} : { learnt }
}

/** Returns the combined radii of primaries of known size, with the radius added for the other object (docs/domain/event.md). */
function radiiOf(flyers: readonly Flyer[]): Map<number, number> {
  const known = flyers.map(({ radiusM }, place) => [place, radiusM] as const)
  return new Map(
    known.flatMap(([place, radiusM]) => (radiusM === null ? [] : [[place, radiusM + DEFAULT_SECONDARY_RADIUS_M]])),
  )
}

/** Returns the volume of an encounter: the requested volume, else the box of each primary, or a distance if the other objects are element sets. */
function volumeOf(
  { flyers, opponents, thresholdM, box }: ScreeningRequest,
  primaries: readonly Primary[],
): Pick<SubmittedScreening, 'thresholdM' | 'box' | 'boxes'> {
  if (thresholdM !== undefined) return { thresholdM }
  if (box !== undefined) return { thresholdM: 0, box: toBox(box) }
  if (opponents.against === 'TLE') return { thresholdM: TLE_THRESHOLD_M }
  const boxes = flyers.map(({ ownBox }, place) => (ownBox === undefined ? regimeBox(primaries[place]) : toBox(ownBox)))
  const [only] = boxes
  if (boxes.length === 1 && only !== undefined) return { thresholdM: 0, box: only }
  return { thresholdM: 0, boxes: new Map(boxes.entries()) }
}

function toBox({ radialM, alongTrackM, crossTrackM }: ContractBox): ScreeningBox {
  return { radialM, transverseM: alongTrackM, normalM: crossTrackM }
}

function regimeBox(primary: Primary | undefined): ScreeningBox {
  if (primary === undefined) throw new TypeError('a primary has no flight')
  return SCREENING_BOXES[regimeOf(primary.shape())]
}

function titleOf(flyers: readonly Flyer[]): string {
  const [only] = flyers
  if (flyers.length !== 1 || only === undefined) return `All satellites (${flyers.length})`
  return `${only.name}, ${only.orbit.source === 'OPS' ? only.orbit.fileName : 'element set'}`
}

function nameOf({ objectId, name, satelliteId, orbit }: Flyer): Omit<NamedObject, 'thresholds'> {
  const setEpoch = orbit.source === 'TLE' ? `${formatTime(orbit.elements.epoch, { digits: 3 })}Z` : null
  return { objectId, name, satelliteId, ephemerisId: orbit.source === 'OPS' ? orbit.ephemerisId : null, setEpoch }
}

function nameOfNeighbour({ norad_id: number, object_name: name, ...file }: NeighbourOrbit): NamedObject {
  const { address, name: fileName, received_at, made_at, usable_to, envelope_from } = file
  return {
    objectId: String(number),
    name,
    satelliteId: null,
    ephemerisId: null,
    setEpoch: null,
    thresholds: null,
    neighbour: {
      source: new URL(address).host,
      file: fileName,
      madeAt: (made_at ?? received_at).toISOString(),
      until: usable_to.toISOString(),
      envelopeFrom: envelope_from?.toISOString() ?? null,
    },
  }
}

function namedOf(opponents: Opponents): NamedObject[] {
  if ('catalogue' in opponents) return []
  if ('neighbours' in opponents) return opponents.neighbours.map(nameOfNeighbour)
  if ('others' in opponents) return opponents.others.map((flyer) => ({ ...nameOf(flyer), thresholds: null }))
  const nobody = { satelliteId: null, ephemerisId: null, setEpoch: null, thresholds: null }
  return opponents.states.map(({ objectId, name }) => ({ objectId, name, ...nobody }))
}

function isSimulated(opponents: Opponents): boolean {
  if ('catalogue' in opponents) return opponents.catalogue.isSimulated
  if ('neighbours' in opponents) return opponents.neighbours.some((one) => one.is_simulated)
  if ('others' in opponents) return opponents.others.some(({ orbit }) => orbit.isSimulated)
  return opponents.isSimulated
}
