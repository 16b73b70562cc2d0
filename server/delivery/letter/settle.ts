import { nextMessageMs } from '@apsis/contract/ca/conjunction/cadence.ts'
import { writtenMinute } from '@apsis/contract/told/written-number.ts'
import type { HistoryLine, Letter, Settling, TrackingPass } from './facts.ts'
import { LETTER_WORDS } from './letter-words.data.ts'

type Known = { readonly history: readonly HistoryLine[]; readonly tcaMs: number; readonly nowMs: number }

/** The next message by the rhythm of those that came, as the page of the event has it, and the next pass. */
export function settlingOf({ history, tcaMs, nowMs }: Known, pass: TrackingPass | undefined): Settling {
  const atMs = nextMessageMs(
    history.map(({ createdAtMs }) => createdAtMs),
    { nowMs, tcaMs },
  )
  return { message: atMs === undefined ? undefined : { number: history.length + 1, atMs }, pass }
}

/** What would settle it, in a sentence; empty: nothing is known to come. */
export function settlingSaid({ settling, language }: Letter): string {
  const words = LETTER_WORDS[language]
  const { message, pass } = settling ?? {}
  const parts = [
    message && fill(words.settleMessage, { number: String(message.number), time: writtenMinute(message.atMs) }),
    pass && fill(words.settlePass, { sensor: pass.sensorCode, time: writtenMinute(pass.atMs) }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : fill(words.settle, { what: parts.join(words.settleAnd) })
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
