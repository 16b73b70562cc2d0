import { z } from 'zod'

/** The largest amount: much more than anybody pays, and much less than the largest exact integer of JSON. */
export const MOST_AMOUNT = 1_000_000_000_000

/** The maximum number of passes, or of months of a subscription, in one line of an order. */
export const MOST_PASSES = 1_000
export const MOST_LINES = 50

const MINOR = 'in the smallest unit of the currency (cents for EUR)'

/** Money as an integer number of the smallest unit, so that rounding happens only where a price is computed. */
export const Amount = z
  .int()
  .min(-MOST_AMOUNT)
  .max(MOST_AMOUNT)
  .meta({ description: `An amount ${MINOR}` })
/** Money that somebody has, owes or holds: never negative. */
export const Sum = z
  .int()
  .min(0)
  .max(MOST_AMOUNT)
  .meta({ description: `An amount of 0 or more, ${MINOR}` })
/** An amount of money that is moved. */
export const Payment = z
  .int()
  .min(1)
  .max(MOST_AMOUNT)
  .meta({ description: `An amount of 1 or more, ${MINOR}` })

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217')
  .meta({ description: 'Code of ISO 4217', examples: ['EUR'] })

/** A calendar month in UTC. */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .meta({ description: 'A month, UTC', examples: ['2026-11'] })

/** The services of orders (spec §3, service codes). */
export const SERVICE_TYPES = ['ca', 'odt'] as const
export const ServiceType = z.enum(SERVICE_TYPES)
export type ServiceType = z.infer<typeof ServiceType>

/** The priorities of an order; the price contains their extra cost. */
export const PRIORITIES = ['standard', 'next-night', 'urgent'] as const
export const Priority = z.enum(PRIORITIES)
export type Priority = z.infer<typeof Priority>

/** The code of a sensor or product. */
export const Code = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must consist of letters, digits, ".", "_" and "-"')
