const HOUR_MS = 3_600_000

/** From this age on the newest message counts as old: messages arrive every eight hours (ux.md §5). */
export const MESSAGE_OLD_MS = 12 * HOUR_MS
/** From this age on a message cannot be the basis of a decision. */
export const MESSAGE_VERY_OLD_MS = 24 * HOUR_MS
