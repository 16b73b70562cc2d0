/** What a wall has room for beside its lanes, in its unit: a 1440th of its height. */
const ROOM_U = 728
const HEAD_U = 72
const WAITING_U = 86
/** With what reopens it in a second line. */
const WATCHED_U = 148
const MOST_WATCHED = 2

/** How many of each list a wall shows; what does not fit is left out and counted, never shrunk. */
export function rowsThatFit(
  waiting: number,
  watched: number,
  hasBurn = false,
): { readonly waiting: number; readonly watched: number } {
  const heads = HEAD_U * (watched > 0 ? 2 : 1)
  // What waits goes before what is watched, but never takes all of its room.
  const shown = Math.min(watched, MOST_WATCHED)
  const burn = hasBurn ? HEAD_U + WAITING_U : 0
  const left = ROOM_U - burn - heads - shown * WATCHED_U
  return { waiting: Math.min(waiting, Math.floor(left / WAITING_U)), watched: shown }
}

/** The letters and figures of a countdown without its sign, `T−1 d 02 h` as `1`, `d`, `02`, `h`. */
export function countdownParts(text: string): readonly { readonly text: string; readonly isUnit: boolean }[] {
  return [...text.replace(/^T./, '').matchAll(/[\d:]+|[a-z]+/g)].map(([part]) => ({
    text: part,
    isUnit: /[a-z]/.test(part),
  }))
}
