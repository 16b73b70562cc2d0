import { HOUR_MS } from '@apsis/astro/constants.ts'
import { formatUntil } from '../../ui/format/duration.ts'

/** The room of a wall display besides its lanes, in its unit: a 1440th of its height. */
const ROOM_U = 728
const HEAD_U = 72
const WAITING_U = 86
/** The height of a row with a second line for the conditions that reopen the event. */
const WATCHED_U = 148
const MOST_WATCHED = 2

/**
 * Returns the number of rows of each list on a wall display; rows that do not fit are left out and counted, and are never made smaller.
 * `nexts` is the number of single lines above the lists, for example for the next burn and the next pass.
 */
export function rowsThatFit(
  waiting: number,
  watched: number,
  nexts = 0,
  roomU = ROOM_U,
): { readonly waiting: number; readonly watched: number } {
  // Pending events have priority over watched ones, but leave at least one line for the watched ones.
  for (let shown = Math.min(watched, MOST_WATCHED); ; shown -= 1) {
    const heads = HEAD_U * (watched > 0 ? 2 : 1)
    const left = roomU - nexts * (HEAD_U + WAITING_U) - heads - shown * WATCHED_U
    const fitting = Math.min(waiting, Math.max(0, Math.floor(left / WAITING_U)))
    if (shown === 0 || fitting > 0 || (waiting === 0 && left >= 0)) return { waiting: fitting, watched: shown }
  }
}

/** A map takes the place of waiting rows after these. */
const ROWS_BEFORE_MAP = 3

/** Returns the number of rows of each list if a map of this height stands below them; it takes the place of no row among the first three. */
export function rowsWithMap(
  mapU: number,
  { waiting, watched, nexts }: { readonly waiting: number; readonly watched: number; readonly nexts: number },
) {
  const all = rowsThatFit(waiting, watched, nexts)
  const beside = rowsThatFit(waiting, watched, nexts, ROOM_U - mapU)
  const isKept = beside.watched === all.watched && beside.waiting >= Math.min(all.waiting, ROWS_BEFORE_MAP)
  return isKept ? beside : all
}

/** Returns the room below the lists, in units of the wall, for optional content. */
export function roomBelow(
  shown: { readonly waiting: number; readonly watched: number },
  { watched, nexts }: { readonly watched: number; readonly nexts: number },
): number {
  const heads = HEAD_U * (watched > 0 ? 2 : 1)
  return ROOM_U - nexts * (HEAD_U + WAITING_U) - heads - shown.waiting * WAITING_U - shown.watched * WATCHED_U
}

/** Returns the parts of a countdown without its sign: `T−1 d 02 h` as `1`, `d`, `02`, `h`. */
export function countdownParts(text: string): readonly { readonly text: string; readonly isUnit: boolean }[] {
  return [...text.replace(/^T./, '').matchAll(/[\d:]+|[a-z]+/g)].map(([part]) => ({
    text: part,
    isUnit: /[a-z]/.test(part),
  }))
}

/** The width of a letter of names, as a fraction of the font size. */
const LETTER_EM = 0.6

/** Returns the size of a name: a long name is set smaller instead of being cut; the style sheet defines the width. */
export const sizeFor = (text: string, largest: '--s-name' | '--s-row') =>
  `min(var(${largest}), var(--across) / ${text.length * LETTER_EM})`

/** Returns `1 d 04 h`, `8 h 35 m`, `43 m`: two units are enough, because the minutes of another day do not matter. */
export function shortUntil(ms: number): string {
  const text = formatUntil(ms)
  const days = /^T.(\d+ d \d\d h)/.exec(text)
  if (days?.[1]) return `${ms < 0 ? '+' : ''}${days[1]}`
  return Math.abs(ms) < HOUR_MS ? `${ms < 0 ? '+' : ''}${Math.floor(Math.abs(ms) / 60_000)} m` : text.slice(2)
}

/** The label of a day below its line: the number of letters of its weekday, and the width that it needs, in units of the wall. */
const DAY_LABELS = [
  { fromU: 190, letters: 3, widthU: 165 },
  { fromU: 150, letters: 2, widthU: 140 },
  { fromU: 0, letters: 0, widthU: 75 },
] as const

/** Returns the label that fits for a day of this width, in units. */
export function dayLabel(dayU: number): (typeof DAY_LABELS)[number] {
  return DAY_LABELS.find(({ fromU }) => dayU >= fromU) ?? DAY_LABELS[2]
}

/** Returns `21 Sat`, UTC: the day of the month and its weekday, from a list that begins with Sunday. */
export function dayText(ms: number, letters: number, weekdays: string): string {
  const date = new Date(ms)
  const weekday = weekdays.split(' ')[date.getUTCDay()]?.slice(0, letters)
  return [String(date.getUTCDate()).padStart(2, '0'), weekday].filter(Boolean).join(' ')
}
