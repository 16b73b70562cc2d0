import { demoEncounter } from './encounter.ts'
import { type DemoMessage, demoMessage } from './message.ts'
import { demoEvent, eventsBetween } from './plan.ts'

/** An event with messages to send; their texts are written on demand. */
export type DueEvent = { readonly event: number; readonly messages: () => DemoMessage[] }

/** Returns the messages, by event, that the demo sends after `from` and up to `to` (ms since 1970), for its opening time and seed. */
export function eventsDue(seed: number, openedAt: number, { from, to }: { from: number; to: number }): DueEvent[] {
  return eventsBetween(openedAt, from, to).flatMap((index) => {
    const event = demoEvent(seed, openedAt, index)
    const places = event.createdMs.flatMap((created, j) => (created > from && created <= to ? [j] : []))
    const messages = () => {
      const encounter = demoEncounter(event)
      return places.map((j) => demoMessage(event, encounter, j))
    }
    return places.length === 0 ? [] : [{ event: index, messages }]
  })
}
