import { DAY_MS } from '@apsis/astro/constants.ts'
import type { WeatherIndex, WeatherKind, WeatherSourceName } from '@apsis/contract/ca/space-weather.ts'
import { DownloadError } from '../../platform/http/download-error.ts'

export type DayValue = {
  readonly day: string
  readonly index: WeatherIndex
  readonly value: number
  readonly kind: WeatherKind
}

const LINE = /\r?\n/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Reads the values of a source's answer, by day; throws a DownloadError for any other text. */
export function readWeather(name: WeatherSourceName, text: string): DayValue[] {
  const values = { indices: readIndices, solar: readSolar, dst: readDst }[name](text)
  if (values.length === 0) throw new DownloadError('The answer holds no indices.')
  return values
}

/** The reliability of a row: observed, interpolated, daily or monthly predicted (F10.7_DATA_TYPE). */
const KINDS: Readonly<Record<string, WeatherKind>> = {
  OBS: 'issued',
  INT: 'nowcast',
  PRD: 'forecast',
  PRM: 'forecast',
}
const COLUMNS = { f107: 'F10.7_OBS', f107Average: 'F10.7_OBS_CENTER81', ap: 'AP_AVG' } as const

/** The three-hourly values, in tenths: 37 is 3.7, a third below 4. */
const [KP_COLUMNS, KP_STEPS] = [Array.from({ length: 8 }, (_, k) => `KP${k + 1}`), 10]

/** Returns the largest Kp of the day, or undefined if the day has none. */
function largestKp(cellOf: (name: string) => string): number | undefined {
  const told = KP_COLUMNS.map(cellOf).filter((cell) => cell !== '')
  return told.length === 0 ? undefined : Math.max(...told.map(requireNumber)) / KP_STEPS
}

/** Reads space weather data of CelesTrak as CSV (celestrak.org/SpaceData/SpaceWx-format.php). */
function readIndices(text: string): DayValue[] {
  const [head = '', ...lines] = text.trim().split(LINE)
  const names = head.split(',')
  const at = (name: string) => names.indexOf(name)
  if (at('DATE') < 0 || at(COLUMNS.f107) < 0 || at(COLUMNS.ap) < 0)
    throw new DownloadError('The answer is no table of space weather: a column is missing.')
  return lines.flatMap((line) => {
    const cells = line.split(',')
    const day = cells[at('DATE')] ?? ''
    const kind = KINDS[cells[at('F10.7_DATA_TYPE')] ?? '']
    if (!DATE.test(day) || kind === undefined) return []
    const cellOf = (name: string) => cells[at(name)] ?? ''
    const kp = largestKp(cellOf)
    return [
      ...Object.entries(COLUMNS).flatMap(([index, column]) => {
        const cell = cellOf(column)
        return cell === '' ? [] : [dayValue(day, index as WeatherIndex, Number(cell), kind)]
      }),
      ...(kp === undefined ? [] : [dayValue(day, 'kp', kp, kind)]),
    ]
  })
}

/** The columns of a line: year, day of the year, Julian day, then each index with its mean over 81 days. */
const SOLAR = [
  ['s10', 5],
  ['m10', 7],
  ['y10', 9],
] as const

/** Reads solar indices for JB2008 (SOLFSMY.TXT of Space Environment Technologies). Values of 0 or less mean a missing measurement. */
function readSolar(text: string): DayValue[] {
  return text.split(LINE).flatMap((line) => {
    const cells = line.trim().split(/\s+/)
    const [year, dayOfYear] = [Number(cells[0]), Number(cells[1])]
    if (line.startsWith('#') || cells.length < 11 || !(year > 1900) || !(dayOfYear >= 1)) return []
    const day = new Date(Date.UTC(year, 0, 1) + (dayOfYear - 1) * DAY_MS).toISOString().slice(0, 10)
    return SOLAR.flatMap(([index, place]) => {
      const value = Number(cells[place])
      return value > 0 ? [dayValue(day, index, value, 'issued')] : []
    })
  })
}

/** Reads hourly Dst of Kyoto as SWPC publishes it: rows of a table or objects, `time_tag` in UTC. The values are not final (nowcast). */
function readDst(text: string): DayValue[] {
  const smallest = new Map<string, number>()
  for (const row of rowsOf(text)) {
    const [time, value] = row
    const day = String(time).slice(0, 10)
    if (value === null || value === '' || !DATE.test(day)) continue
    const dst = requireNumber(value)
    smallest.set(day, Math.min(dst, smallest.get(day) ?? Infinity))
  }
  return [...smallest].map(([day, value]) => dayValue(day, 'dstNt', value, 'nowcast'))
}

/** The time and the value of an hour. */
type DstRow = readonly [time: unknown, value: unknown]

function rowsOf(text: string): readonly DstRow[] {
  try {
    const rows: unknown = JSON.parse(text)
    if (Array.isArray(rows)) return rows.map(rowOf)
  } catch (error) {
    throw new DownloadError('The answer is no JSON.', { cause: error })
  }
  throw new DownloadError('The answer is no table of Dst.')
}

function rowOf(row: unknown): DstRow {
  if (Array.isArray(row)) return [row[0], row[1]]
  const { time_tag = null, dst = null }: { time_tag?: unknown; dst?: unknown } = Object(row)
  return [time_tag, dst]
}

function requireNumber(value: unknown): number {
  const number = Number(value)
  if (!Number.isFinite(number))
    throw new DownloadError(`The answer has ${String(value).slice(0, 20)} in the place of a number.`)
  return number
}

const dayValue = (day: string, index: WeatherIndex, value: number, kind: WeatherKind): DayValue => ({
  day,
  index,
  kind,
  value: requireNumber(value),
})
