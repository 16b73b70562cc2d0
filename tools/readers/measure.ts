import { parentPort, workerData } from 'node:worker_threads'
import { SHAPES, WRITINGS } from './hostile-texts.ts'
import { readersOf } from './readers.ts'

// Runs in a thread that reads the hostile texts of one format. The thread that starts it limits its memory.

/** The processor time of this thread, ms, that one reader takes for one shape, for texts of each size. */
export interface ReaderMeasurement {
  readonly shape: string
  readonly reader: string
  readonly cpuMs: readonly number[]
  readonly isLinear: boolean
}

const MIB = 1_048_576
/** A reader that takes less than this for the largest text is fast, whatever the ratio. */
const FAST_MS_PER_MIB = 30
/** The largest ratio of the times for a text and for one of half its size: 2 is linear, 4 is quadratic. */
const MOST_RATIO = 3
/** The kernel counts processor time in steps, so a short time may lack one of them (250 steps per second on Debian). */
const STEP_MS = 4
/** A reader may be linear and still too slow: this is the limit for one MiB, four times what the slowest reader takes. */
const MOST_MS_PER_MIB = 5_000
/** Other work on the machine can only make a run longer, so the shortest of several runs counts. */
const MOST_ATTEMPTS = 5

const { format, mostMib } = workerData as { readonly format: string; readonly mostMib: number }

/** The sizes of the texts in characters, each twice as long as the one before it. */
const SIZES = [mostMib / 4, mostMib / 2, mostMib].map((mib) => mib * MIB)
const writing = WRITINGS[format]
if (writing === undefined) throw new TypeError(`there is no format ${format}`)

for (const [shape, shapeOf] of Object.entries(SHAPES)) {
  const make = shapeOf(writing, format)
  for (const [reader, read] of Object.entries(readersOf(format))) {
    const cpuMs = SIZES.map(() => Number.POSITIVE_INFINITY)
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && !isLinear(cpuMs); attempt += 1) {
      // The largest text comes first: if it is read fast, the others need not be read.
      for (const [at, size] of [...SIZES.entries()].reverse()) {
        if (isFast(cpuMs)) continue
        const text = make(size)
        const before = process.threadCpuUsage()
        await read(text)
        const { user, system } = process.threadCpuUsage(before)
        cpuMs[at] = Math.min(cpuMs[at] ?? 0, (user + system) / 1000)
      }
    }
    parentPort?.postMessage({ shape, reader, cpuMs, isLinear: isLinear(cpuMs) } satisfies ReaderMeasurement)
  }
}

function isFast(cpuMs: readonly number[]): boolean {
  return (cpuMs.at(-1) ?? 0) < FAST_MS_PER_MIB * mostMib
}

/** True if a text of twice the size takes at most three times as long. */
function isLinear(cpuMs: readonly number[]): boolean {
  const isTwice = (time: number, at: number) =>
    Number.isFinite(time) && time <= MOST_RATIO * ((cpuMs[at] ?? 0) + STEP_MS)
  return isFast(cpuMs) || ((cpuMs.at(-1) ?? 0) < MOST_MS_PER_MIB * mostMib && cpuMs.slice(1).every(isTwice))
}
