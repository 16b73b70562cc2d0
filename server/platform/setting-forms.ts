import { WEATHER_INDICES, type WeatherIndex } from '@apsis/contract/ca/space-weather.ts'
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
/** The names of the sources of the space-weather indices. */
export type SpaceWeatherNames = Readonly<Partial<Record<WeatherIndex, string>>>

const MOST_NAME_CHARACTERS = 120

/** Parses the names of the sources, for example `ap=GFZ Potsdam; dstNt=WDC Kyoto`. */
export const weatherNames = z.string().transform((text, context): SpaceWeatherNames => {
  const entries = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const
    })
  const isKnown = ([index, name]: (typeof entries)[number]) =>
    WEATHER_INDICES.some((one) => one === index) && name !== '' && name.length <= MOST_NAME_CHARACTERS
  if (entries.every(isKnown)) return Object.fromEntries(entries)
  context.addIssue({
    code: 'custom',
    message: `names an index that is none of ${WEATHER_INDICES.join(', ')}, or has no text`,
  })
  return z.NEVER
})

/** The name of an organisation as in tokens; for a person without an organisation, the subject. */
export const tenant = z
  .string()
  .regex(/^\S{1,200}$/)
  .transform((text) => (/^(organisation|subject):/.test(text) ? text : `organisation:${text}`))
/** An instant in UTC, in one notation. */
export const instant = z.iso.datetime().transform((text) => new Date(text).toISOString())
export const address = z.url({ protocol: /^https?$/ })

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])
export const isLoopback = (host: string): boolean => LOOPBACK.has(host)

/**
 * Returns true for a safe address: trusted data and passwords must be encrypted on the network. Names below `localhost` do not
 * leave the machine (RFC 6761 §6.3).
 */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname) || hostname.endsWith('.localhost')
}
