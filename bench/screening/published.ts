import { readFileSync } from 'node:fs'
import { screenExhaustively } from '@apsis/astro/screening/exhaustive.ts'
import { type Encounter, screenedElements } from '@apsis/astro/screening/screened-object.ts'
import type { Screening } from '@apsis/astro/screening/screening-object.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { readTable } from '../stage/csv.ts'
import { type BenchCatalogue, screeningOf } from './catalogue.ts'
import { compareEvents, type Events } from './compare.ts'

const SET = 'screening/primaries_vs_catalogue_2024-11-01'
/** Events so near the ends of the window are not in the list. */
const EDGE_S = 30

interface PublishedScreening {
  readonly window_start_utc: string
  readonly duration_s: number
  readonly threshold_km: number
  readonly primaries: readonly number[]
  readonly objects_with_sgp4_error_in_window: readonly number[]
}

/** A published list of encounters, the screening behind it, and a filter for the results that it does not list. */
export interface PublishedSet {
  readonly screening: Screening
  readonly events: Events
  readonly withoutEdges: (events: Events) => Events
}

/** The set of reference/screening for the real catalogue, found by python-sgp4 and brute force; where it is present. */
export function readPublishedSet(catalogue: BenchCatalogue): PublishedSet | undefined {
  if (!hasCollection(`${SET}.json`)) return undefined
  const given = JSON.parse(readFileSync(collectionPath(`${SET}.json`), 'utf8')) as PublishedScreening
  const start = parseTime(given.window_start_utc)
  const places = new Map(catalogue.sets.map(({ noradId }, place) => [noradId, place]))
  const placeOf = (noradId: number) => places.get(noradId) ?? -1
  const encounters = Array.from(readTable(readFileSync(collectionPath(`${SET}.csv`), 'utf8')), (row): Encounter => {
    const pair = [placeOf(Number(row.get('primary'))), placeOf(Number(row.get('secondary')))] as const
    return {
      first: Math.min(...pair),
      second: Math.max(...pair),
      kind: 'minimum',
      seconds: secondsBetween(start, parseTime(row.get('tca_utc') ?? '')),
      missM: 1000 * Number(row.get('miss_km')),
      relativeSpeedMps: 1000 * Number(row.get('rel_speed_kms')),
    }
  })
  const notScreened = given.objects_with_sgp4_error_in_window.map((noradId) => ({
    place: placeOf(noradId),
    reason: 'an error of SGP4 in the window',
    untilS: undefined,
  }))
  return {
    screening: { ...screeningOf(catalogue, given.duration_s), ...primariesOf(catalogue, given), start },
    events: { encounters, notScreened },
    withoutEdges: (events) => ({ ...events, encounters: events.encounters.filter(isInside(given.duration_s)) }),
  }
}

/** Its primaries against all, and against each other. */
function primariesOf(catalogue: BenchCatalogue, { primaries, duration_s, threshold_km }: PublishedScreening) {
  const { objects } = screeningOf(catalogue, duration_s)
  return {
    objects: objects.map((object) => ({ ...object, set: primaries.includes(Number(object.id)) ? 1 : 0 })),
    pairs: [[1, 0] as const, [1, 1] as const],
    thresholdM: 1000 * threshold_km,
  }
}

function isInside(durationS: number): (encounter: Encounter) => boolean {
  return ({ seconds, kind }) => kind === 'minimum' && seconds > EDGE_S && seconds < durationS - EDGE_S
}

/**
 * Those of some encounters that the exhaustive reference of astro does not find between the same objects. The published list
 * leaves out minima of pairs that stay together for days (the ISS and what is docked to it); what is found beside the list
 * must be true all the same.
 */
export function listUnconfirmed(
  { models, sets }: BenchCatalogue,
  { start, durationS, thresholdM }: Screening,
  encounters: readonly Encounter[],
): readonly Encounter[] {
  const places = [...new Set(encounters.flatMap(({ first, second }) => [first, second]))].sort((a, b) => a - b)
  const objects = places.flatMap((place) => {
    const model = models[place]
    return model === undefined ? [] : [screenedElements(String(sets[place]?.noradId), model, start)]
  })
  const renumbered = encounters.map((encounter) => ({
    ...encounter,
    first: places.indexOf(encounter.first),
    second: places.indexOf(encounter.second),
  }))
  const truth = screenExhaustively(objects, { durationS, thresholdM })
  return compareEvents({ encounters: renumbered, notScreened: [] }, truth, thresholdM).extra
}
