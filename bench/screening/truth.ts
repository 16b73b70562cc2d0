import { compareEncounters, type NotScreened, type ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { startThreads } from '../stage/threads.ts'
import { type SpanTruth, STEP_S, type TruthOptions, type TruthTask } from './truth-span.ts'

/** The number of steps that a thread takes at once: a quarter of an hour. */
const STEPS_PER_TASK = 90

export interface TruthWork extends TruthOptions {
  readonly models: readonly Sgp4Model[]
}

export interface Truth extends ScreeningResult {
  readonly strongestMps2: number
}

/** Finds the exhaustive reference (truth-span.ts) for a whole interval on worker threads; each thread takes stretches of time. */
export async function findTruthOnThreads(work: TruthWork, threads: number): Promise<Truth> {
  const last = Math.ceil(work.durationS / STEP_S)
  const tasks = Array.from({ length: Math.ceil(last / STEPS_PER_TASK) }, (_, k) => ({
    fromStep: k * STEPS_PER_TASK,
    toStep: Math.min(last, (k + 1) * STEPS_PER_TASK),
  }))
  const module = new URL('truth-thread.ts', import.meta.url)
  const pool = await startThreads<TruthWork, TruthTask, SpanTruth>(module, threads, work)
  try {
    return joinSpans(await pool.run(tasks))
  } finally {
    await pool.stop()
  }
}

/** Joins the stretches. An object that was lost in one stretch stays lost in the next ones, though it may have a state again. */
function joinSpans(spans: readonly SpanTruth[]): Truth {
  const lost = new Map<number, NotScreened>()
  for (const loss of spans.flatMap(({ notScreened }) => notScreened)) {
    if (!lost.has(loss.place)) lost.set(loss.place, loss)
  }
  const untilS = (place: number) => {
    const loss = lost.get(place)
    return loss === undefined ? Number.POSITIVE_INFINITY : (loss.untilS ?? Number.NEGATIVE_INFINITY)
  }
  const encounters = spans
    .flatMap((span) => span.encounters)
    .filter(({ first, second, seconds }) => seconds <= Math.min(untilS(first), untilS(second)))
  return {
    encounters: encounters.sort(compareEncounters),
    notScreened: [...lost.values()].sort((one, other) => one.place - other.place),
    strongestMps2: Math.max(...spans.map(({ strongestMps2 }) => strongestMps2)),
  }
}
