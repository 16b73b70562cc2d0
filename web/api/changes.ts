import type { Event } from '@apsis/contract/events/event.ts'
import { now } from '../clock/clock.ts'
import { pauseBeforeReadingMs } from './allowance.ts'
import { inTurn } from './in-turn.ts'
import { readAgain } from './queries.ts'

/** Reads what events of one type say has changed, all that came while it read before in one go. */
type Reader = (events: readonly Event['data'][]) => Promise<void>

const readers = new Map<string, Reader>()
const waiting = new Map<string, Event['data'][]>()

/** Reads the changes of a type in another way than all that is read under its name again. */
export function onChange(type: Event['type'], reader: Reader): void {
  readers.set(type, reader)
}

const readWaiting = inTurn(async (type) => {
  const pauseMs = pauseBeforeReadingMs(now())
  if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const events = waiting.get(type) ?? []
  waiting.delete(type)
  await (readers.get(type) ?? (() => readAgain({ queryKey: [type] })))(events)
})

/** Reads again what an event says has changed. */
export async function readChange({ type, data }: Pick<Event, 'type' | 'data'>): Promise<void> {
  const events = waiting.get(type)
  if (events) events.push(data)
  else waiting.set(type, [data])
  await readWaiting(type)
}
