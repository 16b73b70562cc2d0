const HOUR_MS = 3_600_000

/** Age of the newest message from which on it is older than it should be: they come every eight hours (ux.md §5). */
export const MESSAGE_OLD_MS = 12 * HOUR_MS
/** Age from which on nobody should decide by it. */
export const MESSAGE_VERY_OLD_MS = 24 * HOUR_MS
