import type { Screening } from '@apsis/astro/screening/screening-object.ts'
import { screen } from '@apsis/engine/screen.ts'
import { median } from '../machine.ts'
import { type BenchCatalogue, screeningOf } from '../screening/catalogue.ts'
import { screenAlone } from './alone.ts'
import { mostForeign, type Timing, timeOnce } from './clock.ts'
import { inSeconds, type Row } from './row.ts'

const DAY_S = 86_400
const WEEK_S = 7 * DAY_S
const GOALS = { warmS: 0.5, coldS: 5 }

/** One object of a screening against all others of it. */
export function againstCatalogue(all: Screening, place: number): Screening {
  return { ...all, objects: all.objects.map((object, k) => ({ ...object, set: k === place ? 1 : 0 })), pairs: [[0, 1]] }
}

/** Some objects one after the other against the catalogue: a day each in this process, a week each in a fresh one. */
export async function measureOneObject(
  catalogue: BenchCatalogue,
  { threads, rounds }: { threads: number; rounds: number },
): Promise<Row[]> {
  const places = Array.from({ length: rounds }, (_, k) => Math.floor(((k + 0.5) * catalogue.models.length) / rounds))
  const day = screeningOf(catalogue, DAY_S)
  await screen(againstCatalogue(day, 0), { threads })
  const warm: Timing[] = []
  for (const place of places) warm.push(await timeOnce(() => screen(againstCatalogue(day, place), { threads })))
  const cold: number[] = []
  for (const place of places) cold.push((await screenAlone({ durationS: WEEK_S, threads, primary: place })).seconds)
  const [warmS, coldS] = [median(warm.map(({ seconds }) => seconds)), median(cold)]
  return [
    {
      ...row('one object × catalogue, 24 h, warm', warmS, GOALS.warmS),
      foreignCores: mostForeign(warm),
    },
    row('one object × catalogue, 7 days, cold', coldS, GOALS.coldS),
  ]
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
