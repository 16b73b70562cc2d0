/** The standing work that sends: its name, and how often it is looked for what is due again. */
export const SENDING = { name: 'delivery.sending', everyS: 5 } as const
