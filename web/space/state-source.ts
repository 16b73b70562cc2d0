import { chooseKernelBuild, type WasmEngine } from '@apsis/astro/kernel/engine.ts'
import { STATE_WORDS } from '@apsis/astro/space/state-set.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { readBuiltFile } from '../api/built-file.ts'
import { startThread } from '../site/own-thread.ts'
import { KERNEL_FILES } from './kernel-files.data.ts'
import type { StatesAnswer, StatesQuestion } from './states-worker.ts'
import workerUrl from './states-worker.ts?worker&url'

export type StateSet = Extract<StatesAnswer, { kind: 'set' }>

/** The states of a catalogue, computed by a thread of its own. */
export type StateSource = {
  readonly size: number
  /** Returns the states at a time. Sets that are no longer drawn are given back by `reuse`, so that a running clock makes no garbage. */
  readonly setAt: (atMs: number) => Promise<StateSet>
  readonly reuse: (set: StateSet) => void
  readonly close: () => void
}

type Waiting = { readonly resolve: (answer: StatesAnswer) => void; readonly reject: (error: Error) => void }

/** A thread with the kernel that it will use, before there is a catalogue. */
export type PreparedThread = {
  readonly thread: Worker
  readonly kernel: Promise<ArrayBuffer>
  /** Returns why the thread has stopped before a catalogue was opened. */
  readonly failure: () => string | undefined
}

const STOPPED = 'The thread of the states stopped.'

/** Fetches the code of the thread and the kernel, which takes as long as fetching the catalogue. */
export function prepareThread(): PreparedThread {
  const engine: WasmEngine = WebAssembly
  const kernel = readBuiltFile(KERNEL_FILES[chooseKernelBuild(engine)])
  // Who opens the catalogue is told that the kernel could not be read.
  kernel.catch(() => undefined)
  const thread = startThread(workerUrl)
  let failure: string | undefined
  thread.onerror = ({ message }) => {
    failure = message || STOPPED
  }
  return { thread, kernel, failure: () => failure }
}

/** Opens a catalogue in a prepared thread; rejects if the thread fails, and so do all later questions. */
export async function openStateSource(columns: CatalogueElements, prepared: PreparedThread): Promise<StateSource> {
  const { thread } = prepared
  const waiting: Waiting[] = []
  let dead: Error | undefined
  thread.onmessage = ({ data }: MessageEvent<StatesAnswer>) => {
    // Answers come in the order of the questions.
    const { resolve, reject } = waiting.shift() ?? {}
    if (data.kind === 'failure') reject?.(new Error(data.reason))
    else resolve?.(data)
  }
  const end = (reason: Error) => {
    dead ??= reason
    thread.terminate()
    for (const { reject } of waiting.splice(0)) reject(dead)
  }
  thread.onerror = ({ message }) => end(new Error(message || STOPPED))
  const earlier = prepared.failure()
  if (earlier !== undefined) end(new Error(earlier))
  const ask = <Kind extends 'opened' | 'set'>(question: StatesQuestion, transfer: Transferable[] = []) =>
    new Promise<StatesAnswer>((resolve, reject) => {
      if (dead !== undefined) return reject(dead)
      waiting.push({ resolve, reject })
      thread.postMessage(question, transfer)
    }) as Promise<Extract<StatesAnswer, { kind: Kind }>>
  const free: ArrayBuffer[] = []
  try {
    const kernel = await prepared.kernel
    const { size } = await ask<'opened'>({ kind: 'open', columns, kernel }, [kernel])
    const bytes = size * STATE_WORDS * Float32Array.BYTES_PER_ELEMENT
    return {
      size,
      setAt: (atMs) => {
        const set = free.pop() ?? new ArrayBuffer(bytes)
        return ask<'set'>({ kind: 'set', atMs, set }, [set])
      },
      reuse: ({ set }) => void free.push(set),
      close: () => end(new Error('The states are not needed any more.')),
    }
  } catch (failure) {
    thread.terminate()
    throw failure
  }
}
