import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openTurns } from '../../platform/thread/turns.ts'
import type { Catalogue, CatalogueObject } from '../../tle/catalogue.service.ts'
import type { CatalogueEquipment, FindAnswer, FindMessage, FindOrder, FindReply } from './order.ts'

/** The prepared part of a catalogue: the orbits of its objects. */
type LoadedCatalogue = Pick<Catalogue, 'version'> & { readonly objects: readonly Pick<CatalogueObject, 'elements'>[] }

/** A question in absolute times. */
export type Search = Omit<FindOrder, 'fromS' | 'toS'> & { readonly from: Date; readonly to: Date }

export type Asking = { readonly tenantId: string; readonly signal: AbortSignal }

/** The queue answers searches one at a time, in turns by organisation. */
export type SearchQueue = {
  /** Seconds in the answer count from `from`. */
  search(catalogue: LoadedCatalogue, search: Search, asking: Asking): Promise<FindAnswer>
  close(): Promise<void>
}

/** The largest number of searches of one organisation that wait; a further search is refused. */
const MOST_WAITING_SEARCHES = 4
/** The memory for new objects of the search thread. With V8's own limit, a search against 11,000 objects took 180 MiB more, and no less time. */
const YOUNG_MIB = 8
/** A search has to be answered before its request times out. */
const MOST_MS = 18_000
/** The threads and their memory are released after this time without a question. */
const IDLE_MS = 15 * 60_000
/** A thread answers questions that begin within the first span after its start and end within the second. */
const [FRESH_MS, REACH_MS] = [1 * DAY_MS, 17 * DAY_MS]
const MOST_THREADS = 8

type Holding = {
  readonly thread: Worker
  readonly ready: Promise<void>
  readonly version: string
  readonly startMs: number
}

export type SearchQueueOptions = {
  /** The number of threads; by default all processors but one, which stays free for other requests. */
  readonly threads?: number
  /** Only tests shorten this. */
  readonly mostMs?: number
}

/** Opens the queue; threads start with the first question. */
export function openSearchQueue(now: () => number, options: SearchQueueOptions = {}): SearchQueue {
  const { threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)), mostMs = MOST_MS } = options
  let holding: Holding | undefined
  let idle: NodeJS.Timeout | undefined
  const turns = openTurns<() => Promise<void>>({ mostAtOnce: 1, now })
  let isBusy = false
  let count = 0

  /** Answers the next question, and the others after it. */
  async function drain(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next = turns.take(); next !== undefined; next = turns.take()) {
      await next.item()
      turns.done(next.owner)
    }
    isBusy = false
  }

  async function stopThread(): Promise<void> {
    clearTimeout(idle)
    const leaving = holding
    holding = undefined
    await leaving?.thread.terminate()
  }

  async function holdingFor(catalogue: LoadedCatalogue, { from, to }: Search): Promise<Holding> {
    clearTimeout(idle)
    const fits =
      holding?.version === catalogue.version &&
      from.getTime() >= holding.startMs &&
      from.getTime() <= holding.startMs + FRESH_MS &&
      to.getTime() <= holding.startMs + REACH_MS
    if (holding !== undefined && fits) return holding
    await stopThread()
    const early = Math.min(from.getTime(), now())
    const begin = to.getTime() - early <= REACH_MS && from.getTime() - early <= FRESH_MS ? early : from.getTime()
    const opened = openThread(catalogue, Math.floor(begin / HOUR_MS) * HOUR_MS, threads)
    holding = opened
    return opened
  }

  async function answer(catalogue: LoadedCatalogue, search: Search, signal: AbortSignal): Promise<FindAnswer> {
    signal.throwIfAborted()
    const { thread, ready, startMs } = await holdingFor(catalogue, search)
    const { from, to, ...order } = search
    const [fromS, toS] = [(from.getTime() - startMs) / 1000, (to.getTime() - startMs) / 1000]
    count += 1
    try {
      await ready
      const given = await ask(thread, { kind: 'ask', id: count, order: { ...order, fromS, toS } }, signal)
      return sinceBegin(given, fromS)
    } catch (error) {
      // The state of the threads is unknown, so the next question gets new threads. After a stopped search the threads can be used again.
      if (!signal.aborted) await stopThread()
      throw error
    } finally {
      idle = setTimeout(() => void stopThread(), IDLE_MS).unref()
    }
  }

  return {
    async search(catalogue, search, { tenantId, signal: gone }) {
      if (turns.waitingOf(tenantId).count >= MOST_WAITING_SEARCHES)
        throw new ApiError(
          'too-many-requests',
          'Several searches of your organisation wait already: try again shortly.',
          {
            headers: { 'retry-after': '5' },
          },
        )
      const stop = new AbortController()
      const late = AbortSignal.timeout(mostMs)
      // A late search continues without its caller, since the part of the catalogue that it prepares makes the next one fast.
      gone.addEventListener('abort', () => !late.aborted && stop.abort(gone.reason), { once: true })
      if (gone.aborted) stop.abort(gone.reason)
      const answered = new Promise<FindAnswer>((resolve, reject) => {
        const item = () => answer(catalogue, search, stop.signal).then(resolve, reject)
        turns.push(tenantId, item)
        // A caller that has left must not keep a place in the queue.
        stop.signal.addEventListener('abort', () => turns.drop(tenantId, item) && reject(stop.signal.reason))
      })
      void drain()
      return Promise.race([answered, tooLate(late, answered)])
    },
    close: stopThread,
  }
}

/** Rejects when the search is late. The promise stays pending if the answer came first. */
function tooLate(late: AbortSignal, answered: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const tell = () =>
      reject(new ApiError('timeout', 'The search takes too long to wait for: start a screening instead, or try again.'))
    late.addEventListener('abort', tell, { once: true })
    const forget = () => late.removeEventListener('abort', tell)
    answered.then(forget, forget)
  })
}

function openThread({ objects, version }: LoadedCatalogue, startMs: number, threads: number): Holding {
  const start = parseTime(new Date(startMs).toISOString())
  const workerData: CatalogueEquipment = { start, elements: objects.map(({ elements }) => elements), threads }
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  })
  const ready = reply(thread, 0).then(() => undefined)
  // Only the waiting caller needs the error.
  ready.catch(() => undefined)
  return { thread, ready, version, startMs }
}

async function ask(thread: Worker, message: FindMessage, signal: AbortSignal): Promise<FindAnswer> {
  const cancel = () => thread.postMessage({ kind: 'cancel', id: message.id } satisfies FindMessage)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    const answered = reply(thread, message.id)
    thread.postMessage(message)
    const given = await answered
    signal.throwIfAborted()
    if ('error' in given) throw new Error(`the search failed: ${given.error}`)
    return given
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function reply(thread: Worker, id: number): Promise<FindReply> {
  return new Promise((resolve, reject) => {
    const end = (give: () => void) => {
      thread.off('message', take)
      thread.off('error', fail)
      thread.off('exit', leave)
      give()
    }
    const take = (message: FindReply) => {
      if (message.id === id) end(() => resolve(message))
    }
    const fail = (error: unknown) => end(() => reject(error))
    const leave = (code: number) => fail(new Error(`the thread of the search ended with ${code}`))
    thread.on('message', take)
    thread.on('error', fail)
    thread.on('exit', leave)
  })
}

function sinceBegin({ found, nearest, lost, compared, unusable }: FindAnswer, fromS: number): FindAnswer {
  // A search whose caller left before it began is not run.
  const since = (untilS: number | undefined) => (untilS === undefined || untilS <= fromS ? undefined : untilS - fromS)
  return {
    found: found.map((one) => ({ ...one, seconds: one.seconds - fromS })),
    nearest: nearest.map((one) => ({ ...one, seconds: one.seconds - fromS })),
    lost: lost.map((one) => ({ ...one, untilS: since(one.untilS) })),
    compared,
    unusable,
  }
}
