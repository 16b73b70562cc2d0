import { type CandidateBurn, makeBurnCandidates } from '@apsis/astro/screening/burn-candidates.ts'
import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import type { Screening, ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import { screen } from '@apsis/engine/screen.ts'
import { median } from '../machine.ts'
import { type BenchCatalogue, screeningOf } from '../screening/catalogue.ts'
import { mostForeign, type Timing, timeOnce } from './clock.ts'
import { inSeconds, type Row, ratioRow } from './row.ts'

const DAY_S = 86_400
/** Burns of the primary within its first revolution or so: along and against the way, in as many sizes as it takes. */
const LAST_BURN_S = 6000
const BURN_SIZES = 10
const SMALLEST_MPS = 0.02
const SINGLES = 20
const GOAL = 500

export interface CandidateOptions {
  readonly candidates: number
  readonly threads: number
  readonly rounds: number
}

/**
 * Candidate burns of one object against the catalogue: all in one run, beside one run for each. What the single runs take in
 * all is told from some of them; and these must find what the one run has of the same candidates.
 */
export async function measureCandidates(
  catalogue: BenchCatalogue,
  { candidates: count, threads, rounds }: CandidateOptions,
  say: (line: string) => void,
): Promise<{ readonly row: Row; readonly isPassed: boolean }> {
  const day = screeningOf(catalogue, DAY_S)
  const { objects, candidates } = withCandidates(day, count)
  const all = screeningWith(day, objects, candidates)
  await screen(all, { threads })
  const once: Timing[] = []
  let together: readonly Encounter[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { result, ...timing } = await timeOnce(() => screen(all, { threads }))
    once.push(timing)
    together = result.encounters
  }
  const singles: Timing[] = []
  let isPassed = true
  for (let k = 0; k < SINGLES; k += 1) {
    const place = Math.floor(((k + 0.5) * candidates.length) / SINGLES)
    const alone = screeningWith(day, objects, candidates.slice(place, place + 1))
    const { result, ...timing } = await timeOnce(() => screen(alone, { threads }))
    singles.push(timing)
    isPassed = isPassed && textOf(result.encounters, objects.length) === textOf(together, objects.length + place)
  }
  say(`  ${isPassed ? 'passed' : 'FAILED'} ${SINGLES} candidates alone have the encounters that they have among all`)
  const [onceS, singleS] = [median(once.map(({ seconds }) => seconds)), median(singles.map(({ seconds }) => seconds))]
  const row = ratioRow(
    {
      what: `${candidates.length} candidate burns × catalogue, 24 h, one run`,
      ours: inSeconds(onceS),
      beside: `${candidates.length} single runs of ${inSeconds(singleS)} (of ${SINGLES})`,
      foreignCores: mostForeign([...once, ...singles]),
    },
    (singleS * candidates.length) / onceS,
    GOAL,
  )
  return { row, isPassed }
}

/** The catalogue with a near-Earth object of its crowd as primary, and its candidates. */
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
  return { objects: objects.map((object, k): ScreeningObject => (k === place ? primary : object)), candidates }
}

/** Near 550 km and nearly circular. */
function isOfCrowd({ near }: { readonly near: { readonly semiMajorAxis: number } }): boolean {
  const EARTH_RADIUS_KM = 6378.135
  return Math.abs(near.semiMajorAxis * EARTH_RADIUS_KM - EARTH_RADIUS_KM - 550) < 20
}

function screeningWith(day: Screening, objects: readonly ScreeningObject[], candidates: readonly ScreeningObject[]) {
  return { ...day, objects: [...objects, ...candidates], pairs: [[0, 1] as const] }
}

/** What a candidate meets and when, to the last bit. */
function textOf(encounters: readonly Encounter[], place: number): string {
  return JSON.stringify(
    encounters
      .filter(({ second }) => second === place)
      .map(({ first, kind, seconds, missM, relativeSpeedMps }) => [first, kind, seconds, missM, relativeSpeedMps]),
  )
}
