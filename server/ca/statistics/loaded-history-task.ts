import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { DecidedEvent } from '@apsis/astro/statistics/compliance.ts'
import { decidedEventsOf } from '@apsis/astro/statistics/history-events.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readHistoryTable } from '@apsis/ccsds/history/history-table.ts'
import { LOADED_HISTORY_LIMITS } from '@apsis/contract/ca/statistics/loaded-history.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** An event of a table, and its time of closest approach, ms. */
export type PastEvent = DecidedEvent & { readonly tcaMs: number }

export type LoadedTable =
  | { readonly ok: true; readonly events: readonly PastEvent[]; readonly messages: number }
  | { readonly ok: false; readonly message: string; readonly errors: ProblemDetail[] }

/** Reads the events of a table as received. Runs in the worker pool: 50,000 rows take a second. */
export function readLoadedTable(original: Uint8Array): LoadedTable {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(original)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = 'The table is not written in UTF-8.'
    return { ok: false, message, errors: [{ code: 'history.bad-encoding', message }] }
  }
  const reading = readHistoryTable([text], LOADED_HISTORY_LIMITS.rows)
  if (!reading.ok) {
    const [first] = reading.faults
    return {
      ok: false,
      message: first === undefined ? 'The table cannot be read.' : describeFault(first),
      errors: reading.faults.map(({ code, message, line, column, keyword, found, expected }) => ({
        code: `history.${code}`,
        message,
        line,
        column,
        ...(keyword === null ? {} : { keyword }),
        values: { ...(found === null ? {} : { found }), ...(expected === null ? {} : { expected }) },
      })),
    }
  }
  const { events, origin } = decidedEventsOf(reading.messages)
  if (origin === null) return { ok: true, events: [], messages: 0 }
  return {
    ok: true,
    events: events.map((one) => ({ ...one, tcaMs: msOf(addSeconds(origin, one.event.tcaDay * SECONDS_PER_DAY)) })),
    messages: reading.messages.length,
  }
}

const msOf = (epoch: Epoch) => Date.parse(formatTime(epoch, { digits: 3, zulu: true }))
