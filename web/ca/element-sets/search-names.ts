/**
 * The search parameters of the history of element sets: the number of days, the set whose trace is drawn, and the
 * length of the trace.
 */
export const SEARCH_NAMES = ['days', 'set', 'trace'] as const
