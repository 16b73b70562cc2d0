import type { Event } from '@apsis/contract/events/event.ts'
import { now } from '../clock/clock.ts'
import { inTurn } from './in-turn.ts'
import { readAgain } from './queries.ts'
import { pauseBeforeReadingMs } from './rate-limit.ts'

/** Reads the data that events of one type have changed; all events during a read are handled by the next one. */
type Reader = (events: readonly Event['data'][]) => Promise<void>

const readers = new Map<string, Reader>()
const waiting = new Map<string, Event['data'][]>()

/** Sets a function that reads the changes of a type, instead of reading all queries under its name again. */
export function onChange(type: Event['type'], reader: Reader): void {
  readers.set(type, reader)
}

/** The longest pause between two reads of the notifications, however little of the rate limit is left: one of them may be an alarm. */
const LONGEST_WITHOUT_NOTICES_MS = 2_000
let noticesReadAt = Number.NEGATIVE_INFINITY

/** Returns the pause before reading. Notifications are read at once, and are delayed only if they were read a moment ago. */
function pauseMsFor(type: string): number {
  const pauseMs = pauseBeforeReadingMs(now())
  if (type !== 'notification') return pauseMs
  // The clock may be set back, so the difference may be negative.
  return Math.min(pauseMs, LONGEST_WITHOUT_NOTICES_MS) - Math.max(0, now() - noticesReadAt)
}

const readWaiting = inTurn(async (type) => {
  // The change was already read by the read that ended the pause.
  if (!waiting.has(type)) return
  const pauseMs = pauseMsFor(type)
  if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  if (type === 'notification') noticesReadAt = now()
  const events = waiting.get(type) ?? []
  waiting.delete(type)
  await (readers.get(type) ?? (() => readAgain({ queryKey: [type] })))(events)
})

/** Reads the data again that an event has changed. */
export async function readChange({ type, data }: Pick<Event, 'type' | 'data'>): Promise<void> {
  const events = waiting.get(type)
  if (events) events.push(data)
  else waiting.set(type, [data])
  await readWaiting(type)
}
