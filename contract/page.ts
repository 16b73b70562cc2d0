import { z } from 'zod'

/** The parameters `page` and `limit` of a list (decisions.md 24); X-Total-Count and Link tell the rest. */
export const pageOf = (limit: { readonly standard: number; readonly most: number }) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(limit.most).default(limit.standard),
})

/** `field` from low to high, `-field` from high to low. */
export type Sort<F extends string = string> = F | `-${F}`

/** The parameter `sort` of a list, by fields of its answer. */
export const sortOf = <const F extends string>(fields: readonly F[], standard: NoInfer<Sort<F>>) => {
  const values = fields.flatMap((field): string[] => [field, `-${field}`])
  const schema: z.ZodDefault<z.ZodType<string, string>> = z.enum(values).default(standard)
  const described = schema.meta({
    description: 'Addition. A field, with - before it from high to low; what has no value comes last',
  })
  // The compiler does not see that the values are those of the type.
  return { sort: described as z.ZodDefault<z.ZodType<Sort<F>, Sort<F>>> }
}

export const PAGE_NOTE = 'X-Total-Count carries the number of all that match, Link the other pages.'

/** An instant as every answer writes it. A year 0 is in ISO 8601, and in no calendar of a database. */
export const Instant = z.iso
  .datetime()
  .refine((text) => !text.startsWith('0000'), 'must be in the year 0001 or later')
  .meta({ description: 'UTC, ISO 8601 with Z and milliseconds', examples: ['2026-11-21T14:13:07.000Z'] })

/** A satellite's or event's own id, as the server gives it. */
export const Id = z.uuid()

/** A vector along radial, along-track and cross-track of object 1. */
export const Rtn = z.strictObject({ r: z.number(), t: z.number(), n: z.number() })

/** The last part of an address that another system calls back: it says whose call it is, the signature that it is theirs. */
export const CallbackToken = z
  .string()
  .min(1)
  .max(400)
  .meta({ description: 'As the callbackUrl has it', examples: ['b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'] })
