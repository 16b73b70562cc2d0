/** Tests the readers of messages with random mutations: checks that certain things never happen, for any text. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { readMeme } from '@apsis/ccsds/meme/meme.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { formatMessages } from '@apsis/ccsds/message/format-messages.ts'
import { type AnyMessage, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { formatOmmCsv } from '@apsis/ccsds/omm/format-omm-csv.ts'
import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { readStk } from '@apsis/ccsds/stk/stk.ts'
import { createRandom } from '../stage/random.ts'

/** Mutations of messages; each has its own stream of random numbers, so that a text that broke a reader can be made again. */

/** Pieces that cause problems for readers: characters of the notations, extreme numbers, names with a meaning. */
const PIECES = [
  ...['=', '\n', '\r', '[', ']', '<', '>', '</', '/>', '&', '"', "'", ',', '{', '}', ':', ' ', '\t', '-', '+'],
  ...['&#0;', '&lol;', '<!DOCTYPE x>', '<![CDATA[', '<!--', ']]>', '<a>', '<COMMENT>', '<segment>', '</data>'],
  ...['\u0000', '\ufeff', '\ud800', 'é', '😀', '__proto__ = 1\n', 'constructor', '"__proto__":1,'],
  ...['1e999', 'NaN', 'Infinity', '1e-400', '9'.repeat(400), '0x1', '-0', '.', '1.7976931348623157e308'],
  ...['2026-13-45T99:99:99', '23:59:60', '0000-01-01T00:00:00', '9999-365T23:59:59.999999999999999999'],
  ...['COMMENT ', 'META_START\n', 'META_STOP\n', 'DATA_START\n', 'COVARIANCE_START\n', 'TRAJ_START\n'],
  ...['CCSDS_OEM_VERS = 2.0\n', 'OBJECT = OBJECT2\n', 'EPOCH = 2026-01-01T00:00:00\n', 'x'.repeat(5000)],
]

/** Texts that replace a value. */
const VALUES = [
  ...['0', '-0.0', '1e308', '-1e-320', '1e86', 'NaN', '', '00', '1.', '.5', '+7', '12345678901234567890', '4.9E-324'],
  ...['UTC', 'TDB', 'GMST', 'utc', 'RTN', 'ITRF', 'KM', 'YES', 'OBJECT1', 'SGP4', 'CARTP', 'X Y', 'a [b]', '[', 'é'],
  ...['1972-01-01T00:00:00', '1971-12-31T23:59:59', '2016-12-31T23:59:60', '2026-366T00:00:00', '2028-366T00:00:00.1Z'],
] as const

/** The distance from a place within which a word is searched for. */
const REACH = 200
const MOST_CHANGES = 4
const MOST_CUT = 60
const ASCII = 128

/** A format, with the messages from which its mutations are made. */
export interface Format {
  readonly name: string
  readonly seeds: readonly string[]
}

/** The result of a campaign over one format. */
export interface FuzzResult {
  readonly read: number
  readonly refused: number
  /** The longest processor time for one text. */
  readonly longestMs: number
  readonly longestSeed: number
  /** The failures, each with the seed that repeats it. */
  readonly failures: readonly { readonly seed: number; readonly what: string }[]
}

const REFERENCES = {
  cdm: '../../ccsds/cdm/cdm.reference.json',
  opm: '../../ccsds/opm/opm.reference.json',
  oem: '../../ccsds/oem/oem.reference.json',
  omm: '../../ccsds/omm/omm.reference.json',
  ocm: '../../ccsds/ocm/ocm.reference.json',
  tdm: '../../ccsds/tdm/tdm.reference.json',
} as const
/** Longer messages take longer, and do not find more faults. */
const LONGEST_SEED = 12_000
/** This limit is processor time, because the time for which other programs use the processor says nothing about a reader. */
const HANG_MS = 2_000
const STK = `stk.v.12.0
BEGIN Ephemeris
NumberOfEphemerisPoints 4
ScenarioEpoch 20 Nov 2026 09:30:00.25
InterpolationMethod Lagrange
InterpolationSamplesM1 3
CentralBody Earth
CoordinateSystem J2000
DistanceUnit Kilometers
BEGIN SegmentBoundaryTimes
0
60
END SegmentBoundaryTimes
EphemerisTimePosVel
0 7000.5 0 -1 0 7.5 0.125
60 6985.25 449.5 6.5 -0.5 7.25 0.125
60 6985.25 449.5 6.5 -0.25 7.5 0.25
120 6940.5 896.25 14 -1 7 0.125
END Ephemeris
`
const MEME = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:17:42 UTC step_size:60
ephemeris_source:blend
UVW
2026069201642.000 2331.5 -3812.25 -5288.125 7.5 1.25 1.125
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
2026069201742.500 2753.5 -3695.25 -5167.5 6.5 2.5 2.25
4e-07 0 9e-08 0 0 1.6e-07 0
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
`

/** Returns all formats, each with the valid messages of its reference file, read and written in the format. */
export function listFormats(): Format[] {
  const perKind = Object.entries(REFERENCES).map(([kind, path]) => ({ kind, messages: readValid(path) }))
  const ofKind = (kind: string) => perKind.find((one) => one.kind === kind)?.messages ?? []
  const written = (kind: string, notation: 'KVN' | 'XML') =>
    ofKind(kind).map((message) => formatMessages([message], { notation, strict: false }))
  const omms = ofKind('omm').flatMap((any) => (any.kind === 'OMM' ? [any.message] : []))
  const cdms = ofKind('cdm').flatMap((any) => (any.kind === 'CDM' ? [any.message] : []))
  const catalogue = omms.filter(
    ({ metadata, elements }) => metadata.meanElementTheory === 'SGP4' && elements.meanMotionRevPerDay,
  )
  const formats = [
    ...perKind.flatMap(({ kind }) =>
      (['KVN', 'XML'] as const).map((notation) => ({
        name: `${kind.toUpperCase()} ${notation}`,
        seeds: written(kind, notation),
      })),
    ),
    { name: 'CDM JSON', seeds: cdms.map((cdm) => formatCdm(cdm, { notation: 'JSON' })) },
    { name: 'OMM JSON', seeds: omms.map((omm) => formatOmm(omm, { notation: 'JSON' })) },
    { name: 'OMM CSV', seeds: [formatOmmCsv(catalogue)] },
    {
      name: 'NDM XML',
      seeds: [
        formatMessages(
          perKind.flatMap(({ messages }) => messages.slice(-1)),
          { notation: 'XML', strict: false, comments: ['x'] },
        ),
      ],
    },
    { name: 'MEME', seeds: [MEME] },
    { name: 'STK', seeds: [STK] },
  ]
  return formats.map(({ name, seeds }) => {
    const short = seeds.filter((seed) => seed.length <= LONGEST_SEED)
    return { name, seeds: short.length > 0 ? short : seeds }
  })
}

function readValid(path: string): AnyMessage[] {
  const { messages } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
    messages: { expect: string; text: string }[]
  }
  return messages
    .filter(({ expect }) => expect === 'valid')
    .flatMap(({ text }) => readMessages(text, { strict: false }).messages)
    .flatMap(({ reading }) => (reading.ok ? [reading.message] : []))
}

/** Reads `count` mutations of the format, beginning with seed `first`. */
export function fuzz(format: Format, count: number, first = 1): FuzzResult {
  const failures: { seed: number; what: string }[] = []
  let [read, refused, longestMs, longestSeed] = [0, 0, 0, first]
  for (let seed = first; seed < first + count; seed += 1) {
    const random = createRandom(seed)
    const text = mutate(pick(format.seeds, random), random)
    const before = process.threadCpuUsage()
    try {
      const outcome = readOne(format.name, text, { strict: seed % 2 === 0, isDeep: seed % 4 === 1 })
      if (outcome.isRead) read += 1
      else refused += 1
      if (outcome.wrong !== null) failures.push({ seed, what: outcome.wrong })
    } catch (error) {
      failures.push({ seed, what: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
    }
    const { user, system } = process.threadCpuUsage(before)
    const took = (user + system) / 1_000
    if (took > longestMs) [longestMs, longestSeed] = [took, seed]
    if (took > HANG_MS) failures.push({ seed, what: `${took.toFixed(0)} ms` })
  }
  return { read, refused, longestMs, longestSeed, failures }
}

interface Manner {
  readonly strict: boolean
  /** True if the read messages are also written, and read again. */
  readonly isDeep: boolean
}

interface Outcome {
  readonly isRead: boolean
  readonly wrong: string | null
}

function readOne(name: string, text: string, { strict, isDeep }: Manner): Outcome {
  detect(text)
  if (name === 'MEME' || name === 'STK') {
    const reading = name === 'MEME' ? readMeme(text, { strict }) : readStk(text, { strict })
    const faults = reading.ok ? reading.warnings : reading.errors
    return { isRead: reading.ok, wrong: judge({ isRead: reading.ok, faults }, text) }
  }
  const { messages, faults } = readMessages(text, { strict })
  const errors = messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))
  const warnings = messages.flatMap(({ reading }) => reading.warnings)
  const isRead = messages.length > 0 && messages.every(({ reading }) => reading.ok)
  const wrong = judge({ isRead: isRead || text.trim() === '', faults: [...faults, ...errors, ...warnings] }, text)
  if (wrong !== null || !isRead || !isDeep) return { isRead, wrong }
  return { isRead, wrong: writeAndRead(messages.flatMap(({ reading }) => (reading.ok ? [reading.message] : []))) }
}

/** Returns what is wrong with the result: a refusal must have faults, and every fault must have a place in the text. */
function judge({ isRead, faults }: { isRead: boolean; faults: readonly Fault[] }, text: string): string | null {
  if (!isRead && faults.length === 0 && text.trim() !== '') return 'refused without a fault'
  const lines = text.split(/\r\n|\n\r|\n|\r/).length + 1
  const lost = faults.find(
    ({ line, column }) => !(line >= 1 && line <= lines && column >= 1 && Number.isInteger(column)),
  )
  return lost === undefined ? null : `a fault at ${lost.line}:${lost.column} of ${lines} lines: ${lost.message}`
}

/** Returns null if a message is the same after it was read, written and read again, or if it cannot be written for a named reason. */
function writeAndRead(messages: readonly AnyMessage[]): string | null {
  for (const notation of ['KVN', 'XML'] as const) {
    let written: string
    try {
      written = formatMessages(messages, { notation, strict: false })
    } catch (error) {
      if (error instanceof RangeError) continue
      throw error
    }
    const again = readMessages(written, { strict: false })
    const same = again.messages.map(({ reading }) => (reading.ok ? reading.message : null))
    if (!isDeepStrictEqual(same, messages)) return `written as ${notation} it reads as something else`
  }
  return null
}

/** Returns the text with one to four changes: something is cut, inserted or replaced, or a line is duplicated, moved or removed. */
function mutate(text: string, random: () => number): string {
  const changes = 1 + below(MOST_CHANGES, random)
  let mutated = text
  for (let done = 0; done < changes; done += 1) mutated = change(mutated, random)
  return mutated
}

function change(text: string, random: () => number): string {
  const at = below(text.length + 1, random)
  const cut = below(MOST_CUT, random)
  switch (below(12, random)) {
    case 0:
      return text.slice(0, at) + text.slice(at + cut)
    case 1:
      return text.slice(0, at) + pick(PIECES, random) + text.slice(at)
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(ASCII, random)) + text.slice(at + 1)
    case 3:
      return text.slice(0, at)
    case 4:
      return text.slice(0, at) + pick(PIECES, random) + text.slice(at + cut)
    case 5:
    case 6:
    case 7:
      return changeLines(text.split('\n'), random).join('\n')
    default:
      return changeWord(text, at, random)
  }
}

/** Replaces the word or number at a place by another of the text or by an extreme one, so that brackets and tags stay intact. */
function changeWord(text: string, at: number, random: () => number): string {
  const words = text.slice(at, at + REACH).match(/[\w.:+-]+/g)
  const [word] = words ?? []
  if (word === undefined) return text
  const start = text.indexOf(word, at)
  const other = below(2, random) === 0 ? pick(words ?? [], random) : pick(VALUES, random)
  return text.slice(0, start) + other + text.slice(start + word.length)
}

/** Leaves out a line, doubles it, or moves it to another place. */
function changeLines(lines: readonly string[], random: () => number): string[] {
  const from = below(lines.length, random)
  const line = lines[from] ?? ''
  const rest = lines.filter((_, index) => index !== from)
  const to = below(lines.length, random)
  const kind = below(3, random)
  if (kind === 0) return rest
  const others = kind === 1 ? lines : rest
  return [...others.slice(0, to), line, ...others.slice(to)]
}

/** Returns one of the items, drawn at random. */
function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[below(items.length, random)]
  if (item === undefined) throw new RangeError('there is nothing to pick from')
  return item
}

/** Returns a random whole number in [0, `limit`). */
function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit)
}
