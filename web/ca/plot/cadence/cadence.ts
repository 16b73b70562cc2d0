import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { DecisionEntry } from '@apsis/contract/ca/event/conjunction.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { cadenceOf, expectedAfter, type NumberedMessage } from '../../event/messages.ts'
import { plotWords } from '../words.data.ts'

/** A span of time that our own ephemeris covers. */
export type Coverage = { readonly name: string; readonly fromMs: number; readonly toMs: number }
/** The known facts of the time between the first message and TCA. */
export type CadenceFacts = {
  readonly messages: readonly NumberedMessage[]
  readonly record: readonly DecisionEntry[]
  /** The ephemeris that covers the event; null if there is none, undefined until that is known. */
  readonly coverage: Coverage | null | undefined
  readonly tcaMs: number
  readonly nowMs: number
}

/** Returns the operational ephemeris whose usable span covers TCA; if there is none, the one that ends last. */
export function coverageOf(files: readonly EphemerisFile[], tcaMs: number): Coverage | undefined {
  const covers = ({ fromMs, toMs }: Coverage) => Number(fromMs <= tcaMs && toMs >= tcaMs)
  return files
    .filter(({ kind, active }) => kind === 'OPERATIONAL' && active)
    .flatMap(({ name, usableStartTime, usableStopTime }) =>
      usableStartTime === null || usableStopTime === null
        ? []
        : [{ name, fromMs: Date.parse(usableStartTime), toMs: Date.parse(usableStopTime) }],
    )
    .toSorted((a, b) => covers(b) - covers(a) || b.toMs - a.toMs)[0]
}

/** Returns the time until which object 2 was observed, each time a message has a new one. */
export function observationsOf(messages: readonly NumberedMessage[]) {
  return messages.flatMap(({ cdm, number }, place) => {
    const { lastObservationAt } = cdm.object2
    if (lastObservationAt === null || lastObservationAt === messages[place - 1]?.cdm.object2.lastObservationAt)
      return []
    return [{ id: cdm.cdmId, number, atMs: Date.parse(lastObservationAt) }]
  })
}

/** A message is late when the time since the previous message is longer than this factor times the usual interval. */
const GAP_FACTOR = 2

/** Returns the spans without messages for much longer than usual. */
export function gapsOf(messages: readonly NumberedMessage[]): readonly (readonly [fromMs: number, toMs: number])[] {
  const cadence = cadenceOf(messages)
  if (cadence === undefined) return []
  return messages.slice(1).flatMap(({ atMs }, place) => {
    const before = messages[place]?.atMs ?? atMs
    return atMs - before > GAP_FACTOR * cadence ? [[before, atMs] as const] : []
  })
}

export function cadenceCaption({ messages, tcaMs, nowMs }: CadenceFacts): string {
  const last = messages.at(-1)
  const cadence = cadenceOf(messages)
  if (!last) return ''
  const facts = { messages: messages.length, time: formatInstant(last.atMs) }
  if (cadence === undefined) return plotWords('cadenceFew', facts)
  const expected = expectedAfter(messages, tcaMs, nowMs).length
  return plotWords('cadenceCaption', {
    ...facts,
    hours: formatNumber(cadence / HOUR_MS, { decimals: 1 }),
    expected,
  })
}
