import { movedDate } from './moved-date.ts'

/** The name of the element of the document that states by how many milliseconds the product's clock was moved on purpose. */
const NAME = 'apsis-clock-ahead'

const said = Number(globalThis.document?.querySelector(`meta[name="${NAME}"]`)?.getAttribute('content') ?? 0)

/** True if the product's time differs from this machine's, for a test or a demonstration. */
export const isClockMoved = said !== 0

// The clock of the complete page is moved, including third-party code, because one part compares its time with a time that another wrote.
if (isClockMoved) globalThis.Date = movedDate(Date, said)
