import { formatBriefly } from '../../ui/format/number.ts'
import { satelliteWords } from './words.data.ts'

/** An error of a field that has a text here; the contract's own sentences are written for programs. */
type Fault = {
  readonly code: string
  readonly message: string
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
}

const shown = (limit: number | bigint) => formatBriefly(Number(limit), 6)

/** Returns the error of a satellite's field as a sentence for people. */
export function faultInWords({ code, message, origin, minimum, maximum }: Fault): string {
  const t = satelliteWords
  if (code === 'invalid_type') return t('faultNumber')
  if (origin === 'string' && code === 'too_small') return t('faultMissing')
  if (code === 'too_small' && minimum !== undefined) return t('faultLeast', { least: shown(minimum) })
  if (code === 'too_big' && maximum !== undefined)
    return t(origin === 'string' ? 'faultLong' : 'faultMost', { most: shown(maximum) })
  return message
}
