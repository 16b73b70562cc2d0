/** The standing work that tells what is due and what did not come: its name, and how often it looks. */
export const REMINDER = { name: 'ca.reminder', everyS: 60 } as const
