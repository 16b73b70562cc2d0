import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'

/** The frame of the states, for each data type with which a name begins; MEME is the mean equator and the mean equinox of J2000. */
const FRAMES = { MEME: 'EME2000', EME2000: 'EME2000', J2000: 'EME2000', TEME: 'TEME', ITRF: 'ITRF' } as const

export const DATA_TYPES = Object.keys(FRAMES) as (keyof typeof FRAMES)[]

/** The contents of the name of an ephemeris file. */
export interface EphemerisName {
  readonly dataType: keyof typeof FRAMES
  /** The frame of the states, which the text itself does not give. */
  readonly frame: (typeof FRAMES)[keyof typeof FRAMES]
  /** The catalogue number without leading zeros, or UCN and digits while the object has none. */
  readonly catalogue: string
  /** The catalogue number as a number; null while the object has none. */
  readonly noradId: number | null
  readonly objectName: string
  /** The day of the year, 1 to 366, hour and minute at which the ephemeris begins, UTC. The name does not contain the year. */
  readonly dayOfYear: number
  readonly hour: number
  readonly minute: number
  /** A special file is a study: it is screened, and does not replace the operational path. */
  readonly kind: 'operational' | 'special'
  /** The operator's addition: nomnvr, mnvr01, burn01, separation, or the end in GPS seconds; often empty. */
  readonly metadata: string
  /** The end, if the metadata is a number of GPS seconds, as Starlink writes; otherwise null. */
  readonly stop: Epoch | null
  /** The classification in lower case. */
  readonly classification: string
}

export type EphemerisNameReading =
  | { readonly ok: true; readonly name: EphemerisName }
  | { readonly ok: false; readonly reason: string }

const FORM = 'DataType_CatalogueNumber_CommonName_DDDHHMM_Kind_MetaData_Classification.txt'
const FEWEST_FIELDS = 7
/** The longest file name that file systems accept. */
const MOST_CHARACTERS = 255
/** The longest common name, as in messages; other fields have at most some tens of characters. */
const MOST_FIELD_CHARACTERS = 100
/** A name comes from outside: it must not become a path, or change the direction or the line breaks of a text. */
const FORBIDDEN = /[/\\]|[^ -~]/
const CATALOGUE = /^(?:\d{1,9}|UCN\d{1,9})$/i
const START = /^(\d{3})(\d{2})(\d{2})$/
const GPS_SECONDS = /^\d{9,10}$/
const LEAP_DAY = 366

/**
 * Reads the name of an ephemeris file, as Space-Track and Starlink use it (Spaceflight Safety Handbook for Satellite Operators 1.7, pp. 25–26). It is
 * split from both ends, because the common name may contain underscores. Any other name is refused with a sentence that names the wrong part.
 */
export function parseEphemerisName(fileName: string): EphemerisNameReading {
  const { length } = fileName
  if (length > MOST_CHARACTERS) return refuse(`the name has ${length} characters; expected at most ${MOST_CHARACTERS}`)
  const dot = fileName.lastIndexOf('.')
  const fields = (dot === -1 ? fileName : fileName.slice(0, dot)).split('_')
  if (fields.length < FEWEST_FIELDS) return refuse(`the name has ${fields.length} fields; expected ${FORM}`)
  const [type = '', catalogue = ''] = fields
  const [start = '', kind = '', metadata = '', classification = ''] = fields.slice(-4)
  const objectName = fields.slice(2, -4).join('_')
  const extension = dot === -1 ? '' : fileName.slice(dot + 1)
  const parts = { type, catalogue, objectName, start, kind, metadata, classification, extension }
  for (const [part, text] of Object.entries(parts)) {
    const reason = faultOfText(text, part === 'metadata')
    if (reason !== null) return refuse(`the ${PARTS[part] ?? part} ${reason}`)
  }
  const dataType = DATA_TYPES.find((one) => one === type.toUpperCase())
  if (dataType === undefined) return refuse(`the data type is ${type}; expected ${DATA_TYPES.join(', ')}`)
  const noradId = /^\d/.test(catalogue) ? Number(catalogue) : null
  if (!CATALOGUE.test(catalogue) || noradId === 0)
    return refuse(`the catalogue number is ${catalogue}; expected up to nine digits, or UCN and digits`)
  const [dayOfYear = 0, hour = 0, minute = 0] = START.exec(start)?.slice(1).map(Number) ?? []
  if (dayOfYear < 1 || dayOfYear > LEAP_DAY || hour > 23 || minute > 59)
    return refuse(`the start is ${start}; expected DDDHHMM from 0010000 to 3662359`)
  const lower = kind.toLowerCase()
  if (!['operational', 'oper', 'special'].includes(lower))
    return refuse(`the kind is ${kind}; expected Operational or Special`)
  if (extension !== 'txt') return refuse(`the extension is ${extension}; expected txt`)
  return {
    ok: true,
    name: {
      dataType,
      frame: FRAMES[dataType],
      catalogue: noradId === null ? catalogue.toUpperCase() : String(noradId),
      noradId,
      objectName,
      dayOfYear,
      hour,
      minute,
      kind: lower === 'special' ? 'special' : 'operational',
      metadata,
      stop: GPS_SECONDS.test(metadata) ? addSeconds(parseTime('1980-01-06T00:00:00', 'GPS'), Number(metadata)) : null,
      classification: classification.toLowerCase(),
    },
  }
}

const PARTS: Readonly<Record<string, string>> = {
  type: 'data type',
  catalogue: 'catalogue number',
  objectName: 'common name',
}

const refuse = (reason: string): EphemerisNameReading => ({ ok: false, reason })

/** Returns what is wrong with the text of a field, whatever the field means; null if nothing is wrong. */
function faultOfText(text: string, mayBeEmpty: boolean): string | null {
  if (text.trim() === '' && !(mayBeEmpty && text === '')) return 'is empty'
  if (text.length > MOST_FIELD_CHARACTERS)
    return `has ${text.length} characters; expected at most ${MOST_FIELD_CHARACTERS}`
  if (/^\.+$/.test(text)) return 'consists of dots'
  const [character] = FORBIDDEN.exec(text) ?? []
  if (character === undefined) return null
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `contains ${/[/\\]/.test(character) ? character : `U+${code}`}, which no field may`
}

/** Returns the start of an ephemeris in the year in which it is nearest to a given time. Day 366 is the last day of a leap year. */
export function startOfName({ dayOfYear, hour, minute }: EphemerisName, near: Epoch): Epoch {
  const year = Number(formatTime(near).slice(0, 4))
  // 2100 is no leap year, so between two leap years there may be eight years.
  const reach = dayOfYear === LEAP_DAY ? 8 : 1
  const years = Array.from({ length: 2 * reach + 1 }, (_, index) => year - reach + index)
  const isLeap = (one: number) => one % 4 === 0 && (one % 100 !== 0 || one % 400 === 0)
  const clock = `${padded(dayOfYear, 3)}T${padded(hour, 2)}:${padded(minute, 2)}:00`
  return years
    .filter((one) => dayOfYear < LEAP_DAY || isLeap(one))
    .map((one) => parseTime(`${one}-${clock}`))
    .reduce((best, one) => (apart(one, near) < apart(best, near) ? one : best))
}

const padded = (value: number | string, digits: number) => String(value).padStart(digits, '0')
const apart = (a: Epoch, b: Epoch) => Math.abs(secondsBetween(a, b))

/** Writes the name of an ephemeris file; throws RangeError if a part cannot be in one. */
export function formatEphemerisName(name: Omit<EphemerisName, 'frame' | 'noradId' | 'stop'>): string {
  const { dataType, catalogue, objectName, dayOfYear, hour, minute, kind, metadata, classification } = name
  const start = `${padded(dayOfYear, 3)}${padded(hour, 2)}${padded(minute, 2)}`
  const fields = [start, kind === 'special' ? 'Special' : 'Operational', metadata, classification.toUpperCase()]
  if ([catalogue, ...fields].some((field) => field.includes('_')))
    throw new RangeError('only the common name may contain an underscore')
  const text = `${[dataType, padded(catalogue, 5), objectName, ...fields].join('_')}.txt`
  const reading = parseEphemerisName(text)
  if (!reading.ok) throw new RangeError(reading.reason)
  return text
}
