/** The search parameters of the history of element sets: over which days, the set whose trace is drawn, and how long that is. */
export const SEARCH_NAMES = ['days', 'set', 'trace'] as const
