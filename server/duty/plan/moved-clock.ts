import { readFileSync } from 'node:fs'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'

/**
 * Returns a work whose clock is ahead by the seconds in a file, so that an hour of the on-call chain, or of an observation request, can be shown in a
 * minute. Nothing else uses this clock, so that no time of an event, a message or a delivery is moved.
 */
export function withMovedClock(work: RecurringWork, file: string | undefined): RecurringWork {
  if (file === undefined) return work
  return {
    ...work,
    turn: (platform, tenantId) => {
      const aheadMs = readSeconds(file) * 1_000
      return work.turn({ ...platform, now: () => platform.now() + aheadMs }, tenantId)
    },
  }
}

/** Returns the clock of the on-call chain: it is ahead of the ordinary clock by the current value in the file. */
export const chainClock = (now: () => number, file: string | undefined): (() => number) =>
  file === undefined ? now : () => now() + readSeconds(file) * 1_000

/** Returns the value in the file; 0 if there is no file. Throws for invalid content. */
function readSeconds(file: string): number {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return 0
    throw error
  }
  if (!/^-?\d{1,9}$/.test(text)) throw new TypeError(`${file} holds no whole number of seconds`)
  return Number(text)
}
