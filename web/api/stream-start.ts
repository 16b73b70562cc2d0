/**
 * Decides when a page may read. Changes are announced only after the first position of the event stream: an answer from before it must be
 * read again, because it may be older than a change that is not announced. So a new page waits a moment for that position.
 */

/** This is longer than an answer from far away takes; a page that would have to wait longer reads twice instead. */
const LONGEST_WAIT_MS = 1_000

type Start = {
  /** Resolves when there is a position, or none is expected soon. */
  readonly isOver: Promise<void>
  readonly end: () => void
  hasPosition: boolean
  /** True if something was read before there was a position. */
  isReadEarly: boolean
}

let start: Start | undefined

/** Notes that the stream of a user who has signed in is about to open. */
export function beginStream(): void {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS)
    end = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  start = { isOver, end, hasPosition: false, isReadEarly: false }
}

/** Notes that the stream cannot be opened for now, so that reads do not wait for it. */
export function giveUpStream(): void {
  start?.end()
}

/** Notes that there is a position; returns true if something was read before it, which may be out of date. */
export function notePosition(): boolean {
  if (start === undefined || start.hasPosition) return false
  start.hasPosition = true
  start.end()
  return start.isReadEarly
}

/** Runs before each call: a reading call waits for the position. */
export async function beforeCall(isReading: boolean): Promise<void> {
  const own = start
  if (own === undefined || own.hasPosition) return
  if (isReading) await own.isOver
  if (!own.hasPosition) own.isReadEarly = true
}
