import { nextMessageMs } from '@apsis/contract/ca/event/cadence.ts'
import { writtenMinute, writtenNumber } from '@apsis/contract/notice-text/written-number.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'
import {
  type ComingFacts,
  type DecidingPass,
  type DecidingPasses,
  type DeliveryContent,
  type HistoryLine,
  needsNoDecision,
} from './facts.ts'
import { moneyIn } from './manner.service.ts'

type FactsInput = { readonly history: readonly HistoryLine[]; readonly tcaMs: number; readonly nowMs: number }

/**
 * Returns the next message and the passes that can decide the event. The next message is expected from the interval
 * of the earlier ones, as on the event's page.
 */
export function comingFactsOf({ history, tcaMs, nowMs }: FactsInput, passes: DecidingPasses | undefined): ComingFacts {
  const atMs = nextMessageMs(
    history.map(({ createdAtMs }) => createdAtMs),
    { nowMs, tcaMs },
  )
  return { message: atMs === undefined ? undefined : { number: history.length + 1, atMs }, passes }
}

/**
 * Returns a sentence that names the next message and the passes that can decide the event; empty if neither is known.
 */
export function comingFactsInWords({ comingFacts, language, notification }: DeliveryContent): string {
  if (needsNoDecision(notification)) return ''
  const words = DELIVERY_WORDS[language]
  const { message, passes } = comingFacts ?? {}
  const { ordered, toOrder } = passes ?? {}
  const passSaid = (text: string, { sensorCode, atMs, chance }: DecidingPass, price = '') =>
    fill(text, {
      sensor: sensorCode,
      time: writtenMinute(atMs),
      chance: `${writtenNumber(100 * chance, language, 0)}\u00a0%`,
      price: price === '' ? '' : `, ${price}`,
    })
  const price = toOrder?.price && moneyIn(language, toOrder.price.amount, toOrder.price.currency)
  const parts = [
    message && fill(words.nextMessage, { number: String(message.number), time: writtenMinute(message.atMs) }),
    ordered && passSaid(words.orderedPass, ordered),
    toOrder && passSaid(words.passToOrder, toOrder, price),
  ].filter((part) => part !== undefined)
  const said = parts.length === 0 ? [] : [fill(words.settle, { what: joined(parts, words.joinedByAnd) })]
  const isNone = passes !== undefined && ordered === undefined && toOrder === undefined
  return [...said, ...(isNone ? [words.noPass] : [])].join(' ')
}

/** Joins parts: `a`, or `a, and b`, or `a; b, and c`. */
const joined = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join('; ')}${and}${parts.at(-1)}`

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
