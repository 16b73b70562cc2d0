/** Processor times since their beginning, as the kernel counts them. */
export type Times = {
  /** Of the main thread (proc_pid_stat(5)): R has a processor or waits for one, D waits for a disk, S for anything else. */
  readonly state: string | undefined
  readonly usedMs: number
  /** Of all threads of the process. */
  readonly processMs: number
  /** Of all processors of the machine, idle or not; what of it the host took for others. */
  readonly machineMs: number
  readonly stolenMs: number
}

type Tick = {
  /** At its beginning and end; undefined where the machine does not say. */
  readonly before: Times | undefined
  readonly now: Times | undefined
  /** Whether another thread of the process has a processor or waits for one. */
  readonly isHelperRunnable: () => boolean
}

/** Of the time that a loop waits for a disk: a disk that does not answer for five times the limit is as good as gone. */
const DISK_SHARE = 0.2

/**
 * How much of the last tick counts. A loop that wants to turn and does not get a processor is not stuck, the machine is
 * overloaded, and another process in its place would wait as well: then only the processor time that it got counts. The same
 * where the loop waits for threads of this process that want one, as it does while memory is cleaned up. Where it waits for a
 * disk, as for a page of its program that a machine short of memory has dropped, another process would wait longer, since it
 * has all of it to read: a part of the tick counts. A loop that waits for nothing that could run is stuck, and the whole tick
 * counts.
 */
export function countedMs({ before, now, isHelperRunnable }: Tick, tickMs: number): number {
  if (before === undefined || now === undefined) return tickMs
  const elapsedMs = now.machineMs - before.machineMs
  // Of what the kernel says was used, the host of a virtual machine has taken its share.
  const keptShare = elapsedMs > 0 ? 1 - (now.stolenMs - before.stolenMs) / elapsedMs : 1
  if (now.state === 'R') return Math.min(tickMs, (now.usedMs - before.usedMs) * keptShare)
  if (now.state === 'D') return tickMs * DISK_SHARE
  if (isHelperRunnable()) return Math.min(tickMs, (now.processMs - before.processMs) * keptShare)
  return tickMs
}
