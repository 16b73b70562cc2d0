/** The standing work that finds until when events have to be decided: its name, and how often it looks. A change of contacts wakes it. */
export const COMMIT = { name: 'ca.commit', everyS: 60 } as const
