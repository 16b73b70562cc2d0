import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'

/** The names of vectors in messages, each with the unit that the JSON output uses. */
const VECTORS: Readonly<Record<string, string>> = { r: 'positionM', v: 'velocityMps', a: 'accelerationMps2' }

/** Returns a message as plain JSON: instants are in UTC with Z, vectors have their unit in the name, and times without a scale are unchanged. */
export function toPlain(message: object): object {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [VECTORS[name] ?? name, plainValue(value)]))
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  if (isEpoch(value)) return formatTime(value, { digits: 'exact', zulu: true })
  return toPlain(value)
}

function isEpoch(value: object): value is Epoch {
  return 'taiS' in value && 'taiFs' in value
}
