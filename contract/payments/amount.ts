import { z } from 'zod'

/** Far more than anybody pays, and far below what an integer of JSON holds exactly. */
export const MOST_AMOUNT = 1_000_000_000_000

/** Passes, or months of a subscription, that one line of an order can ask for. */
export const MOST_PASSES = 1_000
export const MOST_LINES = 50

const MINOR = 'in the smallest unit of the currency (cents for EUR)'

/** Money: an integer of the smallest unit, so that nothing is ever rounded but where a price is computed. */
export const Amount = z
  .int()
  .min(-MOST_AMOUNT)
  .max(MOST_AMOUNT)
  .meta({ description: `An amount ${MINOR}` })
/** Money that somebody has, owes or holds: never less than nothing. */
export const Sum = z
  .int()
  .min(0)
  .max(MOST_AMOUNT)
  .meta({ description: `An amount of 0 or more, ${MINOR}` })
/** Money that moves. */
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

/** The services that things are ordered of (spec §3, service codes). */
export const SERVICE_TYPES = ['ca', 'odt'] as const
export const ServiceType = z.enum(SERVICE_TYPES)
export type ServiceType = z.infer<typeof ServiceType>

/** How soon somebody wants it; what that costs more is in the price. */
export const PRIORITIES = ['standard', 'next-night', 'urgent'] as const
export const Priority = z.enum(PRIORITIES)
export type Priority = z.infer<typeof Priority>

/** A code as sensors and products have it. */
export const Code = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must consist of letters, digits, ".", "_" and "-"')
