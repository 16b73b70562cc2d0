// The names of recurring works that other parts wake after a change, and the period of each.

/** Finds the time by which each event has to be decided. A change of contacts wakes this work. */
export const COMMIT = { name: 'ca.commit', everyS: 60 } as const

/** Notifies of deadlines and of missing data. */
export const REMINDER = { name: 'ca.reminder', everyS: 60 } as const

/** Searches for burns that nobody has announced. Element sets are published some times a day: a period of ten minutes is short enough. */
export const SILENT_BURNS = { name: 'ca.silent-burns', everyS: 600 } as const
