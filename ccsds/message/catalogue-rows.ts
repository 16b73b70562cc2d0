import { type ElementSet, fromPublished } from '@apsis/astro/sgp4/element-set.ts'
import { isResolved } from '../block/block.ts'
import { instantReader } from '../block/instant-reader.ts'
import type { Fault } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'
import { splitLines } from '../notation/kvn.ts'
import type { Limits } from '../notation/limits.ts'
import { COLUMNS } from '../omm/catalogue-columns.data.ts'
import type { FoundMessages } from './read-messages.ts'

/** Receives the rows of a catalogue, in their order. */
export interface RowSink {
  readonly set: (set: ElementSet) => void
  /** Receives a row, or the whole file, that only the general reader can read; its faults have the lines of the file. */
  readonly message: (found: FoundMessages) => void
}

/**
 * Reads a catalogue in CSV row by row, directly into element sets. `readMessages` and `toElementSet` return identical sets but are ten times slower,
 * because they store everything that any kind of message may contain. A row with anything unusual (quotes, an empty cell, a value out of range) is
 * passed to them, and so is a file whose columns are not those of the public catalogues. Both functions are loaded only for such a row or file,
 * because loading them takes as long as reading some thousand plain rows. The following rows of the same piece wait until the unusual row is read, so
 * that the order is that of the file.
 */
export async function readCatalogueRows(pieces: readonly string[], limits: Limits, sink: RowSink): Promise<void> {
  const parts = [...pieces]
  const header = takeFirstLine(parts)
  const places = placesOf(header)
  const options = { strict: false, limits }
  if (places === undefined) {
    const { readMessages } = await import('./read-messages.ts')
    sink.message(readMessages(pieces, options))
    return
  }
  const readRow = rowReader(places)
  const waiting: (ElementSet | UnusualRow)[] = []
  const lines = splitLines((text, lineBelow) => {
    const set = text.length > limits.lineLength ? undefined : readRow(text)
    if (set === undefined) {
      if (text.trim() !== '') waiting.push({ text, lineBelow })
    } else if (waiting.length > 0) waiting.push(set)
    else sink.set(set)
  }, limits.lineLength)
  const readWaiting = async () => {
    if (waiting.length === 0) return
    const { readMessages } = await import('./read-messages.ts')
    for (const row of waiting.splice(0)) {
      if ('noradId' in row) sink.set(row)
      else sink.message(moveDown(readMessages(`${header}\n${row.text}`, options), row.lineBelow - 1))
    }
  }
  for (const piece of parts) {
    lines.write(piece)
    await readWaiting()
  }
  lines.end()
  await readWaiting()
}

/** A row that the general reader must read, and its number below the row of names, from 1. */
interface UnusualRow {
  readonly text: string
  readonly lineBelow: number
}

/** Removes the first line, with its end, from the pieces and returns it. */
function takeFirstLine(parts: string[]): string {
  let line = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const end = part.indexOf('\n')
    line += end === -1 ? part : part.slice(0, end)
    parts[at] = end === -1 ? '' : part.slice(end + 1)
    if (end !== -1 || line.length > LONGEST_HEADER) return line
  }
  return line
}

/** No row of column names is longer than this, in characters. */
const LONGEST_HEADER = 4096

/** Returns the index of each column in a row; undefined if the row of names is not that of a public catalogue. */
function placesOf(header: string): ReadonlyMap<string, number> | undefined {
  const names = header
    .replace(/^\ufeff/, '')
    .replace(/\r$/, '')
    .split(',')
  const places = new Map(names.map((name, place) => [name, place]))
  return names.length === COLUMNS.length && COLUMNS.every((name) => places.has(name)) ? places : undefined
}

/** Returns a reader of rows in which every cell is plain; it returns undefined for other rows. */
function rowReader(places: ReadonlyMap<string, number>): (row: string) => ElementSet | undefined {
  const at = (name: (typeof COLUMNS)[number]) => places.get(name) ?? -1
  const place = {
    name: at('OBJECT_NAME'),
    designator: at('OBJECT_ID'),
    epoch: at('EPOCH'),
    meanMotion: at('MEAN_MOTION'),
    eccentricity: at('ECCENTRICITY'),
    inclination: at('INCLINATION'),
    raan: at('RA_OF_ASC_NODE'),
    argPeriapsis: at('ARG_OF_PERICENTER'),
    meanAnomaly: at('MEAN_ANOMALY'),
    ephemerisType: at('EPHEMERIS_TYPE'),
    classification: at('CLASSIFICATION_TYPE'),
    noradId: at('NORAD_CAT_ID'),
    setNumber: at('ELEMENT_SET_NO'),
    revolution: at('REV_AT_EPOCH'),
    bstar: at('BSTAR'),
    dot: at('MEAN_MOTION_DOT'),
    ddot: at('MEAN_MOTION_DDOT'),
  }
  const readEpoch = instantReader('UTC')
  const cells: Cells = { begins: new Int32Array(COLUMNS.length), ends: new Int32Array(COLUMNS.length) }
  const { begins, ends } = cells
  return (row) => {
    if (row.includes('"') || !findCells(row, cells, place.designator)) return undefined
    const text = (column: number) => row.slice(begins[column], ends[column])
    const number = (column: number) => parseDecimal(row, 0, begins[column], ends[column])
    const angle = (column: number) => {
      const deg = number(column)
      return Math.abs(deg) <= 360 ? deg : Number.NaN
    }
    const [inclinationDeg, raanDeg] = [number(place.inclination), angle(place.raan)]
    const [argPeriapsisDeg, meanAnomalyDeg] = [angle(place.argPeriapsis), angle(place.meanAnomaly)]
    const [ephemerisType, elementSetNumber] = [number(place.ephemerisType), number(place.setNumber)]
    const [revolutionAtEpoch, dot, ddot] = [number(place.revolution), number(place.dot), number(place.ddot)]
    // A sum is a number only if all of its terms are numbers.
    if (Number.isNaN(ephemerisType + elementSetNumber + revolutionAtEpoch + dot + ddot)) return undefined
    const classification = text(place.classification)
    if (classification.length !== 1) return undefined
    try {
      const epoch = readEpoch(text(place.epoch))
      if (!isResolved(epoch)) return undefined
      return fromPublished({
        ephemerisType,
        elementSetNumber,
        revolutionAtEpoch,
        meanMotionDotRevPerDay2: dot,
        meanMotionDdotRevPerDay3: ddot,
        noradId: number(place.noradId),
        objectName: text(place.name),
        // Some objects have no international designator yet.
        internationalDesignator: text(place.designator) || 'UNKNOWN',
        classification,
        epoch,
        meanMotionRevPerDay: number(place.meanMotion),
        eccentricity: number(place.eccentricity),
        inclinationDeg,
        raanDeg,
        argPeriapsisDeg,
        meanAnomalyDeg,
        bstar: number(place.bstar),
      })
    } catch (error) {
      // The general reader then reports the fault with line and keyword.
      if (error instanceof RangeError || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

/** The positions in the row at which the value of each cell begins and ends. */
interface Cells {
  readonly begins: Int32Array
  readonly ends: Int32Array
}

/**
 * Finds the values of a row, without the blanks around them. Returns false if the row has another number of cells, if a required value is empty, or
 * if a value begins or ends with a character that is not visible ASCII.
 */
function findCells(row: string, { begins, ends }: Cells, mayBeEmpty: number): boolean {
  const last = begins.length - 1
  let at = 0
  for (let column = 0; column <= last; column += 1) {
    const comma = row.indexOf(',', at)
    if ((comma === -1) !== (column === last)) return false
    const behind = comma === -1 ? row.length : comma
    let [begin, end] = [at, behind]
    while (begin < end && row.charCodeAt(begin) === BLANK) begin += 1
    while (begin < end && row.charCodeAt(end - 1) === BLANK) end -= 1
    const isPlain =
      begin < end ? isVisible(row.charCodeAt(begin)) && isVisible(row.charCodeAt(end - 1)) : column === mayBeEmpty
    if (!isPlain) return false
    begins[column] = begin
    ends[column] = end
    at = behind + 1
  }
  return true
}

const BLANK = 32
const LAST_VISIBLE = 126

/** Returns true for the characters from ! to ~. */
function isVisible(code: number): boolean {
  return code > BLANK && code <= LAST_VISIBLE
}

/** Returns the messages with the lines of their faults increased by `lines`, without the fault that a row contains no message. */
function moveDown(found: FoundMessages, lines: number): FoundMessages {
  const move = (faults: readonly Fault[]) => faults.map((fault) => ({ ...fault, line: fault.line + lines }))
  return {
    ...found,
    faults: move(found.faults.filter(({ code }) => code !== 'unfinished')),
    messages: found.messages.map(({ kind, reading }) => ({
      kind,
      reading: reading.ok
        ? { ...reading, warnings: move(reading.warnings) }
        : { ...reading, errors: move(reading.errors), warnings: move(reading.warnings) },
    })),
  }
}
