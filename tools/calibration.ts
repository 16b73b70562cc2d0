import { availableParallelism, loadavg } from 'node:os'
import { env } from 'node:process'

/** The time, ms, that the loop below takes on a quiet machine of the usual kind. */
const QUIET_MS = 30
const LOOPS = 3
const STEPS = 500_000
/**
 * A test that waits for something waits at most a third of its limit, so that three such waits fit into it and the error names the wait that failed.
 */
const WAITS_IN_A_LIMIT = 3

/** Returns the time, ms, that a fixed piece of work takes now, measured with a given clock. */
function timeLoop(nowMs: () => number = () => performance.now()): number {
  const begun = nowMs()
  let sum = 0
  for (let step = 1; step <= STEPS; step += 1) sum += Math.sin(step) * Math.sqrt(step)
  return Number.isFinite(sum) ? nowMs() - begun : Number.POSITIVE_INFINITY
}

/**
 * Returns how many times more processor time a piece of work takes than on the usual machine, however many other programs want the processor. It is
 * never below 1.
 */
export function processorSlowness(): number {
  const spentMs = () => process.cpuUsage().user / 1_000
  return Math.max(1, Math.min(...Array.from({ length: LOOPS }, () => timeLoop(spentMs))) / QUIET_MS)
}

/**
 * Returns how many times longer work takes now than on a quiet machine: by the slowest of three runs of one piece of work, or by the number
 * of programs that want a processor, whichever is larger. It is never below 1, because a limit defines what is too long, and not the speed
 * of a machine.
 */
export function slownessOf(loopsMs: readonly number[], load: number, processors: number): number {
  return Math.max(1, ...loopsMs.map((ms) => ms / QUIET_MS), load / processors)
}

/** The factor by which campaigns extend the limits, because they run the same tests with many times as many cases. */
const PATIENCE = Number(env.APSIS_TEST_PATIENCE ?? 1)
const SLOWNESS = slownessOf(
  Array.from({ length: LOOPS }, () => timeLoop()),
  loadavg()[0] ?? 0,
  availableParallelism(),
)

export type Limits = {
  readonly testTimeout: number
  /** The limit of `expect.poll`, and of Playwright's waits. */
  readonly waitMs: number
}

/**
 * Returns the limits of tests that take at most `quietS` seconds when they run alone on a quiet machine, extended by the number of files that run at
 * once and by their share of the processor.
 */
export function limitsOf(quietS: number, { atOnce, share = 1 }: { atOnce: number; share?: number }): Limits {
  const testTimeout = Math.ceil((quietS * 1_000 * SLOWNESS * PATIENCE * atOnce) / share)
  return { testTimeout, waitMs: Math.ceil(testTimeout / WAITS_IN_A_LIMIT) }
}
