import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { LEAP_SECONDS_KNOWN_UNTIL } from '@apsis/astro/time/leap-seconds.data.ts'
import { parseInstant, parseTime } from '@apsis/astro/time/parse-time.ts'
import { TIME_SCALES, type TimeScale } from '@apsis/astro/time/scales.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  onlyArgument,
  parseCommandLine,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { formatTable, ROW_FORM_OPTIONS, rowForm, writeForPrograms } from '../terminal/print.ts'

const { year, month, day } = LEAP_SECONDS_KNOWN_UNTIL
const KNOWN_UNTIL = `${year}-${String(month).padStart(2, '0')}-${day}`
const FORMS = { iso: 'calendar', doy: 'day-of-year' } as const

export const timeCommand: Command = {
  help: `Usage: apsis time TEXT [--from SCALE] [--to SCALE] [--format iso|doy] [--digits N] [--json|--ndjson|--csv]

  TEXT            2026-11-20T09:30:00.5 or 2026-324T09:30:00.5 (day of year); a date alone is its midnight
  --from SCALE    the time scale of TEXT: utc (the default), tai, tt, tdb or gps
  --to SCALE      the scale to convert to; all five if it is not given
  --format FORM   iso (the default), or doy, the day-of-year form of CCSDS
  --digits N      digits of the fraction of a second, 0 to 15; 9 if it is not given
  --json, --ndjson, --csv
                  for programs: { "from", "utc", "tai", "tt", "tdb", "gps" }

Leap seconds are known until ${KNOWN_UNTIL} (IERS Bulletin C 72). TDB is exact to 10 microseconds.

Examples:
  apsis time 2016-12-31T23:59:60 --to tai
  apsis time 2026-324T09:30:00 --from gps --json`,
  run: runTime,
}

async function runTime(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    from: { type: 'string', default: 'utc' },
    to: { type: 'string' },
    format: { type: 'string', default: 'iso' },
    digits: { type: 'string', default: '9' },
    ...ROW_FORM_OPTIONS,
  })
  const answerForm = rowForm(values)
  const text = onlyArgument(positionals, 'the time')
  const from = toScale(values.from, '--from')
  const form = toForm(values.format)
  const digits = toDigits(values.digits)
  const epoch = readTime(text, from)
  const write = (scale: TimeScale) => formatTime(epoch, { scale, form, digits, zulu: scale === 'UTC' })
  const isAboutUtc = from === 'UTC' || values.to === undefined || values.to.toUpperCase() === 'UTC'
  if (isAboutUtc) noteOnLeapSeconds(epoch, terminal)
  if (values.to !== undefined) {
    const scale = toScale(values.to, '--to')
    const written = asInput(() => write(scale))
    if (answerForm === 'text') await terminal.write(`${written}\n`)
    else await writeForPrograms(terminal, answerForm, { from, [scale.toLowerCase()]: written })
    return 0
  }
  const times = TIME_SCALES.map((scale) => [scale.toLowerCase(), whereWritable(() => write(scale))] as const)
  if (answerForm !== 'text') await writeForPrograms(terminal, answerForm, { from, ...Object.fromEntries(times) })
  else {
    const rows = times.map(([scale, time]) => [scale, time ?? whyNot(epoch)] as const)
    await terminal.write(`${formatTable(rows)}\n`)
  }
  return 0
}

function toScale(text: string, option: string): TimeScale {
  const scale = TIME_SCALES.find((candidate) => candidate === text.toUpperCase())
  if (scale === undefined) throw new UsageError(`${option} is utc, tai, tt, tdb or gps, not ${JSON.stringify(text)}`)
  return scale
}

function toForm(text: string): 'calendar' | 'day-of-year' {
  if (text === 'iso' || text === 'doy') return FORMS[text]
  throw new UsageError(`--format is iso or doy, not ${JSON.stringify(text)}`)
}

function toDigits(text: string): number {
  if (/^(\d|1[0-5])$/.test(text)) return Number(text)
  throw new UsageError(`--digits is 0 to 15, not ${JSON.stringify(text)}`)
}

function readTime(text: string, from: TimeScale): Epoch {
  try {
    return parseInstant(text, from)
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError(error.message)
    throw error
  }
}

/** Returns the answer; null if the scale has no such time (UTC before 1972), or none with a year of four digits. */
function whereWritable(answer: () => string): string | null {
  try {
    return answer()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function whyNot(epoch: Epoch): string {
  const isEarly = compareEpochs(epoch, parseTime('1972-01-01T00:00:00')) < 0
  return isEarly ? 'not defined before 1972' : 'after the year 9999, which four digits cannot write'
}

function asInput(answer: () => string): string {
  try {
    return answer()
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message)
    throw error
  }
}

function noteOnLeapSeconds(epoch: Epoch, terminal: Terminal): void {
  if (compareEpochs(epoch, parseTime(`${KNOWN_UNTIL}T00:00:00`)) < 0) return
  terminal.note(`UTC after ${KNOWN_UNTIL} is given as if there were no further leap second`)
}
