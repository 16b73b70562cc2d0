import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { FaultLog } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'

/** A line of a laser ranging file: its record (h1, 11, 20 …) in lower case, and the following fields. */
export interface RecordLine {
  readonly line: number
  readonly record: string
  readonly fields: readonly string[]
}

/** Returns the lines of a text that have a record, without comments (00). */
export function recordLines(text: string): RecordLine[] {
  return text.split(/\r?\n/).flatMap((raw, index): RecordLine[] => {
    const [record = '', ...fields] = raw.trim().split(/\s+/)
    return record === '' || record === '00' ? [] : [{ line: index + 1, record: record.toLowerCase(), fields }]
  })
}

/** Reads the fields of one line by their index; a missing field or one that is not a number is an error in the log, with its name. */
export interface FieldReader {
  readonly text: (index: number, name: string) => string
  readonly number: (index: number, name: string) => number
  /** Returns the number, or null if the file has −1 or na for 'not known', or ends before it. */
  readonly known: (index: number) => number | null
  /** Returns UTC from year, month, day, hour, minute and second in six fields from `index` on. */
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

/** Returns midnight UTC of a date; null if the date does not exist. */
export function startOfDay(year: number, month: number, day: number): Epoch | null {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  try {
    return parseTime(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T00:00:00`)
  } catch {
    return null
  }
}
