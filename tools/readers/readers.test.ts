import { once } from 'node:events'
import { env } from 'node:process'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { SHAPES, WRITINGS } from './hostile-texts.ts'
import type { ReaderMeasurement } from './measure.ts'
import { readersOf } from './readers.ts'

/** Every shape of every format is read here; `npm run campaigns -- readers` reads texts of 4 MiB in place of these. */
const MOST_MIB = Number(env.APSIS_READERS_MIB ?? 1)
/** The largest memory of a thread: its programs, and 32 bytes for each character of the longest text, with the text itself. */
const MOST_MEMORY_MIB = 64 + 32 * MOST_MIB
/** The whole of a format takes seconds of processor time; a machine with much else to do takes minutes for them. */
const LONGEST_MS = 1_200_000

/** Returns the times of the readers of a format for each shape, in a thread that has no more memory than it may take. */
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
  `%s is read in one walk through the text, whatever stands in it, and within its memory (${MOST_MIB} MiB)`,
  async (format) => {
    const measured = await measure(format)
    expect(measured).toHaveLength(Object.keys(SHAPES).length * Object.keys(readersOf(format)).length)
    expect(measured.filter(({ isLinear }) => !isLinear)).toEqual([])
  },
  LONGEST_MS,
)
