import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { KERNEL_BUILDS } from '@apsis/engine/host.ts'
import { type Running, screen } from '@apsis/engine/screen.ts'
import { type BenchCatalogue, makeSyntheticCatalogue, screeningOf, THRESHOLD_M } from './catalogue.ts'
import { type Comparison, compareEvents, describeComparison, type Events, isIdentical, isSame } from './compare.ts'
import { listUnconfirmed, readPublishedSet } from './published.ts'
import { findTruthOnThreads, type Truth } from './truth.ts'
import { STRONGEST_PULL_MPS2 } from './truth-span.ts'

export interface GateOptions {
  readonly threads: number
  /** The number of objects of the synthetic catalogue. */
  readonly syntheticObjects: number
  readonly syntheticS: number
  /** The part of the whole catalogue's day for which the exhaustive reference is run. */
  readonly wholeS: number
}

export interface Gates {
  /** True if all gates passed. */
  readonly isPassed: boolean
  /** The exhaustive reference of the whole catalogue over `wholeS`. */
  readonly truth: Truth
}

type Say = (line: string) => void

/** Compares the engine with the truth; prints each gate in a line. */
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

/** The engine beside the exhaustive reference, and beside itself with other threads and another build. */
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
    // The relaxed build is chosen on machines that can run it.
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
