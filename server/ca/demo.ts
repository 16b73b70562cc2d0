import { demoEncounter } from './demo/encounter.ts'
import { type DemoMessage, demoMessage } from './demo/message.ts'
import { demoEvent, eventsBetween } from './demo/plan.ts'

/**
 * The messages that the demo, opened at a time with a seed, sends after `from` and up to `to` (ms since 1970), in the order
 * of their creation. Before the opening lies its history: everything that was said about its first events.
 */
export function messagesDue(seed: number, openedAt: number, { from, to }: { from: number; to: number }): DemoMessage[] {
  const due = eventsBetween(openedAt, from, to).flatMap((index) => {
    const event = demoEvent(seed, openedAt, index)
    const places = event.createdMs.flatMap((created, j) => (created > from && created <= to ? [j] : []))
    if (places.length === 0) return []
    const encounter = demoEncounter(event)
    return places.map((j) => demoMessage(event, encounter, j))
  })
  return due.sort((a, b) => a.createdMs - b.createdMs || a.name.localeCompare(b.name))
}
