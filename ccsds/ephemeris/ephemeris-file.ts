import { type CovarianceColumns, epochAt, type StateColumns } from '@apsis/astro/ephemeris/columns.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { ReadOptions } from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import { type EphemerisName, parseEphemerisName, startOfName } from '../meme/ephemeris-name.ts'
import { scanMemeText, toColumns } from '../meme/meme.ts'
import type { OpenText } from '../message/open-text.ts'
import { type TextPiece, textOf } from '../notation/decode.ts'
import { readOcm, statesOfTrajectory } from '../ocm/ocm.ts'
import type { OemState } from '../oem/oem.ts'
import { type OemRecord, openOem, type RecordReader } from '../oem/oem-records.ts'
import { openStk, readStk } from '../stk/stk.ts'

/** The satellite that a file must describe, with its numbers in messages. */
export interface ExpectedObject {
  readonly ids: readonly string[]
  readonly names: readonly string[]
}

/** Something that a text does not say, and that is assumed. */
export interface Assumption {
  readonly code: string
  readonly message: string
  readonly expected?: readonly string[]
}

/** The states of a segment in columns, and the line of each; a covariance is at the line of its state. */
export interface TableRecord {
  readonly kind: 'table'
  /** The line of the last state. */
  readonly line: number
  readonly lines: Float64Array
  readonly states: StateColumns
  /** Null if the file has none; otherwise each state has one. */
  readonly covariances: CovarianceColumns | null
}

/** A part of an ephemeris; a format with one line for each state gives its states together. */
export type EphemerisRecord = OemRecord | TableRecord

/** Receives the parts of an ephemeris, whatever its format is. */
export interface EphemerisSink {
  readonly log: FaultLog
  readonly take: (record: EphemerisRecord) => void
  readonly assume: (assumption: Assumption) => void
}

/** Reads a file of a known format into the parts of an OEM. */
export interface EphemerisFile {
  /** True if the file names its object. */
  readonly namesObject: boolean
  readonly read: (sink: EphemerisSink) => Promise<void>
}

interface About {
  readonly name: string
  readonly object: ExpectedObject
  readonly options: ReadOptions
}

const EXPECTED =
  'an OEM in KVN or XML, alone or in an ndm, an OCM, the ephemeris text of Starlink (MEME), or an ephemeris of STK'

/** Returns how to read the ephemeris in a text, depending on its format; server, application and command line all use this function. */
export function openEphemerisFile({ detection, pieces }: OpenText, about: About): EphemerisFile {
  switch (detection.kind) {
    case 'OEM':
    // A combined message with one ephemeris is treated as that ephemeris; another message in it is a fault with its line.
    case 'NDM':
      return { namesObject: true, read: (sink) => readOem(pieces, sink, about) }
    case 'OCM':
      return { namesObject: true, read: (sink) => readOcmStates(pieces, sink, about) }
    case 'MEME':
      return { namesObject: parseEphemerisName(about.name).ok, read: (sink) => readMemeStates(pieces, sink, about) }
    case 'STK':
      return { namesObject: false, read: (sink) => readStkStates(pieces, sink, about) }
    default:
      return {
        namesObject: false,
        read: async ({ log }) => {
          const what =
            detection.kind === 'unknown' ? 'the file is none that is known here' : `this is a ${detection.kind}`
          const message = `${what}: it has no ephemeris`
          log.fatal({ line: 1, column: 1, keyword: null, code: 'wrong-kind', message, expected: EXPECTED })
        },
      }
  }
}

/** Passes on each record of a text as soon as it is complete. */
async function follow<R>(pieces: AsyncIterable<TextPiece>, reader: RecordReader<R>, take: (record: R) => void) {
  for await (const piece of pieces) for (const record of reader.write(textOf(piece))) take(record)
  for (const record of reader.end()) take(record)
}

async function readOem(
  pieces: AsyncIterable<TextPiece>,
  { log, take }: EphemerisSink,
  { options }: About,
): Promise<void> {
  await follow(pieces, openOem(log, options), take)
}

async function readMemeStates(
  pieces: AsyncIterable<TextPiece>,
  { log, take, assume }: EphemerisSink,
  { name, object, options }: About,
): Promise<void> {
  const reading = parseEphemerisName(name)
  const told = reading.ok ? reading.name : undefined
  if (!reading.ok) assume(unnamed('MEME_NUMBER_NAME_….txt', reading.reason))
  const table = await scanMemeText(pieces, log, options)
  const { header, count, lines } = table
  if (header?.created != null) {
    const { created: creationDate, source } = header
    const { comments, version, originator } = { comments: [], version: '2.0', originator: source ?? 'UNKNOWN' }
    take({ kind: 'header', line: 1, header: { comments, version, originator, creationDate } })
  }
  const { start = null, stop = null } = header ?? {}
  if (told !== undefined && start !== null && stop !== null && !hasSpan(told, start, stop)) {
    const message = 'the name of the file gives another span than its header, which is used'
    log.warning({ line: 1, column: 1, keyword: null, code: 'not-consistent', message, found: name })
  }
  const isStated = start !== null && stop !== null
  if (!isStated && count === 0) return
  const metadata = {
    comments: [],
    objectId: told?.catalogue ?? object.ids[0] ?? '',
    objectName: told?.objectName ?? object.names[0] ?? '',
    centreName: 'EARTH',
    refFrame: told?.frame ?? 'EME2000',
    timeSystem: 'UTC',
    // If the header has no span, the first and the last state give the span.
    startTime: isStated ? start : epochAt(table, 0),
    stopTime: isStated ? stop : epochAt(table, count - 1),
  }
  take({ kind: 'segment', line: 1, metadata })
  if (count > 0) take({ kind: 'table', line: lines[count - 1] ?? 1, ...toColumns(table) })
}

/**
 * Returns true if the start and the end in a file name agree with the header to within a minute. The start in a name has no seconds and no year, and
 * the end may be missing.
 */
function hasSpan(name: EphemerisName, start: Epoch, stop: Epoch): boolean {
  const isSame = (a: Epoch, b: Epoch) => Math.abs(secondsBetween(a, b)) < 60
  return isSame(startOfName(name, start), start) && (name.stop === null || isSame(name.stop, stop))
}

async function readStkStates(
  pieces: AsyncIterable<TextPiece>,
  { log, take, assume }: EphemerisSink,
  { object: { ids, names }, options }: About,
): Promise<void> {
  assume(unnamed(undefined))
  const text = await whole(pieces)
  // The records give the lines of the states, but only the complete result has the velocities that are computed from positions.
  const lines: number[] = []
  const reader = openStk(log, options)
  for (const record of [...reader.write(text), ...reader.end()]) if (record.kind === 'state') lines.push(record.line)
  const reading = readStk(text, options)
  if (!reading.ok) {
    if (!log.failed) for (const fault of reading.errors) log.error(withoutNulls(fault))
    return
  }
  const { header, segments } = reading.message
  const { centreName, refFrame, interpolation, degree } = header
  const asked = interpolation === undefined ? {} : { interpolation, interpolationDegree: degree ?? 5 }
  let at = 0
  for (const states of segments) {
    const [startTime, stopTime] = [states[0]?.epoch ?? header.epoch, states.at(-1)?.epoch ?? header.epoch]
    const identity = { objectId: ids[0] ?? '', objectName: names[0] ?? '' }
    const metadata = {
      comments: [],
      ...identity,
      centreName,
      refFrame,
      timeSystem: 'UTC',
      ...asked,
      startTime,
      stopTime,
    }
    take({ kind: 'segment', line: lines[at] ?? 1, metadata })
    for (const state of states) {
      take({ kind: 'state', line: lines[at] ?? 1, state })
      at += 1
    }
  }
}

async function readOcmStates(
  pieces: AsyncIterable<TextPiece>,
  { log, take }: EphemerisSink,
  { object, options }: About,
): Promise<void> {
  const text = await whole(pieces)
  const reading = readOcm(text, options)
  for (const fault of reading.warnings) log.warning(withoutNulls(fault))
  if (!reading.ok) {
    for (const fault of reading.errors) log.error(withoutNulls(fault))
    return
  }
  const { header, metadata, trajectories } = reading.message
  const { creationDate, originator = '' } = header
  take({ kind: 'header', line: 1, header: { comments: [], version: '3.0', creationDate, originator } })
  const named = [metadata.objectDesignator, metadata.internationalDesignator].filter((id) => id !== undefined)
  const objectId = named.find((id) => object.ids.includes(id)) ?? named[0] ?? ''
  const blocks = trajectoryLines(text)
  for (const [place, trajectory] of trajectories.entries()) {
    const states = statesOfTrajectory(trajectory)
    const lines = blocks[place] ?? []
    const line = (lines[0] ?? 2) - 1
    if (states === null) {
      const message = 'a trajectory without Cartesian states in km and km/s'
      log.error({ line, column: 1, keyword: 'TRAJ_TYPE', code: 'bad-value', message, expected: 'CARTPV or CARTPVA' })
      continue
    }
    take({ kind: 'segment', line, metadata: ocmSegment(reading.message, { trajectory, states, objectId }) })
    for (const [row, state] of states.entries()) take({ kind: 'state', line: lines[row] ?? line, state })
  }
}

type OcmMessage = Extract<ReturnType<typeof readOcm>, { ok: true }>['message']
type Trajectory = {
  readonly trajectory: OcmMessage['trajectories'][number]
  readonly states: readonly OemState[]
  readonly objectId: string
}

function ocmSegment({ metadata, header }: OcmMessage, { trajectory, states, objectId }: Trajectory) {
  const { centreName = 'EARTH', trajRefFrame: refFrame = 'ICRF3', ...rest } = trajectory.metadata
  const { interpolation, interpolationDegree, useableStartTime, useableStopTime } = rest
  return {
    comments: [],
    objectId,
    objectName: metadata.objectName ?? '',
    centreName,
    refFrame,
    timeSystem: metadata.timeSystem ?? 'UTC',
    startTime: states[0]?.epoch ?? header.creationDate,
    stopTime: states.at(-1)?.epoch ?? header.creationDate,
    ...(interpolation === undefined ? {} : { interpolation }),
    ...(interpolationDegree === undefined ? {} : { interpolationDegree }),
    ...(useableStartTime === undefined ? {} : { useableStartTime }),
    ...(useableStopTime === undefined ? {} : { useableStopTime }),
  }
}

/** Returns the lines of the rows of each trajectory in an OCM. */
function trajectoryLines(text: string): number[][] {
  const blocks: number[][] = []
  let current: number[] | undefined
  for (const [place, raw] of text.split('\n').entries()) {
    const row = raw.trim()
    if (row === 'TRAJ_START' || row === '<traj>') {
      current = []
      blocks.push(current)
    } else if (row === 'TRAJ_STOP' || row === '</traj>') current = undefined
    else if (row.startsWith('<trajLine') || (row !== '' && !row.startsWith('<') && !/=|^COMMENT\b/.test(row)))
      current?.push(place + 1)
  }
  return blocks
}

async function whole(pieces: AsyncIterable<TextPiece>): Promise<string> {
  const read: string[] = []
  for await (const piece of pieces) read.push(textOf(piece))
  return read.join('')
}

function withoutNulls<F extends { found: string | null; expected: string | null }>({ found, expected, ...rest }: F) {
  return { ...rest, ...(found === null ? {} : { found }), ...(expected === null ? {} : { expected }) }
}

function unnamed(fileName: string | undefined, reason?: string) {
  const said = reason === undefined ? '' : `, for ${reason}`
  const message = `the file does not say of which object it is${said}: it is taken for that of the satellite`
  return {
    code: 'object-unnamed',
    message,
    ...(fileName === undefined ? {} : { expected: [`a file named ${fileName}`] }),
  }
}
