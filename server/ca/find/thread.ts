import { parentPort, workerData } from 'node:worker_threads'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import { type Flight, PART_S, type ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import type { Encounter as FoundEncounter } from '../conjunction/event/encounter.ts'
import { unpackOrbit } from '../ephemeris-file/packed-orbit.ts'
import {
  type CatalogueEquipment,
  type FindMessage,
  type FindOrder,
  type FindReply,
  OWN_PLACE,
  type Unfound,
} from './order.ts'

// A thread that holds the catalogue ready: it answers one question after the other, and screens on threads of its own.

const { start, elements, threads } = workerData as CatalogueEquipment

const unusable: Unfound[] = []
/** The places in the list of the caller of the objects that can fly. */
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
const engine = await openScreener(models, start, { threads })
/** What the engine has learnt of the catalogue is valid from its start to this time, s. */
let learntS = 0

const [PRIMARY, LISTED, ABSENT] = [1, 3, 7]
/** A question beyond that time makes the engine learn as much as the next questions may need. */
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
reply({ id: 0, found: [], lost: [], compared: 0 })

function reply(message: FindReply): void {
  parentPort?.postMessage(message)
}

async function answer({ primary, fromS, toS, thresholdM, absent, listed }: FindOrder, signal: AbortSignal) {
  const flight = await flightOf(primary)
  const seat = objects.length
  const roles = new Map<number, { set: number }>()
  const indexOf = new Map(places.map((place, index) => [place, index]))
  const give = (list: readonly number[], set: number) => {
    for (const place of list) {
      const index = indexOf.get(place)
      if (index !== undefined) roles.set(index, { set })
    }
  }
  give(listed ?? [], LISTED)
  give(absent, ABSENT)
  const opponents = listed === undefined ? 0 : LISTED
  const object: ScreeningObject = { id: 'primary', flight, set: PRIMARY, fromS, untilS: toS }
  const span = spanOf(fromS, toS)
  const result = await engine.screen({
    durationS: span.toS,
    thresholdM,
    roles,
    span,
    signal,
    pairs: [[PRIMARY, opponents]],
    others: [object],
  })
  if (span.fromS === 0) learntS = Math.max(learntS, span.toS)
  const isAsked = (place: number) => (listed === undefined ? !roles.has(place) : roles.get(place)?.set === LISTED)
  const compared = objects.filter((_, index) => isAsked(index)).length
  const outside = new Set([...absent, ...(listed === undefined ? [] : places.filter((_, index) => !isAsked(index)))])
  return {
    found: describe(result.encounters, [...objects, object]),
    lost: [
      ...unusable.filter(({ place }) => !outside.has(place) && (listed?.includes(place) ?? true)),
      ...result.notScreened
        .filter(({ place, untilS }) => (place === seat || isAsked(place)) && (untilS ?? 0) < toS)
        .map(({ place, reason, untilS }) => ({
          place: place === seat ? OWN_PLACE : (places[place] ?? OWN_PLACE),
          reason,
          untilS,
        })),
    ],
    compared,
  }

  function describe(encounters: readonly Encounter[], all: readonly ScreeningObject[]): FoundEncounter[] {
    const screening = { objects: all, start, durationS: span.toS, thresholdM }
    return describeEncounters(screening, encounters, new Set([seat])).map((encounter) => {
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
        secondary: { place: places[secondary.place] ?? OWN_PLACE, ageS: secondary.ageS },
        probability,
        reason,
        maximumProbability,
        // The covariance is that of a class of orbits, which says nothing of dilution.
        isDiluted: false,
      }
    })
  }
}

async function flightOf(primary: FindOrder['primary']): Promise<Flight> {
  if ('elements' in primary) return { kind: 'elements', model: initSgp4(primary.elements) }
  return { kind: 'ephemeris', ephemeris: await unpackOrbit(primary.packed) }
}

function spanOf(fromS: number, toS: number): { fromS: number; toS: number } {
  if (toS <= learntS) return { fromS: Math.floor(fromS / PART_S) * PART_S, toS }
  return { fromS: 0, toS: HORIZONS_S.find((horizonS) => horizonS >= toS) ?? toS }
}
