/** Measures the speed of reading OEMs and compares it with fast-xml-parser on the same text, in one run on one core. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FaultLog } from '@apsis/ccsds/fault.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { openOem } from '@apsis/ccsds/oem/oem-records.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { XMLParser } from 'fast-xml-parser'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- ccsds [--states N] [--runs N]'
const CHUNK = 65_536
const STEP_S = 60
const MEGABYTE = 1e6
const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '50000' },
    runs: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

interface Case {
  readonly name: string
  readonly text: string
  /** Reads the text and returns the number of states, so that no part of the work can be omitted. */
  readonly read: (text: string) => number
}

/** Returns an ephemeris of a circular orbit with digits as operators print them: metres and millimetres per second with six decimals. */
function makeText(states: number): string {
  const [r, v, rate] = [6878.137, 7.6126, 0.0011068]
  const rows = Array.from({ length: states }, (_, index) => {
    const angle = rate * STEP_S * index
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const time = new Date(Date.UTC(2026, 10, 20) + index * STEP_S * 1000).toISOString().replace('Z', '')
    const numbers = [r * c, r * s * 0.6, r * s * 0.8, -v * s, v * c * 0.6, v * c * 0.8]
    return `${time} ${numbers.map((value, axis) => value.toFixed(axis < 3 ? 6 : 9)).join(' ')}`
  })
  const [first = '', last = ''] = [rows[0]?.slice(0, 23), rows.at(-1)?.slice(0, 23)]
  return `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-11-20T00:00:00
ORIGINATOR = APSIS
META_START
OBJECT_NAME = BENCH
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
START_TIME = ${first}
STOP_TIME = ${last}
META_STOP
${rows.join('\n')}
`
}

/** Reads record by record, in pieces as a file arrives, and stores nothing. */
function readRecords(text: string): number {
  const log = new FaultLog(true)
  const reader = openOem(log, { limits: STREAMING_LIMITS })
  let states = 0
  const count = (records: ReturnType<typeof reader.write>) => {
    for (const { kind } of records) if (kind === 'state') states += 1
  }
  for (let at = 0; at < text.length; at += CHUNK) count(reader.write(text.slice(at, at + CHUNK)))
  count(reader.end())
  if (log.failed) throw new Error(log.errors[0]?.message)
  return states
}

/** Reads the complete text, and keeps all of its data in memory. */
function readWhole(text: string): number {
  return parseOem(text, { limits: STREAMING_LIMITS }).segments.reduce((sum, { states }) => sum + states.length, 0)
}

/** Reads with fast-xml-parser: a tree of texts and numbers, without epochs, units, checks or places. */
function readByPeer(text: string): number {
  const tree: unknown = new XMLParser({ ignoreAttributes: false }).parse(text)
  const { oem } = tree as { oem: { body: { segment: { data: { stateVector: unknown[] } } } } }
  return oem.body.segment.data.stateVector.length
}

/** Returns the processor time of one reading, s, which other programs do not lengthen, unlike clock time. */
function timeOnce({ name, text, read }: Case, states: number): number {
  const start = process.cpuUsage()
  const found = read(text)
  const { user, system } = process.cpuUsage(start)
  if (found !== states) throw new Error(`${name} found ${found} states of ${states}`)
  return (user + system) / 1e6
}

/** Returns MB/s of each case from the median of its runs. The cases alternate, and the first round only warms up. */
function measure(cases: readonly Case[], { states, runs }: { states: number; runs: number }): number[] {
  const times = cases.map((): number[] => [])
  for (let run = 0; run <= runs; run += 1) {
    for (const [index, one] of cases.entries()) {
      const seconds = timeOnce(one, states)
      if (run > 0) times[index]?.push(seconds)
    }
  }
  return cases.map(({ name, text }, index) => {
    const seconds = median(times[index] ?? [])
    const speed = text.length / MEGABYTE / seconds
    const perState = ((seconds / states) * 1e6).toFixed(2)
    process.stdout.write(
      `${name.padEnd(28)} ${speed.toFixed(1).padStart(7)} MB/s  ${perState.padStart(7)} µs per state\n`,
    )
    return speed
  })
}

function versionOf(name: string): string {
  const path = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  return `${name} ${version}`
}

function main(): number {
  const [states, runs] = [Number(values.states), Number(values.runs)]
  if (values.help || !Number.isSafeInteger(states) || !Number.isSafeInteger(runs)) {
    process.stdout.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  const kvn = makeText(states)
  const xml = formatOem(parseOem(kvn, { limits: STREAMING_LIMITS }), { notation: 'XML' })
  const sizes = [kvn, xml].map((text) => `${(text.length / MEGABYTE).toFixed(1)} MB`)
  process.stdout.write(`${machineLine()}; ${versionOf('saxes')}, ${versionOf('fast-xml-parser')}\n`)
  process.stdout.write(
    `OEM of ${states} states: ${sizes[0]} of KVN, ${sizes[1]} of XML; median of ${runs} runs, processor time\n`,
  )
  const speeds = measure(
    [
      { name: 'apsis KVN, record by record', text: kvn, read: readRecords },
      { name: 'apsis KVN, whole', text: kvn, read: readWhole },
      { name: 'apsis XML, record by record', text: xml, read: readRecords },
      { name: 'apsis XML, whole', text: xml, read: readWhole },
      { name: 'fast-xml-parser XML, a tree', text: xml, read: readByPeer },
    ],
    { states, runs },
  )
  const [, , records = Number.NaN, whole = Number.NaN, peer = Number.NaN] = speeds
  const ratios = [records, whole].map((speed) => (speed / peer).toFixed(2))
  process.stdout.write(`XML: ${ratios[0]} times fast-xml-parser record by record, ${ratios[1]} times whole\n`)
  return 0
}

process.exitCode = main()
