import { z } from 'zod'

/** The parameters `page` and `limit` of a list (decisions.md 24); X-Total-Count and Link contain the total and the other pages. */
export const pageOf = (limit: { readonly standard: number; readonly most: number }) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(limit.most).default(limit.standard),
})

/** `field` sorts in ascending order, `-field` in descending order. */
export type Sort<F extends string = string> = F | `-${F}`

/** Returns the parameter `sort` of a list; a list can be sorted by fields of its answer. */
export const sortOf = <const F extends string>(fields: readonly F[], standard: NoInfer<Sort<F>>) => {
  const values = fields.flatMap((field): string[] => [field, `-${field}`])
  const schema: z.ZodDefault<z.ZodType<string, string>> = z.enum(values).default(standard)
  const described = schema.meta({
    'x-addition': true,
    description: 'A field, with - before it from high to low; what has no value comes last',
  })
  // The compiler cannot see that the values are those of the type.
  return { sort: described as z.ZodDefault<z.ZodType<Sort<F>, Sort<F>>> }
}

export const PAGE_NOTE = 'X-Total-Count carries the number of all that match, Link the other pages.'

/** An instant with an offset, as in RFC 3339, or without the colon, as some programs write it; a space may replace the T. */
const WITH_OFFSET = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d{1,12})?(?:[Zz]|([+-])(\d\d):?(\d\d))$/
const IN_UTC = z.iso.datetime()
const LONGEST = 40
const EXAMPLE = '2026-11-21T14:13:07.000Z'
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** Returns the same instant with Z; an invalid one is returned unchanged, and is then refused. */
function inUtc(text: string): string {
  const [, day, time, fraction = '', sign, hours, minutes] = WITH_OFFSET.exec(text) ?? []
  if (day === undefined || time === undefined) return text
  const local = `${day}T${time}${fraction}Z`
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  // Without this check, a day that does not exist would become another day.
  if (!IN_UTC.safeParse(local).success || Number(minutes ?? 0) >= 60 || offset >= DAY_MINUTES) return text
  if (offset === 0) return local
  const utcMs = Date.parse(`${day}T${time}Z`) - (sign === '-' ? -offset : offset) * MINUTE_MS
  return `${new Date(utcMs).toISOString().slice(0, -'.000Z'.length)}${fraction}Z`
}

/**
 * An instant: any offset of RFC 3339 is accepted, and every answer uses UTC. The year 0 exists in ISO 8601, but not in the calendar of a database.
 */
export const Instant = z
  .string()
  .overwrite(inUtc)
  .refine(
    (text) => text.length <= LONGEST && IN_UTC.safeParse(text).success,
    `must be an instant, such as ${EXAMPLE} or 2026-11-21T15:13:07+01:00`,
  )
  .refine((text) => !text.startsWith('0000'), 'must be in the year 0001 or later')
  .meta({
    format: 'date-time',
    description: 'An instant, RFC 3339. Sent with Z or any offset; answers have Z and milliseconds',
    examples: [EXAMPLE],
  })

/** The id of a satellite or event, which the server creates. */
export const Id = z.uuid()

/** A vector along the radial, along-track and cross-track directions of object 1. */
export const Rtn = z.strictObject({ r: z.number(), t: z.number(), n: z.number() })

/** The last part of an address that another system calls: it identifies the organisation, and a signature proves who the sender is. */
export const CallbackToken = z
  .string()
  .min(1)
  .max(400)
  .meta({ description: 'As the callbackUrl has it', examples: ['b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'] })
