import { movedDate } from './moved-date.ts'

/** The name of the element of the document that says by how many milliseconds the clock of the product was moved on purpose. */
const NAME = 'apsis-clock-ahead'

const said = Number(globalThis.document?.querySelector(`meta[name="${NAME}"]`)?.getAttribute('content') ?? 0)

/** True if the time of the product is not that of this machine, for a test or a demonstration. */
export const isClockMoved = said !== 0

// The clock of the whole page is moved, including third-party code: one part compares a time that another wrote with its own.
if (isClockMoved) globalThis.Date = movedDate(Date, said)
