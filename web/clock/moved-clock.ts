/** The name of the element of the document that says by how many milliseconds the clock of the product was moved on purpose. */
const NAME = 'apsis-clock-ahead'

const said = Number(globalThis.document?.querySelector(`meta[name="${NAME}"]`)?.getAttribute('content') ?? 0)

/** Whether the time of the product is another one than that of this machine, for a test or a demonstration. */
export const isClockMoved = said !== 0

/** A `Date` whose time of the moment is so far ahead; what is made of a given instant is the same. */
export function movedDate(real: DateConstructor, aheadMs: number): DateConstructor {
  const now = () => real.now() + aheadMs
  return new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (_, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
    get: (_, key) => (key === 'now' ? now : Reflect.get(real, key)),
  })
}

// Of the whole page, with the code of others: what one part writes down as a time another compares with its own.
if (isClockMoved) globalThis.Date = movedDate(Date, said)
