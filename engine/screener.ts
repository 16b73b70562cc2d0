import type { Worker } from 'node:worker_threads'
import { withinSpan } from '@apsis/astro/ephemeris/within-span.ts'
import { packCatalogue } from '@apsis/astro/kernel/packed.ts'
import { missing } from '@apsis/astro/missing.ts'
import { extentsOf } from '@apsis/astro/screening/radii.ts'
import type { Encounter, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { BoxOfSet } from '@apsis/astro/screening/screening-box.ts'
import type { ScreeningObject, SetPair, Span } from '@apsis/astro/screening/screening-object.ts'
import type { Extents } from '@apsis/astro/screening/sweep-objects.ts'
import { HALF_S, TASK_WINDOWS } from '@apsis/astro/screening/sweep-windows.data.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { partsInOrder } from './parts-in-order.ts'
import { type Answer, type Message, type Order, unpackAnswer } from './task.ts'
import { startThreads, type ThreadGroup, type ThreadOptions } from './thread-group.ts'

const WINDOW_S = 2 * HALF_S

export interface ScreenerOptions extends ThreadOptions {
  /** Threads that are already started. They belong to one screener, which ends them; given instead of `threads` and `build`. */
  readonly threadGroup?: ThreadGroup
}

/** One screening of a loaded catalogue. */
export interface Question {
  readonly durationS: number
  readonly thresholdM: number
  /** Only encounters inside the box around the object of a set are reported. */
  readonly within?: BoxOfSet
  /** The pairs of sets that are compared; default: set 0 with itself. */
  readonly pairs?: readonly SetPair[]
  /** Sets, groups and spans of objects in the catalogue, by index; the other objects are in set 0. */
  readonly roles?: ReadonlyMap<number, Pick<ScreeningObject, 'set' | 'group' | 'fromS' | 'untilS'>>
  /** Objects that are not in the catalogue; their indices follow those of the catalogue. */
  readonly others?: readonly ScreeningObject[]
  /** The part of the interval; default: the whole interval. */
  readonly span?: Span
  readonly signal?: AbortSignal
  /** Called after each task, with the number of finished tasks and the number of all tasks. */
  readonly onProgress?: (done: number, total: number) => void
  /**
   * Called with encounters in the order of time, as soon as they are certain; the screening waits until the returned promise resolves. The result of
   * the screening then contains no encounters, so that they need not all be in memory.
   */
  readonly onFound?: (encounters: readonly Encounter[]) => void | Promise<void>
}

/** A catalogue on threads that can be screened again and again; one screening at a time. */
export interface Screener {
  screen(question: Question): Promise<ScreeningResult>
  close(): Promise<void>
}

/** Starts threads and loads a catalogue into each; times count from `start`. */
export async function openScreener(
  models: readonly Sgp4Model[],
  start: Epoch,
  { threadGroup, ...options }: ScreenerOptions = {},
): Promise<Screener> {
  const { workers, close } = threadGroup ?? (await startThreads(options))
  const packed = packCatalogue(models, start, sharedNumbers)
  const rows = packed.groups.flatMap(({ places }) => [...places])
  for (const worker of workers) send(worker, { kind: 'catalogue', packed })
  let last: Promise<unknown> = Promise.resolve()
  const ranges = rows.map((place) => models[place]).filter((model) => model !== undefined)
  const extentsIn = rememberLast((span: Span) => extentsOf(ranges, start, span))
  return {
    screen: (question) => {
      const result = last.then(() => screenOn({ workers, size: models.length, start, extentsIn }, question))
      last = result.catch(() => undefined)
      return result
    },
    close,
  }
}

/** Returns numbers in memory that the threads share. */
function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT))
}

/** Caches the last result, because a screener is often asked about the same interval again. */
function rememberLast(extentsIn: (span: Span) => Extents): (span: Span) => Extents {
  let last: { readonly span: Span; readonly extents: Extents } | undefined
  return (span) => {
    if (last?.span.fromS !== span.fromS || last.span.toS !== span.toS) last = { span, extents: extentsIn(span) }
    return last.extents
  }
}

interface LoadedCatalogue {
  readonly workers: readonly Worker[]
  readonly size: number
  readonly start: Epoch
  readonly extentsIn: (span: Span) => Extents
}

async function screenOn(
  { workers, size, start, extentsIn }: LoadedCatalogue,
  question: Question,
): Promise<ScreeningResult> {
  const { durationS, thresholdM, signal, onProgress, onFound } = question
  if (!(durationS > 0 && thresholdM > 0)) {
    throw new RangeError(`duration ${durationS} and threshold ${thresholdM} must be above 0`)
  }
  signal?.throwIfAborted()
  const span = question.span ?? { fromS: 0, toS: durationS }
  const tasks = tasksOf(span, durationS)
  const asked = orderOf(
    size,
    question,
    (question.others ?? []).map((one) => seenIn(span, one, start)),
  )
  // If only some objects are compared with the others, the shells of their altitudes exclude most of the catalogue.
  const order: Order = isCatalogueSelfCompared(asked) ? asked : { ...asked, extents: extentsIn(span) }
  const encounters: Encounter[] = []
  const parts = partsInOrder(
    onFound ??
      ((found) => {
        for (const one of found) encounters.push(one)
      }),
  )
  const left = tasks.map((task, place) => ({ task, place }))
  let done = 0
  const work = async (worker: Worker) => {
    const begin = () => {
      const one = signal?.aborted ? undefined : left.shift()
      return one && { place: one.place, answer: ask(worker, { kind: 'task', span: one.task }) }
    }
    send(worker, { kind: 'order', order })
    for (let current = begin(); current !== undefined; ) {
      const answer = await current.answer
      done += 1
      onProgress?.(done, tasks.length)
      // The thread computes its next task while its previous results are received here.
      const next = begin()
      await allEnd([parts.add(current.place, unpackAnswer(answer)), next?.answer])
      current = next
    }
  }
  await allEnd(workers.map((worker) => work(worker).finally(() => left.splice(0))))
  signal?.throwIfAborted()
  return { notScreened: await parts.end(), encounters }
}

/**
 * Returns an object with the states that a sweep of the span needs: at the centres of the windows in the span, and of the windows just before and
 * after it. Copying an ephemeris of a week to each thread, state by state, would take longer than screening two hours of it.
 */
function seenIn({ fromS, toS }: Span, object: ScreeningObject, start: Epoch): ScreeningObject {
  const { flight } = object
  if (flight.kind === 'elements') return object
  const marginS = 2 * WINDOW_S
  const ephemeris = withinSpan(flight.ephemeris, start, fromS - marginS, toS + marginS)
  return { ...object, flight: { kind: 'ephemeris', ephemeris } }
}

/** Waits until all promises have settled, even if one fails, so that no answer of a thread can be mistaken for the answer to the next question. */
async function allEnd(all: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Returns true if the objects of some set are compared with each other: then every object is compared with others. */
function isCatalogueSelfCompared({ allowed }: Pick<Order, 'allowed'>): boolean {
  return allowed.some((others, set) => ((others >> set) & 1) === 1)
}

function send(worker: Worker, message: Message): void {
  worker.postMessage(message)
}

function ask(worker: Worker, message: Message): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', answer)
      worker.off('error', fail)
      worker.off('exit', end)
    }
    const answer = (value: Answer) => {
      done()
      resolve(value)
    }
    const fail = (error: unknown) => {
      done()
      reject(error)
    }
    const end = (code: number) => fail(new Error(`a thread of the screening ended with ${code}`))
    worker.on('message', answer)
    worker.on('error', fail)
    worker.on('exit', end)
    send(worker, message)
  })
}

function orderOf(
  size: number,
  { durationS, thresholdM, within, pairs, roles }: Question,
  others: readonly ScreeningObject[],
): Omit<Order, 'extents'> {
  const count = size + others.length
  const sets = new Uint8Array(count)
  const groups = new Int32Array(count)
  const spans = new Map<number, Span>()
  const assign = (place: number, { set = 0, group = 0, fromS, untilS }: Partial<ScreeningObject>) => {
    if (!(set >= 0 && set < 8)) throw new RangeError(`set ${set} must be 0 to 7`)
    sets[place] = set
    groups[place] = group
    if (fromS !== undefined || untilS !== undefined) spans.set(place, { fromS: fromS ?? 0, toS: untilS ?? durationS })
  }
  for (const [place, role] of roles ?? []) assign(place, role)
  for (const [k, object] of others.entries()) assign(size + k, object)
  const allowed = new Uint8Array(8)
  for (const [one, other] of pairs ?? [[0, 0]]) {
    allowed[one] = (allowed[one] ?? missing()) | (1 << other)
    allowed[other] = (allowed[other] ?? missing()) | (1 << one)
  }
  return {
    others,
    sets,
    groups,
    allowed,
    spans,
    limits: { durationS, thresholdM, ...(within === undefined ? {} : { within }) },
  }
}

/** Divides an interval into tasks of TASK_WINDOWS whole windows each, in the order of time; the last one may be shorter. */
function tasksOf({ fromS, toS }: Span, durationS: number): Span[] {
  if (!(fromS >= 0 && toS > fromS && fromS % WINDOW_S === 0 && (toS % WINDOW_S === 0 || toS >= durationS))) {
    throw new RangeError(`a part from ${fromS} s to ${toS} s does not begin and end with windows of ${WINDOW_S} s`)
  }
  const pieceS = TASK_WINDOWS * WINDOW_S
  const count = Math.ceil((Math.min(toS, durationS) - fromS) / pieceS)
  return Array.from({ length: count }, (_, k) => {
    return { fromS: fromS + k * pieceS, toS: Math.min(toS, durationS, fromS + (k + 1) * pieceS) }
  })
}
