import { movedDate } from './moved-date.ts'

/** The name of the element of the document that says by how many milliseconds the clock of the product was moved on purpose. */
const NAME = 'apsis-clock-ahead'

const said = Number(globalThis.document?.querySelector(`meta[name="${NAME}"]`)?.getAttribute('content') ?? 0)

/** Whether the time of the product is another one than that of this machine, for a test or a demonstration. */
export const isClockMoved = said !== 0

// Of the whole page, with the code of others: what one part writes down as a time another compares with its own.
if (isClockMoved) globalThis.Date = movedDate(Date, said)
