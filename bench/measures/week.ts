import { median } from '../stage/machine.ts'
import { screenAlone } from './alone.ts'
import { inSeconds, type Row } from './row.ts'

const WEEK_S = 7 * 86_400
const GOAL = { seconds: 8, peakMiB: 300 }

/** Screens the whole catalogue against itself for seven days, each time in a fresh process, and records the peak memory. */
export async function measureWeek(options: { threads: number; rounds: number }): Promise<Row> {
  const results = []
  for (let round = 0; round < options.rounds; round += 1)
    results.push(await screenAlone({ durationS: WEEK_S, threads: options.threads }))
  const seconds = median(results.map((result) => result.seconds))
  const peakMiB = Math.max(...results.map((result) => result.peakMiB))
  const beforeMiB = median(results.map((result) => result.beforeMiB))
  return {
    what: `all-vs-all, 7 days, ${results[0]?.encounters} encounters`,
    ours: `${inSeconds(seconds)}, ${peakMiB.toFixed(0)} MiB`,
    beside: `${beforeMiB.toFixed(0)} MiB of these with the catalogue read, before it began`,
    ratio: '',
    goal: `≤ ${GOAL.seconds} s, ≤ ${GOAL.peakMiB} MiB`,
    isReached: seconds <= GOAL.seconds && peakMiB <= GOAL.peakMiB,
    foreignCores: undefined,
  }
}
