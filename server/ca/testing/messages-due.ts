import { eventsDue } from '../demo/demo.ts'
import type { DemoMessage } from '../demo/message.ts'

/**
 * The messages that the demo, opened at a time with a seed, sends after `from` and up to `to` (ms since 1970), in the order
 * of their creation. Before the opening lies its history: everything that was said about its first events.
 */
export function messagesDue(seed: number, openedAt: number, span: { from: number; to: number }): DemoMessage[] {
  const due = eventsDue(seed, openedAt, span).flatMap(({ messages }) => messages())
  return due.sort((a, b) => a.createdMs - b.createdMs || a.name.localeCompare(b.name))
}
