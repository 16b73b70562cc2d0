import { z } from 'zod'

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high)
export const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/(?<!\/)\/+$/, ''))
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
/** An organisation by the name that tokens give it, or the subject of somebody who has none. */
export const tenant = z
  .string()
  .regex(/^\S{1,200}$/)
  .transform((text) => (/^(organisation|subject):/.test(text) ? text : `organisation:${text}`))
/** An instant in UTC, in one way of writing. */
export const instant = z.iso.datetime().transform((text) => new Date(text).toISOString())
export const address = z.url({ protocol: /^https?$/ })

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])
export const isLoopback = (host: string): boolean => LOOPBACK.has(host)

/** Over the network, data that is trusted and passwords must be encrypted. */
export function isSafe(address: string): boolean {
  const url = new URL(address)
  return url.protocol === 'https:' || isLoopback(url.hostname)
}
