import type { Screening } from '@apsis/astro/screening/screening-object.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import { type BenchCatalogue, START, THRESHOLD_M } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'
import { screenAlone } from './alone.ts'
import { mostForeign, type Timing, timeOnce } from './clock.ts'
import { inSeconds, type Row } from './row.ts'

const DAY_S = 86_400
const WEEK_S = 7 * DAY_S
const GOALS = { warmS: 0.5, coldS: 5 }

/** Screens one object against all others. */
export function againstCatalogue(all: Screening, place: number): Screening {
  return { ...all, objects: all.objects.map((object, k) => ({ ...object, set: k === place ? 1 : 0 })), pairs: [[0, 1]] }
}

/**
 * Screens some objects against the catalogue, one after the other: a day each on threads that already hold the catalogue, as on a server; and a week
 * each in a fresh process, which starts the threads and loads the kernel and the catalogue.
 */
export async function measureOneObject(
  catalogue: BenchCatalogue,
  { threads, rounds }: { threads: number; rounds: number },
): Promise<Row[]> {
  const places = Array.from({ length: rounds }, (_, k) => Math.floor(((k + 0.5) * catalogue.models.length) / rounds))
  const warm = await timeWarm(catalogue, threads, places)
  const cold: number[] = []
  for (const place of places) cold.push((await screenAlone({ durationS: WEEK_S, threads, primary: place })).seconds)
  const warmS = median(warm.map(({ seconds }) => seconds))
  return [
    { ...row('one object × catalogue, 24 h, warm', warmS, GOALS.warmS), foreignCores: mostForeign(warm) },
    row('one object × catalogue, 7 days, cold', median(cold), GOALS.coldS),
  ]
}

async function timeWarm({ models }: BenchCatalogue, threads: number, places: readonly number[]): Promise<Timing[]> {
  const screener = await openScreener(models, START, { threads })
  const ask = (place: number) => {
    const roles = new Map([[place, { set: 1 }]])
    return screener.screen({ durationS: DAY_S, thresholdM: THRESHOLD_M, roles, pairs: [[0, 1]] })
  }
  try {
    await ask(0)
    const timings: Timing[] = []
    for (const place of places) timings.push(await timeOnce(() => ask(place)))
    return timings
  } finally {
    await screener.close()
  }
}

function row(what: string, seconds: number, goalS: number): Row {
  const goal = `≤ ${goalS} s`
  return {
    what,
    ours: inSeconds(seconds),
    beside: '',
    ratio: '',
    goal,
    isReached: seconds <= goalS,
    foreignCores: undefined,
  }
}
