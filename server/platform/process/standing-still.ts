/** Processor times since the start, as the kernel counts them. */
export type Times = {
  /**
   * The state of the main thread (proc_pid_stat(5)): R means that it has a processor or waits for one, D that it waits for a disk,
   * S that it waits for something else.
   */
  readonly state: string | undefined
  readonly usedMs: number
  /** The time of all threads of the process. */
  readonly processMs: number
  /** The time of all processors of the machine, idle or not; and the part that the host gave to other machines. */
  readonly machineMs: number
  readonly stolenMs: number
}

type Tick = {
  /** The times at the beginning and the end of the tick; undefined if the machine does not report them. */
  readonly before: Times | undefined
  readonly now: Times | undefined
  /** Returns true if another thread of the process has a processor or waits for one. */
  readonly isHelperRunnable: () => boolean
}

/** The part of a tick that is counted while the loop waits for a disk: so a disk has failed if it does not answer for five times the limit. */
const DISK_SHARE = 0.2

/**
 * Returns the part of the last tick that counts. A loop that wants to run and does not get a processor is not stuck: the machine is
 * overloaded, and a replacement process would wait as well. Therefore only the processor time that the loop got counts. The same applies if
 * the loop waits for threads of this process that want a processor, as it does during garbage collection. The loop may wait for a disk, for
 * example for a page of its program that a machine with too little memory has dropped. A replacement would then wait longer, because it has
 * to read the whole program, so only a part of the tick counts. A loop that waits for nothing runnable is stuck, and the whole tick counts.
 */
export function countedMs({ before, now, isHelperRunnable }: Tick, tickMs: number): number {
  if (before === undefined || now === undefined) return tickMs
  const elapsedMs = now.machineMs - before.machineMs
  // The time that the kernel reports as used contains the time that the host of a virtual machine took.
  const keptShare = elapsedMs > 0 ? 1 - (now.stolenMs - before.stolenMs) / elapsedMs : 1
  if (now.state === 'R') return Math.min(tickMs, (now.usedMs - before.usedMs) * keptShare)
  if (now.state === 'D') return tickMs * DISK_SHARE
  if (isHelperRunnable()) return Math.min(tickMs, (now.processMs - before.processMs) * keptShare)
  return tickMs
}
