import { availableParallelism, loadavg } from 'node:os'
import { env } from 'node:process'

/** The time of the loop below on a quiet machine of the usual kind, ms. */
const QUIET_MS = 30
const LOOPS = 3
const STEPS = 500_000
/** A test that waits for something waits a third of its limit at most: three such waits, and the limit names the third. */
const WAITS_IN_A_LIMIT = 3

/** Returns the time of a fixed piece of work now by a clock, ms. */
function timeLoop(nowMs: () => number = () => performance.now()): number {
  const begun = nowMs()
  let sum = 0
  for (let step = 1; step <= STEPS; step += 1) sum += Math.sin(step) * Math.sqrt(step)
  return Number.isFinite(sum) ? nowMs() - begun : Number.POSITIVE_INFINITY
}

/**
 * Returns the factor by which a piece of work takes more processor time than on the usual machine, whatever else wants the
 * processor. Never below 1.
 */
export function processorSlowness(): number {
  const spentMs = () => process.cpuUsage().user / 1_000
  return Math.max(1, Math.min(...Array.from({ length: LOOPS }, () => timeLoop(spentMs))) / QUIET_MS)
}

/**
 * Returns the factor by which work takes longer now than on a quiet machine: by a piece of work that is done three times, or by
 * the number of programs that want a processor, whichever is worse. Never below 1: a limit says what is too long, and not how
 * fast a machine is.
 */
export function slownessOf(loopsMs: readonly number[], load: number, processors: number): number {
  return Math.max(1, ...loopsMs.map((ms) => ms / QUIET_MS), load / processors)
}

/** Campaigns run the same tests with many times as many cases. */
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

/** The limits of tests that take at most so long on a quiet machine, alone: beside how many others they run, at their share. */
export function limitsOf(quietS: number, { atOnce, share = 1 }: { atOnce: number; share?: number }): Limits {
  const testTimeout = Math.ceil((quietS * 1_000 * SLOWNESS * PATIENCE * atOnce) / share)
  return { testTimeout, waitMs: Math.ceil(testTimeout / WAITS_IN_A_LIMIT) }
}
