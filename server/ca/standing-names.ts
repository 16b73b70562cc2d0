// The names of standing works that other rooms wake when something has changed, and how often each runs by itself.

/** Finds until when events have to be decided. A change of contacts wakes it. */
export const COMMIT = { name: 'ca.commit', everyS: 60 } as const

/** Tells what is due and what did not come. */
export const REMINDER = { name: 'ca.reminder', everyS: 60 } as const

/** Looks for burns nobody has announced. Element sets come out some times a day: ten minutes are in time. */
export const SILENT_BURNS = { name: 'ca.silent-burns', everyS: 600 } as const
