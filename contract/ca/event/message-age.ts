const HOUR_MS = 3_600_000

/** The age from which the newest message counts as old: messages arrive every eight hours (ux.md §5). */
export const MESSAGE_OLD_MS = 12 * HOUR_MS
/** The age from which a message is no basis for a decision. */
export const MESSAGE_VERY_OLD_MS = 24 * HOUR_MS
