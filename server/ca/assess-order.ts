import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Cdm as Message } from '@apsis/ccsds/cdm.ts'
import type { DerivedCdm, Own } from './derive-cdm.ts'

export type AssessOrder = { readonly id: number; readonly message: Message; readonly own: Own }
/** What came of it, or why the message has no geometry. */
export type AssessReply =
  | { readonly id: number; readonly derived: DerivedCdm; readonly error: null }
  | { readonly id: number; readonly derived: null; readonly error: string }

/** One processor is left to those who ask something small. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** What one message may cost (reliability.md §2.5): where covariances are absurd, the curved method goes on for minutes. */
const MOST_MS = 30_000
/** Without work for so long, all threads but one end: the next message does not wait for a start. */
const IDLE_MS = 60_000

type Waiting = {
  readonly order: AssessOrder
  readonly done: (reply: AssessReply) => void
  readonly failed: (error: unknown) => void
}
type Seat = { readonly thread: Worker; busy: Waiting | undefined; timer: NodeJS.Timeout | undefined }

const seats = new Set<Seat>()
const waiting: Waiting[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined

/** Assesses a message on a thread: never on the one that answers requests. Throws RangeError as deriveCdm does. */
export async function assessOnThread(message: Message, own: Own): Promise<DerivedCdm> {
  lastId += 1
  const order = { id: lastId, message, own }
  const reply = await new Promise<AssessReply>((done, failed) => {
    waiting.push({ order, done, failed })
    seatNext()
  })
  if (reply.derived === null) throw new RangeError(reply.error)
  return reply.derived
}

/** Gives work to whoever has none; a new thread is started where all have some. */
function seatNext(): void {
  clearTimeout(idle)
  while (waiting.length > 0) {
    const free = [...seats].find(({ busy }) => busy === undefined) ?? (seats.size < THREADS ? open() : undefined)
    const next = free && waiting.shift()
    if (free === undefined || next === undefined) return
    free.busy = next
    free.timer = setTimeout(() => giveUp(free), MOST_MS)
    free.thread.postMessage(next.order)
  }
  if ([...seats].every(({ busy }) => busy === undefined)) idle = setTimeout(close, IDLE_MS).unref()
}

function open(): Seat {
  const thread = new Worker(new URL('./assess-thread.ts', import.meta.url))
  // A process that has nothing else to do may end.
  thread.unref()
  const seat: Seat = { thread, busy: undefined, timer: undefined }
  seats.add(seat)
  thread.on('message', (reply: AssessReply) => {
    clearTimeout(seat.timer)
    seat.busy?.done(reply)
    seat.busy = undefined
    seatNext()
  })
  const lose = (error: unknown) => {
    clearTimeout(seat.timer)
    seats.delete(seat)
    seat.busy?.failed(error)
    seat.busy = undefined
    seatNext()
  }
  thread.once('error', lose)
  thread.once('exit', (code) => lose(new Error(`a thread that assesses messages ended with ${code}`)))
  return seat
}

/** Ends a thread that does not come to an end, and says so of its message. */
function giveUp(seat: Seat): void {
  const { busy } = seat
  seat.busy = undefined
  seats.delete(seat)
  void seat.thread.terminate()
  const error = `assessing it takes more than ${MOST_MS / 1000} s: its covariance may be wrong`
  busy?.done({ id: busy.order.id, derived: null, error })
  seatNext()
}

function close(): void {
  for (const seat of [...seats].slice(1)) {
    seats.delete(seat)
    void seat.thread.terminate()
  }
}
