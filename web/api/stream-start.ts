/**
 * Says when a page may read. Changes are announced from the first position of the event stream on: an answer from before it has
 * to be read once more, because it may be older than a change that is not announced. So a page that starts waits a moment for
 * that position.
 */

/** Longer than an answer from far away takes; a page that would wait longer reads twice instead. */
const LONGEST_WAIT_MS = 1_000

type Start = {
  /** Resolves when there is a position, or none is to be expected soon. */
  readonly isOver: Promise<void>
  readonly end: () => void
  hasPosition: boolean
  /** Something was read without it. */
  isReadEarly: boolean
}

let start: Start | undefined

/** The stream of somebody who has signed in is about to open. */
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

/** The stream cannot be opened for now: reads do not wait for it. */
export function giveUpStream(): void {
  start?.end()
}

/** There is a position; true where something was read before it, which may be out of date. */
export function notePosition(): boolean {
  if (start === undefined || start.hasPosition) return false
  start.hasPosition = true
  start.end()
  return start.isReadEarly
}

/** Runs before each call: one that reads waits for the position. */
export async function beforeCall(isReading: boolean): Promise<void> {
  const own = start
  if (own === undefined || own.hasPosition) return
  if (isReading) await own.isOver
  if (!own.hasPosition) own.isReadEarly = true
}
