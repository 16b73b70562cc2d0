import { type CandidateBurn, makeBurnCandidates } from '@apsis/astro/screening/burn-candidates.ts'
import type { Encounter, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { SCREENING_BOXES } from '@apsis/astro/screening/screening-box.data.ts'
import { sphereAround } from '@apsis/astro/screening/screening-box.ts'
import type { Screening, ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { screen } from '@apsis/engine/screen.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import { type BenchCatalogue, makeSyntheticCatalogue, screeningOf } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'
import { mostForeign, type Timing, timeOnce } from './clock.ts'
import { inSeconds, type Row, ratioRow } from './row.ts'

/** The burns of the primary, within about its first revolution: forward and backward along the track, in as many sizes as are needed. */
const LAST_BURN_S = 6000
const BURN_SIZES = 10
const SMALLEST_MPS = 0.02
const GOAL = 500
/** The seed of the synthetic objects that are added to the public catalogue. */
const SYNTHETIC_SEED = 7
/** A set that is in no pair of sets, so its objects are not compared. */
const NOT_COMPARED = 7

export interface CandidateOptions {
  readonly candidates: number
  /** The number of candidates that are also screened alone. */
  readonly singles: number
  readonly durationS: number
  readonly threads: number
  readonly rounds: number
}

/**
 * Screens candidate burns of one object against the catalogue: all in one run, and for comparison one run for each, which must find the same
 * encounters of its candidate. The time of all single runs is estimated from some of them. It does so twice: first each run starts its threads and
 * loads the catalogue, and then all runs use threads that already hold the catalogue and the candidates.
 */
export async function measureCandidates(
  catalogue: BenchCatalogue,
  options: CandidateOptions,
  say: (line: string) => void,
): Promise<{ readonly rows: readonly Row[]; readonly isPassed: boolean }> {
  const day = screeningOf(catalogue, options.durationS)
  const { objects, candidates } = withCandidates(day, options.candidates)
  const { threads } = options
  const from = { first: objects.length, count: candidates.length }
  const inOneGo = await compareRuns(from, options, (chosen) =>
    screen({ ...day, objects: [...objects, ...candidates.slice(...chosen)], pairs: [[0, 1]] }, { threads }),
  )
  const all = [...objects, ...candidates]
  const screener = await openScreener(all.flatMap(modelOf), day.start, { threads })
  const warm = await compareRuns(from, options, ([begin, end]) => {
    const isChosen = (k: number) => k >= objects.length + begin && k < objects.length + end
    const roles = all.map((object, k): [number, ScreeningObject] => [
      k,
      { ...object, set: k < objects.length ? 0 : isChosen(k) ? 1 : NOT_COMPARED },
    ])
    const { durationS, thresholdM } = day
    return screener.screen({ durationS, thresholdM, roles: new Map(roles), pairs: [[0, 1]] })
  }).finally(() => screener.close())
  const isPassed = inOneGo.isSame && warm.isSame
  say(
    `  ${isPassed ? 'passed' : 'FAILED'} ${options.singles} candidates alone have the encounters that they have among all`,
  )
  const what = `${candidates.length} candidate burns × catalogue, ${options.durationS / 3600} h, one run`
  return { rows: [rowOf(inOneGo, what), rowOf(warm, 'the same, threads and catalogue warm')], isPassed }
}

/** The goal of issue 16: this number of objects, for a week after the ignition, in at most `goalS` seconds on two cores. */
export const WHOLE = { objects: 30_000, afterS: 7 * 86_400, goalS: 10 } as const

export interface WeekOptions extends Pick<CandidateOptions, 'candidates' | 'singles' | 'threads' | 'rounds'> {
  /** The time, s, after the last ignition. */
  readonly afterS: number
}

/**
 * Screens candidates of a satellite at 550 km against 30,000 objects, from the ignition to a week after it, in the box of the orbit regime: all in
 * one run that starts its threads and loads the catalogue, compared with single runs on threads that already hold the catalogue. Synthetic objects
 * fill the public catalogue up to 30,000.
 */
export async function measureWeekOfCandidates(
  known: BenchCatalogue,
  { candidates: count, singles, afterS, threads, rounds }: WeekOptions,
  say: (line: string) => void,
): Promise<{ readonly row: Row; readonly isPassed: boolean }> {
  const lacking = Math.max(0, WHOLE.objects - known.models.length)
  const more = lacking === 0 ? [] : [makeSyntheticCatalogue(lacking, SYNTHETIC_SEED)]
  const whole = [known, ...more]
  const catalogue = {
    ...known,
    sets: whole.flatMap(({ sets }) => sets),
    models: whole.flatMap(({ models }) => models),
  }
  const box = SCREENING_BOXES.LEO2
  const week = { ...screeningOf(catalogue, LAST_BURN_S + afterS), thresholdM: sphereAround(box) }
  const { objects, candidates } = withCandidates(week, count)
  const all = [...objects, ...candidates]
  const within = { set: 1, box }
  const run = () => screen({ ...week, objects: all, pairs: [[0, 1]], within }, { threads })
  const once: Timing[] = []
  let together: readonly Encounter[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { result, ...timing } = await timeOnce(run)
    once.push(timing)
    together = result.encounters
  }
  const screener = await openScreener(all.flatMap(modelOf), week.start, { threads })
  const alone: Timing[] = []
  let same = 0
  try {
    for (let k = 0; k < singles; k += 1) {
      const chosen = objects.length + Math.floor(((k + 0.5) * candidates.length) / singles)
      const roles = all.map((object, place): [number, ScreeningObject] => [
        place,
        { ...object, set: place < objects.length ? 0 : place === chosen ? 1 : NOT_COMPARED },
      ])
      const { durationS, thresholdM } = week
      const { result, ...timing } = await timeOnce(() =>
        screener.screen({ durationS, thresholdM, within, roles: new Map(roles), pairs: [[0, 1]] }),
      )
      alone.push(timing)
      // A candidate screened alone keeps its place in the list: only the set to which the others belong has changed.
      if (textOf(result.encounters, objects.length) === textOf(together, objects.length, chosen)) same += 1
    }
  } finally {
    await screener.close()
  }
  const [onceS, singleS] = [once, alone].map((list) => median(list.map(({ seconds }) => seconds))) as [number, number]
  const processorS = median(once.map((timing) => timing.processorS))
  say(
    `candidates: ${candidates.length} × ${objects.length} objects, ${together.length} encounters in the box of LEO2, processor ${processorS.toFixed(1)} s; ${same} of ${singles} alone have exactly what they have among all`,
  )
  const row: Row = {
    what: `${candidates.length} candidates × ${objects.length} objects, ignition + ${afterS / 86_400} d, s`,
    ours: onceS.toFixed(2),
    beside: `${(singleS * candidates.length).toFixed(0)} single runs of ${singleS.toFixed(2)} (of ${alone.length})`,
    ratio: `${((singleS * candidates.length) / onceS).toFixed(0)}×`,
    goal: `≤ ${WHOLE.goalS}`,
    isReached: onceS <= WHOLE.goalS,
    foreignCores: mostForeign(once),
  }
  return { row, isPassed: same === singles }
}

interface Runs {
  readonly once: readonly Timing[]
  readonly singles: readonly Timing[]
  readonly count: number
  /** True if the single runs found the same encounters as the run with all candidates. */
  readonly isSame: boolean
}

/** Screens only the candidates with indexes from `begin` to `end`, counted among the candidates. */
type RunWith = (chosen: [begin: number, end: number]) => Promise<ScreeningResult>

async function compareRuns(
  { first, count }: { readonly first: number; readonly count: number },
  { rounds, singles: few }: CandidateOptions,
  runWith: RunWith,
): Promise<Runs> {
  let together = (await runWith([0, count])).encounters
  const once: Timing[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { result, ...timing } = await timeOnce(() => runWith([0, count]))
    once.push(timing)
    together = result.encounters
  }
  const singles: Timing[] = []
  let isSame = true
  for (let k = 0; k < few; k += 1) {
    const place = Math.floor(((k + 0.5) * count) / few)
    const { result, ...timing } = await timeOnce(() => runWith([place, place + 1]))
    singles.push(timing)
    isSame &&= textOf(result.encounters, first) === textOf(together, first, first + place)
  }
  return { once, singles, count, isSame }
}

function rowOf({ once, singles, count }: Runs, what: string): Row {
  const [onceS, singleS] = [once, singles].map((list) => median(list.map(({ seconds }) => seconds))) as [number, number]
  return ratioRow(
    {
      what,
      ours: inSeconds(onceS),
      beside: `${count} single runs of ${inSeconds(singleS)} (of ${singles.length})`,
      foreignCores: mostForeign([...once, ...singles]),
    },
    (singleS * count) / onceS,
    GOAL,
  )
}

/** Returns the catalogue with a near-Earth object in a crowded orbit as the primary, and its candidates. */
function withCandidates({ objects, start }: Screening, count: number) {
  const place = objects.findIndex(({ flight }) => flight.kind === 'elements' && isOfCrowd(flight.model))
  const chosen = objects[place]
  if (chosen === undefined) throw new Error('the catalogue has no crowd')
  const burns = Array.from({ length: count }, (_, k): CandidateBurn => {
    const size = SMALLEST_MPS * (1 + (Math.floor(k / 2) % BURN_SIZES))
    const atS = (LAST_BURN_S * Math.floor(k / (2 * BURN_SIZES))) / Math.ceil(count / (2 * BURN_SIZES))
    return { atS, dvRtnMps: [0, k % 2 === 0 ? size : -size, 0] }
  })
  const { primary, candidates } = makeBurnCandidates({ primary: chosen, start, burns, group: 1, set: 1 })
  return { objects: objects.map((object, k) => (k === place ? primary : object)), candidates }
}

/** True for an orbit near 550 km that is nearly circular. */
function isOfCrowd({ near }: { readonly near: { readonly semiMajorAxis: number } }): boolean {
  const EARTH_RADIUS_KM = 6378.135
  return Math.abs(near.semiMajorAxis * EARTH_RADIUS_KM - EARTH_RADIUS_KM - 550) < 20
}

function modelOf({ id, flight }: ScreeningObject): Sgp4Model {
  if (flight.kind !== 'elements') throw new Error(`${id} flies by an ephemeris`)
  return flight.model
}

/** Returns as text the encounters, with their exact times, of all candidates from index `from` on, or of one of them. */
function textOf(encounters: readonly Encounter[], from: number, only?: number): string {
  return JSON.stringify(
    encounters
      .filter(({ second }) => (only === undefined ? second >= from : second === only))
      .map(({ first, kind, seconds, missM, relativeSpeedMps }) => [first, kind, seconds, missM, relativeSpeedMps]),
  )
}
