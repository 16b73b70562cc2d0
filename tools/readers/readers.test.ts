import { once } from 'node:events'
import { env } from 'node:process'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { SHAPES, WRITINGS } from './hostile-texts.ts'
import type { ReaderMeasurement } from './measure.ts'
import { readersOf } from './readers.ts'

/** Every shape of every format is read here; `npm run tool -- campaigns readers` reads texts of 4 MiB instead. */
const MOST_MIB = Number(env.APSIS_READERS_MIB ?? 1)
/** The largest memory of a thread: its programs, and 32 bytes for each character of the longest text, including the text itself. */
const MOST_MEMORY_MIB = 64 + 32 * MOST_MIB
/** All texts of a format take seconds of processor time, and minutes on a busy machine. */
const LONGEST_MS = 1_200_000

/** Returns the times of a format's readers for each shape, measured in a thread with limited memory. */
async function measure(format: string): Promise<ReaderMeasurement[]> {
  const measured: ReaderMeasurement[] = []
  const thread = new Worker(new URL('./measure.ts', import.meta.url), {
    workerData: { format, mostMib: MOST_MIB },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MIB },
  })
  thread.on('message', (one: ReaderMeasurement) => measured.push(one))
  try {
    await once(thread, 'exit')
  } catch (error) {
    throw new Error(`${format}, after ${JSON.stringify(measured.at(-1))}: ${String(error)}`)
  }
  return measured
}

test.each(Object.keys(WRITINGS))(
  `%s is read in linear time, whatever the text contains, and within its memory (${MOST_MIB} MiB)`,
  async (format) => {
    const measured = await measure(format)
    expect(measured).toHaveLength(Object.keys(SHAPES).length * Object.keys(readersOf(format)).length)
    expect(measured.filter(({ isLinear }) => !isLinear)).toEqual([])
  },
  LONGEST_MS,
)
