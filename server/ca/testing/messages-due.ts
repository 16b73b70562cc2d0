import { eventsDue } from '../demo/demo.ts'
import type { DemoMessage } from '../demo/message.ts'

/**
 * Returns the messages that the demo sends after `from` and up to `to` (ms since 1970), for its opening time and seed, sorted by creation. A span
 * before the opening contains the whole history: all messages about the first events.
 */
export function messagesDue(seed: number, openedAt: number, span: { from: number; to: number }): DemoMessage[] {
  const due = eventsDue(seed, openedAt, span).flatMap(({ messages }) => messages())
  return due.sort((a, b) => a.createdMs - b.createdMs || a.name.localeCompare(b.name))
}
