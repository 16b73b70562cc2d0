import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { FaultLog } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'

/** A line of a laser ranging file: its record (h1, 11, 20 …) in lower case, and the fields after it. */
export interface RecordLine {
  readonly line: number
  readonly record: string
  readonly fields: readonly string[]
}

/** The lines of a text that have a record, comments (00) left out. */
export function recordLines(text: string): RecordLine[] {
  return text.split(/\r?\n/).flatMap((raw, index): RecordLine[] => {
    const [record = '', ...fields] = raw.trim().split(/\s+/)
    return record === '' || record === '00' ? [] : [{ line: index + 1, record: record.toLowerCase(), fields }]
  })
}

/** Reads the fields of one line by their place; what is missing or no number is an error of the log, named. */
export interface FieldReader {
  readonly text: (index: number, name: string) => string
  readonly number: (index: number, name: string) => number
  /** The number, or null where the file writes −1 or na for 'not known', or ends before. */
  readonly known: (index: number) => number | null
  /** UTC from year, month, day, hour, minute, second in six fields from `index` on. */
  readonly time: (index: number, name: string) => Epoch | null
  readonly fail: (name: string, message: string, found?: string) => void
}

export function fieldReader({ line, record, fields }: RecordLine, log: FaultLog): FieldReader {
  const keyword = record.toUpperCase()
  const fail = (name: string, message: string, found?: string) => {
    log.error({ line, column: 1, keyword, code: 'bad-row', message: `${name} ${message}`, found })
  }
  const text = (index: number, name: string): string => {
    const value = fields[index]
    if (value === undefined) fail(name, 'is missing')
    return value ?? ''
  }
  const number = (index: number, name: string): number => {
    const value = fields[index]
    if (value === undefined) {
      fail(name, 'is missing')
      return Number.NaN
    }
    const found = parseDecimal(value)
    if (Number.isNaN(found)) fail(name, `is ${JSON.stringify(value.slice(0, 30))}, no number`, value)
    return found
  }
  return {
    text,
    number,
    known: (index) => {
      const found = parseDecimal(fields[index] ?? '')
      return found >= 0 ? found : null
    },
    time: (index, name) => {
      const parts = [0, 1, 2, 3, 4, 5].map((k) => number(index + k, name))
      if (parts.some(Number.isNaN)) return null
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
      const epoch = startOfDay(year, month, day)
      if (epoch === null) fail(name, `is the day ${year}-${month}-${day}, which there is not`)
      return epoch === null ? null : addSeconds(epoch, 3600 * hour + 60 * minute + second)
    },
    fail,
  }
}

/** Midnight UTC of a date; null where there is no such day. */
export function startOfDay(year: number, month: number, day: number): Epoch | null {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  try {
    return parseTime(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T00:00:00`)
  } catch {
    return null
  }
}
