import { parentPort, workerData } from 'node:worker_threads'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import { type Flight, PART_S, type Screening, type ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import { unpackOrbit } from '../ephemeris/record/packed-orbit.ts'
import type { Encounter as FoundEncounter } from '../event/encounter.ts'
import {
  type CatalogueEquipment,
  type FindAnswer,
  type FindMessage,
  type FindOrder,
  type FindReply,
  type FlownOrbit,
  type NearestApproach,
  OWN_PLACE,
  type Unfound,
} from './order.ts'

// This thread keeps the catalogue prepared: it answers one question after the other, and screens on its own threads.

const { start, elements, threads } = workerData as CatalogueEquipment

const unusable: Unfound[] = []
/** The places, in the caller's list, of the objects that can be propagated. */
const places: number[] = []
const objects: ScreeningObject[] = []
const models: Sgp4Model[] = []
for (const [place, set] of elements.entries()) {
  try {
    const model = initSgp4(set)
    models.push(model)
    objects.push({ id: String(place), flight: { kind: 'elements', model } })
    places.push(place)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    unusable.push({ place, reason: error.message, untilS: undefined })
  }
}
const indexOf = new Map(places.map((place, index) => [place, index]))
const engine = await openScreener(models, start, { threads })
/** The tables that the engine has prepared are valid from its start to this time, s. */
let learntS = 0

/** The sets of the engine; objects without a role are in set 0. */
const [UNNAMED, PRIMARY, LISTED, ABSENT] = [0, 1, 3, 7]
/** If a question goes beyond that time, the engine prepares as much as the next questions may need. */
const HORIZONS_S = [2 * SECONDS_PER_DAY, 8 * SECONDS_PER_DAY, 17 * SECONDS_PER_DAY]

let asked: { readonly id: number; readonly stop: AbortController } | undefined

parentPort?.on('message', (message: FindMessage) => {
  if (message.kind === 'cancel') {
    if (asked?.id === message.id) asked.stop.abort()
    return
  }
  const stop = new AbortController()
  asked = { id: message.id, stop }
  void answer(message.order, stop.signal).then(
    (found) => reply({ id: message.id, ...found }),
    (error: unknown) => reply({ id: message.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
reply({ id: 0, found: [], nearest: [], lost: [], compared: 0, unusable: [] })

function reply(message: FindReply): void {
  parentPort?.postMessage(message)
}

async function answer(
  { primaries, wanted, fromS, toS, thresholdM, absent, listed }: FindOrder,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const opponents = opponentsOf(absent, listed)
  const flown = await Promise.all(
    primaries.map(
      async (one, k): Promise<ScreeningObject> => ({
        id: `primary ${k}`,
        flight: await flightOf(one),
        set: PRIMARY,
        fromS,
        untilS: toS,
      }),
    ),
  )
  const span = spanOf(fromS, toS)
  const nearest = new Map<number, NearestApproach>()
  const result = await engine.screen({
    durationS: span.toS,
    thresholdM,
    roles: opponents.roles,
    span,
    signal,
    pairs: [[PRIMARY, opponents.set]],
    others: flown,
    // Within hundreds of kilometres there are thousands of encounters, of which one for each object is kept.
    ...(wanted === 'nearest' ? { onFound: (some) => keepNearest(nearest, some) } : {}),
  })
  if (span.fromS === 0) learntS = Math.max(learntS, span.toS)
  const grounded = unusable.filter(({ place }) => opponents.isAsked(place))
  const screening = { objects: [...objects, ...flown], start, durationS: span.toS, thresholdM }
  return {
    found: describe(screening, result.encounters),
    nearest: [...nearest.values()],
    lost: [
      ...grounded,
      ...result.notScreened.flatMap(({ place: index, reason, untilS }) => {
        const place = placeOf(index)
        const isWanted = place <= OWN_PLACE || opponents.isAsked(place)
        return isWanted && (untilS ?? 0) < toS ? [{ place, reason, untilS }] : []
      }),
    ],
    compared: places.filter(opponents.isAsked).length,
    unusable: grounded.map(({ place }) => place),
  }
}

/** Selects the objects that the primary is compared with: the listed objects, or all, without the satellite itself. */
function opponentsOf(absent: FindOrder['absent'], listed: FindOrder['listed']) {
  const roles = new Map<number, { set: number }>()
  const assign = (list: readonly number[], set: number) => {
    for (const place of list) {
      const index = indexOf.get(place)
      if (index !== undefined) roles.set(index, { set })
    }
  }
  assign(listed ?? [], LISTED)
  // The satellite itself is assigned second: its exclusion overrides the list.
  assign(absent, ABSENT)
  const absents = new Set(absent)
  const wanted = listed === undefined ? undefined : new Set(listed)
  return {
    roles,
    set: wanted === undefined ? UNNAMED : LISTED,
    isAsked: (place: number) => !absents.has(place) && (wanted?.has(place) ?? true),
  }
}

/** Describes encounters as they are stored: the primary is the object in question, the other object is from the catalogue. */
function describe(screening: Screening, encounters: readonly Encounter[]): FoundEncounter[] {
  return describeEncounters(screening, encounters, new Set([objects.length])).map((encounter) => {
    const { probability, reason, maximumProbability } = encounterProbability(encounter)
    const { primary: own, secondary } = encounter
    return {
      kind: encounter.kind,
      seconds: encounter.seconds,
      missM: encounter.missM,
      relativeSpeedMps: encounter.relativeSpeedMps,
      missRtnM: encounter.missRtnM,
      velocityRtnMps: encounter.velocityRtnMps,
      episode: encounter.episode ?? null,
      primary: { place: OWN_PLACE, ageS: own.ageS },
      secondary: { place: placeOf(secondary.place), ageS: secondary.ageS },
      probability,
      reason,
      maximumProbability,
      // The covariance is of a class of orbits, so dilution cannot be judged.
      isDiluted: false,
    }
  })
}

/** Keeps the least distance of each object of the catalogue; the places of primaries follow those of the catalogue. */
function keepNearest(nearest: Map<number, NearestApproach>, encounters: readonly Encounter[]): void {
  for (const { first, second, seconds, missM } of encounters) {
    const place = placeOf(first)
    if (missM < (nearest.get(place)?.missM ?? Number.POSITIVE_INFINITY))
      nearest.set(place, { place, primary: second - objects.length, seconds, missM })
  }
}

/** Converts the place of an object in the engine to its place in the caller's list. */
function placeOf(index: number): number {
  return places[index] ?? OWN_PLACE - (index - objects.length)
}

async function flightOf(primary: FlownOrbit): Promise<Flight> {
  if ('elements' in primary) return { kind: 'elements', model: initSgp4(primary.elements) }
  return { kind: 'ephemeris', ephemeris: await unpackOrbit(primary.packed) }
}

function spanOf(fromS: number, toS: number): { fromS: number; toS: number } {
  if (toS <= learntS) return { fromS: Math.floor(fromS / PART_S) * PART_S, toS }
  return { fromS: 0, toS: HORIZONS_S.find((horizonS) => horizonS >= toS) ?? toS }
}
