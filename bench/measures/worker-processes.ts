import { screen } from '@apsis/engine/screen.ts'
import type { SubmittedScreening } from '@apsis/server/ca/screening/run/submitted-screening.ts'
import { type BenchCatalogue, START, screeningOf, THRESHOLD_M } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'
import { timeOnce } from './clock.ts'
import { inSeconds, type Row } from './row.ts'
import { openWorkerFloor } from './worker-floor.ts'

const WORKERS = [1, 2, 4]

/**
 * One day as jobs, from the submission to the stored end, with one, two and four worker processes of one thread each; beside
 * the same in this process on as many threads, as far as there are processors.
 */
export async function measureWorkers(
  catalogue: BenchCatalogue,
  { durationS, rounds, processors }: { durationS: number; rounds: number; processors: number },
): Promise<{ readonly rows: readonly Row[]; readonly isPassed: boolean }> {
  const submitted = submittedOf(catalogue, durationS)
  const floor = await openWorkerFloor()
  const rows: Row[] = []
  let isPassed = true
  try {
    let started = 0
    let single = Number.NaN
    for (const workers of WORKERS) {
      for (; started < workers; started += 1) await floor.startWorker()
      const threads = Math.min(workers, processors)
      const [asJobs, inProcess]: [number[], number[]] = [[], []]
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const jobs = await floor.screenAsJobs(submitted)
        const direct = await timeOnce(() => screen(screeningOf(catalogue, durationS), { threads }))
        isPassed = isPassed && jobs.run.encounters === direct.result.encounters.length
        if (round > 0) [asJobs.push(jobs.seconds), inProcess.push(direct.seconds)]
      }
      const [seconds, directS] = [median(asJobs), median(inProcess)]
      if (workers === 1) single = seconds
      rows.push(workerRow({ workers, threads, seconds, directS, single, durationS }))
    }
  } finally {
    await floor.stop()
  }
  return { rows, isPassed }
}

interface WorkerTimes {
  readonly workers: number
  readonly threads: number
  readonly seconds: number
  readonly directS: number
  readonly single: number
  readonly durationS: number
}

function workerRow({ workers, threads, seconds, directS, single, durationS }: WorkerTimes): Row {
  const overhead = 100 * (seconds / directS - 1)
  return {
    what: `as jobs, ${durationS / 3600} h, ${workers} worker ${workers === 1 ? 'process' : 'processes'} of one thread`,
    ours: inSeconds(seconds),
    beside: `in this process, ${threads} ${threads === 1 ? 'thread' : 'threads'} ${inSeconds(directS)}: ${overhead.toFixed(0)} % over`,
    ratio: workers === 1 ? '' : `${(single / seconds).toFixed(2)}× one`,
    goal: '',
    isReached: undefined,
    foreignCores: undefined,
  }
}

function submittedOf({ sets }: BenchCatalogue, durationS: number): SubmittedScreening {
  const objects = sets.map((elements) => ({
    id: String(elements.noradId),
    flight: { kind: 'elements' as const, elements },
  }))
  return { objects, start: START, durationS, thresholdM: THRESHOLD_M }
}
