import { readFileSync } from 'node:fs'
import { median } from '../stage/machine.ts'

/** The time of one run by the clock, its processor time, and the cores that other processes used meanwhile. */
export interface Timing {
  readonly seconds: number
  readonly processorS: number
  readonly foreignCores: number
}

const TICKS_PER_SECOND = 100

/** Runs once and returns the time. This process's own threads do not count as foreign work. */
export async function timeOnce<Result>(
  run: () => Result | Promise<Result>,
): Promise<Timing & { readonly result: Result }> {
  const [busy, own, began] = [busySeconds(), ownSeconds(), performance.now()]
  const result = await run()
  const seconds = (performance.now() - began) / 1000
  const processorS = ownSeconds() - own
  const foreign = busySeconds() - busy - processorS
  return { result, seconds, processorS, foreignCores: Math.max(0, foreign / seconds) }
}

/** Times work that another process does; `run` resolves to the processor time, s, that the other process has used. */
export async function timeOther(run: () => Promise<number>): Promise<Timing> {
  const { result: processorS, seconds, ...own } = await timeOnce(run)
  const others = own.foreignCores * seconds - processorS
  return { seconds, processorS, foreignCores: Math.max(0, others / seconds) }
}

/** Returns the user and system time, in seconds, of the processes that a shell has waited for, from the last line of its `times`. */
export function processorSecondsOf(times: string): number {
  const [user = Number.NaN, system = Number.NaN] = [
    ...(times.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds))
  return user + system
}

/** Returns the seconds that all processors of the machine have worked; NaN if the system does not report them. */
export function busySeconds(): number {
  try {
    const [, user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = (
      readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
    )
      .split(/\s+/)
      .map(Number)
    return (user + nice + system + interrupts + softInterrupts + stolen) / TICKS_PER_SECOND
  } catch {
    // Only Linux has this file.
    return Number.NaN
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export interface Contestant<Result> {
  readonly name: string
  readonly run: () => Promise<Result>
}

export interface TimedResult<Result> {
  readonly name: string
  /** The medians over all rounds: by the clock, and of the processor time. */
  readonly medianS: number
  readonly processorS: number
  readonly rounds: readonly Timing[]
  /** The time of the run before the rounds, whose code had never run before. */
  readonly firstS: number
  /** The result of the last round. */
  readonly result: Result
}

/**
 * Runs the contestants alternately, so that a disturbance affects all of them. The first run of each is a warm-up: it does not count for the median
 * and is reported separately.
 */
export async function takeTurns<Result>(
  contestants: readonly Contestant<Result>[],
  rounds: number,
): Promise<TimedResult<Result>[]> {
  const all: { timings: Timing[]; firstS: number; result: Result }[] = []
  for (const { run } of contestants) {
    const { result, seconds } = await timeOnce(run)
    all.push({ timings: [], firstS: seconds, result })
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [k, { run }] of contestants.entries()) {
      const { result, ...timing } = await timeOnce(run)
      all[k]?.timings.push(timing)
      const slot = all[k]
      if (slot !== undefined) slot.result = result
    }
  }
  return contestants.flatMap(({ name }, k): TimedResult<Result>[] => {
    const slot = all[k]
    if (slot === undefined) return []
    const { timings, result } = slot
    const medianS = median(timings.map(({ seconds }) => seconds))
    const processorS = median(timings.map((timing) => timing.processorS))
    return [{ name, medianS, processorS, rounds: timings, firstS: slot.firstS, result }]
  })
}

/** Returns the largest number of cores that other processes used in any round. */
export function mostForeign(timings: readonly Timing[]): number {
  return Math.max(0, ...timings.map(({ foreignCores }) => foreignCores))
}
