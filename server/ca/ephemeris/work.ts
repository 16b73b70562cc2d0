import { Worker } from 'node:worker_threads'
import type { DifferenceSpan, EphemerisDifference } from '@apsis/astro/ephemeris/difference.ts'
import type { EphemerisFacts, EphemerisReading, ExpectedObject, Finding } from './reading.ts'

export type Task = {
  readonly want: 'check' | 'KVN' | 'XML'
  /** The path of the file, or its bytes. */
  readonly source: string | Uint8Array
  readonly name: string
  readonly object: ExpectedObject
  /** When it came, ISO 8601, for formats that do not say when they were made. */
  readonly since: string
}

export type Answer = Omit<EphemerisReading, 'orbit'> & {
  readonly facts: EphemerisFacts | undefined
  readonly packed: Uint8Array | undefined
  readonly text: string | undefined
}

/** What reading one file may cost (reliability.md §2.5). */
const MOST_MEMORY_MB = 512
const MOST_MS = 30_000
/** More at a time would take the processors from those who ask something small. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Two orbits as they are stored (packed-orbit.ts), and when to look at them. */
export type DifferenceTask = DifferenceSpan & { readonly reference: Uint8Array; readonly other: Uint8Array }

/** Reads a file on a thread of its own; what costs too much is given up, and that is what is wrong with the file. */
export function workOn(task: Task): Promise<Answer> {
  return inTurn(() => onThread<Answer>('./thread.ts', task, tooMuch))
}

/** Compares two orbits on a thread of its own. */
export function compareOn(task: DifferenceTask): Promise<EphemerisDifference> {
  const giveUp = (what: string): never => {
    throw new Error(`comparing two ephemerides takes ${what}`)
  }
  return inTurn(() => onThread<EphemerisDifference>('./difference-thread.ts', task, giveUp))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function onThread<T>(file: string, workerData: unknown, giveUp: (what: string) => T): Promise<T> {
  const resourceLimits = { maxOldGenerationSizeMb: MOST_MEMORY_MB }
  const thread = new Worker(new URL(file, import.meta.url), { workerData, resourceLimits })
  return new Promise<T>((resolve, reject) => {
    const end = (give: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      give()
    }
    const tell = (what: string) =>
      end(() => {
        try {
          resolve(giveUp(what))
        } catch (error) {
          reject(error)
        }
      })
    const timer = setTimeout(() => tell(`more than ${MOST_MS / 1000} s`), MOST_MS)
    thread.once('message', (answer: T) => end(() => resolve(answer)))
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tell(`more than ${MOST_MEMORY_MB} MiB of memory`)
      else end(() => reject(error))
    })
    thread.once('exit', (code) => end(() => reject(new Error(`the thread of ${file} ended with ${code}`))))
  })
}

function tooMuch(what: string): Answer {
  const finding: Finding = { code: 'too-large', message: `reading the file takes ${what}` }
  return { format: 'unknown', errors: [finding], warnings: [], facts: undefined, packed: undefined, text: undefined }
}
