import { readFileSync } from 'node:fs'
import { screenExhaustively } from '@apsis/astro/screening/exhaustive.ts'
import { type Encounter, type ScreeningResult, screenedElements } from '@apsis/astro/screening/screened-object.ts'
import type { Screening } from '@apsis/astro/screening/screening-object.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { KERNEL_BUILDS } from '@apsis/engine/host.ts'
import { type Running, screen } from '@apsis/engine/screen.ts'
import { readTable } from '../stage/csv.ts'
import { type BenchCatalogue, makeSyntheticCatalogue, screeningOf, THRESHOLD_M } from './catalogue.ts'
import { type Comparison, compareEvents, describeComparison, type Events, isIdentical, isSame } from './compare.ts'
import { findTruthOnThreads, type Truth } from './truth.ts'
import { STRONGEST_PULL_MPS2 } from './truth-span.ts'

const SET = 'screening/primaries_vs_catalogue_2024-11-01'
/** Events nearer than this to the ends of the window are not in the published list. */
const EDGE_S = 30

export interface GateOptions {
  readonly threads: number
  /** The number of objects of the synthetic catalogue. */
  readonly syntheticObjects: number
  readonly syntheticS: number
  /** The part of the day, s, for which the exhaustive reference is run over the whole catalogue. */
  readonly wholeS: number
}

export interface Gates {
  /** True if all gates passed. */
  readonly isPassed: boolean
  /** The exhaustive reference of the whole catalogue over `wholeS`. */
  readonly truth: Truth
}

type Say = (line: string) => void

/** Compares the engine with the exhaustive reference, and prints each gate in one line. */
export async function passGates(catalogue: BenchCatalogue, options: GateOptions, say: Say): Promise<Gates> {
  const synthetic = makeSyntheticCatalogue(options.syntheticObjects)
  const first = await passTruth(synthetic, { durationS: options.syntheticS, threads: options.threads }, say)
  const whole = await passTruth(catalogue, { durationS: options.wholeS, threads: options.threads }, say)
  const published = await passPublished(catalogue, options.threads, say)
  return { isPassed: [first.isPassed, whole.isPassed, published].every(Boolean), truth: whole.truth }
}

interface Stretch {
  readonly durationS: number
  readonly threads: number
}

/** Compares the engine with the exhaustive reference, and with itself on another number of threads and in another build. */
async function passTruth(catalogue: BenchCatalogue, { durationS, threads }: Stretch, say: Say): Promise<Gates> {
  const { models, name } = catalogue
  const title = `${name}, ${models.length} objects, ${(durationS / 3600).toFixed(1)} h`
  const began = performance.now()
  const truth = await findTruthOnThreads({ models, durationS, thresholdM: THRESHOLD_M }, threads)
  const elapsed = ((performance.now() - began) / 1000).toFixed(0)
  const isBentEnough = truth.strongestMps2 < STRONGEST_PULL_MPS2
  say(`  ${title}: the exhaustive reference found ${describeEvents(truth)} in ${elapsed} s`)
  if (!isBentEnough) say(`  FAILED ways bend by ${truth.strongestMps2} m/s², so that the reference proves nothing`)
  const screening = screeningOf(catalogue, durationS)
  const runs: readonly Running[] = [...KERNEL_BUILDS.map((build) => ({ build, threads: 1 })), { threads: 2 }]
  const results: ScreeningResult[] = []
  for (const running of runs) results.push(await screen(screening, running))
  const [baseline, relaxed, two] = results
  if (baseline === undefined || relaxed === undefined || two === undefined) throw new Error('nothing was screened')
  const passed = [
    isBentEnough,
    gate('the engine and the exhaustive reference', { found: two, truth, thresholdM: THRESHOLD_M }, say),
    gate('baseline and relaxed builds', { found: relaxed, truth: baseline, thresholdM: THRESHOLD_M }, say),
    // Machines that can run the relaxed build use it.
    gateIdentical('one and two threads', relaxed, two, say),
  ]
  return { isPassed: passed.every(Boolean), truth }
}

async function passPublished(catalogue: BenchCatalogue, threads: number, say: Say): Promise<boolean> {
  const set = catalogue.isReal ? readPublishedSet(catalogue) : undefined
  if (set === undefined) {
    say('  reference/screening: not here, which is no failure')
    return true
  }
  const found = set.withoutEdges(await screen(set.screening, { threads }))
  const comparison = compareEvents(found, set.events, set.screening.thresholdM)
  const unconfirmed = listUnconfirmed(catalogue, set.screening, comparison.extra)
  if (comparison.extra.length > 0) {
    const confirmed = comparison.extra.length - unconfirmed.length
    const fastest = Math.max(...comparison.extra.map(({ relativeSpeedMps }) => relativeSpeedMps))
    say(`  beside the published list ${comparison.extra.length} more, none faster than ${fastest.toFixed(2)} m/s;`)
    say(`  the exhaustive reference of astro finds ${confirmed} of these too`)
  }
  return judge('reference/screening, 7 primaries, 3 days', { ...comparison, extra: unconfirmed }, say)
}

interface Beside {
  readonly found: Events
  readonly truth: Events
  readonly thresholdM: number
}

function gate(name: string, { found, truth, thresholdM }: Beside, say: Say): boolean {
  return judge(name, compareEvents(found, truth, thresholdM), say)
}

function judge(name: string, comparison: Comparison, say: Say): boolean {
  const isPassed = isSame(comparison)
  say(`  ${isPassed ? 'passed' : 'FAILED'} ${name}: ${describeComparison(comparison)}`)
  if (isPassed) return true
  for (const [what, list] of [
    ['missed', comparison.missed],
    ['extra', comparison.extra],
  ] as const) {
    for (const encounter of list.slice(0, 5)) say(`    ${what}: ${JSON.stringify(encounter)}`)
  }
  return false
}

function gateIdentical(name: string, one: Events, other: Events, say: Say): boolean {
  const isPassed = isIdentical(one, other)
  say(`  ${isPassed ? 'passed' : 'FAILED'} ${name}: ${isPassed ? 'the same to the last bit' : 'NOT the same'}`)
  return isPassed
}

function describeEvents({ encounters, notScreened }: Events): string {
  const pairs = new Set(encounters.map(({ first, second }) => `${first} ${second}`)).size
  const ends = encounters.filter(({ kind }) => kind !== 'minimum').length
  return `${encounters.length} encounters of ${pairs} pairs, ${ends} at the ends, and lost ${notScreened.length} objects`
}

interface PublishedScreening {
  readonly window_start_utc: string
  readonly duration_s: number
  readonly threshold_km: number
  readonly primaries: readonly number[]
  readonly objects_with_sgp4_error_in_window: readonly number[]
}

/** A published list of encounters, the screening that made it, and a filter for the results that it does not list. */
interface PublishedSet {
  readonly screening: Screening
  readonly events: Events
  readonly withoutEdges: (events: Events) => Events
}

/** Reads the set of reference/screening for the real catalogue, which python-sgp4 and brute force found, if it is there. */
function readPublishedSet(catalogue: BenchCatalogue): PublishedSet | undefined {
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

/** Screens the primaries of the list against all objects and against each other. */
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
 * Returns the encounters that the exhaustive reference of astro does not find between the same objects. The published list leaves out minima of pairs
 * that stay together for days (the ISS and what is docked to it); results that are not in the list must be true all the same.
 */
function listUnconfirmed(
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
