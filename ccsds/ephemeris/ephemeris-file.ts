import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { MessageTime } from '../block/block.ts'
import type { ReadOptions } from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import { type EphemerisName, parseEphemerisName, startOfName } from '../meme/ephemeris-name.ts'
import { type MemeRecord, openMeme } from '../meme/meme.ts'
import type { OpenText } from '../message/open-text.ts'
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

/** Receives the parts of an ephemeris, whatever its format is. */
export interface EphemerisSink {
  readonly log: FaultLog
  readonly take: (record: OemRecord) => void
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
async function follow<R>(pieces: AsyncIterable<string>, reader: RecordReader<R>, take: (record: R) => void) {
  for await (const piece of pieces) for (const record of reader.write(piece)) take(record)
  for (const record of reader.end()) take(record)
}

async function readOem(pieces: AsyncIterable<string>, { log, take }: EphemerisSink, { options }: About): Promise<void> {
  await follow(pieces, openOem(log, options), take)
}

async function readMemeStates(
  pieces: AsyncIterable<string>,
  { log, take, assume }: EphemerisSink,
  { name, object, options }: About,
): Promise<void> {
  const reading = parseEphemerisName(name)
  const told = reading.ok ? reading.name : undefined
  if (!reading.ok) assume(unnamed('MEME_NUMBER_NAME_….txt', reading.reason))
  const waiting: Exclude<MemeRecord, { kind: 'header' }>[] = []
  let hasBegun = false
  const begin = (startTime: MessageTime, stopTime: MessageTime) => {
    hasBegun = true
    const metadata = {
      comments: [],
      objectId: told?.catalogue ?? object.ids[0] ?? '',
      objectName: told?.objectName ?? object.names[0] ?? '',
      centreName: 'EARTH',
      refFrame: told?.frame ?? 'EME2000',
      timeSystem: 'UTC',
      startTime,
      stopTime,
    }
    take({ kind: 'segment', line: 1, metadata })
    for (const record of waiting) take(record)
  }
  await follow(pieces, openMeme(log, options), (record) => {
    if (record.kind !== 'header') {
      if (hasBegun) take(record)
      else waiting.push(record)
      return
    }
    const { created: creationDate, start, stop, source } = record.header
    const header = { comments: [], version: '2.0', originator: source ?? 'UNKNOWN' }
    if (creationDate !== null) take({ kind: 'header', line: 1, header: { ...header, creationDate } })
    if (start === null || stop === null) return
    if (told !== undefined && !hasSpan(told, start, stop)) {
      const message = 'the name of the file gives another span than its header, which is used'
      log.warning({ line: 1, column: 1, keyword: null, code: 'not-consistent', message, found: name })
    }
    begin(start, stop)
  })
  const epochs = waiting.flatMap((record) => (record.kind === 'state' ? [record.state.epoch] : []))
  // If the header has no span, the first and the last state give the span.
  if (!hasBegun && epochs[0] !== undefined) begin(epochs[0], epochs.at(-1) ?? epochs[0])
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
  pieces: AsyncIterable<string>,
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
  pieces: AsyncIterable<string>,
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

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  const read: string[] = []
  for await (const piece of pieces) read.push(piece)
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
