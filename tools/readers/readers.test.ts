import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { SHAPES, WRITINGS } from './hostile-texts.ts'
import type { Measured } from './measure.ts'
import { readersOf } from './readers.ts'

/** What a thread may hold that reads a text of 4 MiB, with the text itself: 48 bytes for each character of it. */
const MOST_MEMORY_MIB = 192
/** The whole of a format takes seconds of processor time; a machine with much else to do takes minutes for them. */
const LONGEST_MS = 1_200_000

/** What the readers of a format took for each shape, in a thread that has no more memory than it may take. */
async function measure(format: string): Promise<Measured[]> {
  const measured: Measured[] = []
  const thread = new Worker(new URL('./measure.ts', import.meta.url), {
    workerData: { format },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MIB },
  })
  thread.on('message', (one: Measured) => measured.push(one))
  try {
    await once(thread, 'exit')
  } catch (error) {
    throw new Error(`${format}, after ${JSON.stringify(measured.at(-1))}: ${String(error)}`)
  }
  return measured
}

test.each(Object.keys(WRITINGS))(
  '%s is read in one walk through the text, whatever stands in it, and within its memory',
  async (format) => {
    const measured = await measure(format)
    expect(measured).toHaveLength(Object.keys(SHAPES).length * Object.keys(readersOf(format)).length)
    expect(measured.filter(({ isLinear }) => !isLinear)).toEqual([])
  },
  LONGEST_MS,
)
