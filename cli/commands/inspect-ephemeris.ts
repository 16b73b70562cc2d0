import { basename } from 'node:path'
import { checkEnvelope } from '@apsis/ccsds/ephemeris/check-envelope.ts'
import { checkPhysics, type PhysicsCheck } from '@apsis/ccsds/ephemeris/check-physics.ts'
import { checkUpload } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { type EphemerisRecord, openEphemerisFile } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { parseEphemerisName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { openMeme } from '@apsis/ccsds/meme/meme.ts'
import { findMessageSpans } from '@apsis/ccsds/message/message-spans.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { type OemRecord, openOem } from '@apsis/ccsds/oem/oem-records.ts'
import { openStk } from '@apsis/ccsds/stk/stk.ts'
import type { Source } from '../input/source.ts'

type Pieces = AsyncIterable<string> | Iterable<string>

/** The strictness of the reading, and whether the needs of a screening are checked. */
export interface Manner {
  readonly strict: boolean
  readonly upload: boolean
}

/** Returns the faults of one or more ephemerides in a file, and of their motion. The memory does not grow with the length of the file. */
export async function inspectOems(text: Pieces, manner: Manner): Promise<FaultLog[]> {
  const first = new FaultLog(manner.strict)
  let current = beginInspection(manner, first)
  const logs = [current.log]
  let hasBegun = false
  let line = 0
  let rest = ''
  let from = 0
  const give = async (end: number) => {
    const part = rest.slice(0, end)
    await current.write(part)
    line += countLines(part)
    rest = rest.slice(end)
    from = Math.max(0, from - end)
  }
  for await (const piece of text) {
    rest += piece
    for (let at = findBeginning(rest, from); at >= 0; at = findBeginning(rest, from)) {
      from = at + BEGIN.length
      if (hasBegun) {
        await give(at)
        await current.end()
        current = beginInspection(manner, first.fresh(line))
        logs.push(current.log)
      }
      hasBegun = true
    }
    // The marker that begins a message may be split between two pieces, so the end of the text is kept for the next one.
    await give(Math.max(0, rest.length - BEGIN.length - 1))
  }
  await give(rest.length)
  await current.end()
  return logs
}

const BEGIN = 'CCSDS_OEM_VERS'

/** Returns the position of the next message: it starts at the beginning of a line. */
function findBeginning(text: string, from: number): number {
  for (let at = text.indexOf(BEGIN, from); at >= 0; at = text.indexOf(BEGIN, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') return at
  }
  return -1
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface OpenInspection {
  readonly log: FaultLog
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** Inspects one ephemeris of a file. */
function beginInspection({ strict, upload }: Manner, log: FaultLog): OpenInspection {
  const reader = openOem(log, { strict, limits: STREAMING_LIMITS })
  const uploaded = upload ? checkUpload(log) : null
  const envelope = checkEnvelope(log)
  let physics: PhysicsCheck | null = null
  let lastLine = 1
  let isBroken = false
  const take = (records: readonly OemRecord[]) => {
    for (const record of records) {
      lastLine = record.line
      uploaded?.take(record)
      if (upload) continue
      envelope.take(record)
      if (record.kind === 'segment') {
        const { centreName, refFrame } = record.metadata
        physics = centreName.toUpperCase() === 'EARTH' ? checkPhysics(refFrame, log) : null
      } else if (record.kind === 'state') physics?.take(record.state, record.line)
    }
  }
  const attempt = async (read: () => OemRecord[]) => {
    if (!isBroken) isBroken = !(await untilFatal(async () => take(read())))
  }
  return {
    log,
    write: (text) => attempt(() => reader.write(text)),
    end: async () => {
      await attempt(() => reader.end())
      if (!isBroken) uploaded?.finish(lastLine)
    },
  }
}

/** Checks an ephemeris in a format other than OEM for the needs of an upload. */
export async function inspectUpload({ name, detection, text }: Source, { strict }: Manner): Promise<FaultLog> {
  const log = new FaultLog(strict)
  const options = { strict, limits: STREAMING_LIMITS }
  const file = openEphemerisFile(
    { detection, pieces: text },
    { name: basename(name), object: { ids: [], names: [] }, options },
  )
  const check = checkUpload(log)
  let lastLine = 1
  const take = (record: EphemerisRecord) => {
    lastLine = record.line
    check.take(record)
  }
  // A file alone does not tell which object is expected, so the object is not checked.
  const isRead = await untilFatal(() => file.read({ log, take, assume: () => undefined }))
  if (isRead) check.finish(lastLine)
  return log
}

/** Inspects an ephemeris in the format of Starlink as inspectOems() inspects OEMs. */
export async function inspectMeme({ name, text }: Source, { strict }: Manner): Promise<FaultLog> {
  const log = new FaultLog(strict)
  const reader = openMeme(log, { strict, limits: STREAMING_LIMITS })
  const named = parseEphemerisName(basename(name))
  const physics = checkPhysics(named.ok ? named.name.frame : 'EME2000', log)
  const envelope = checkEnvelope(log)
  const take = (records: ReturnType<typeof reader.write>) => {
    for (const record of records) {
      if (record.kind === 'state') physics.take(record.state, record.line)
      else if (record.kind === 'covariance') envelope.take(record)
    }
  }
  await untilFatal(async () => {
    for await (const piece of text) take(reader.write(piece))
    take(reader.end())
  })
  return log
}

/** Inspects STK's ephemeris text as inspectOems() inspects OEMs; positions without velocities are not compared with gravity. */
export async function inspectStk(text: Pieces, { strict }: Manner): Promise<FaultLog> {
  const log = new FaultLog(strict)
  const reader = openStk(log, { strict, limits: STREAMING_LIMITS })
  let frame: string | null = null
  let physics: PhysicsCheck | null = null
  let current = -1
  const take = (records: ReturnType<typeof reader.write>) => {
    for (const record of records) {
      if (record.kind === 'header') {
        frame = record.header.centreName === 'EARTH' ? record.header.refFrame : null
        continue
      }
      const { line, segment, state } = record
      if (segment !== current && frame !== null) physics = checkPhysics(frame, log)
      current = segment
      if (state.v !== null) physics?.take({ ...state, v: state.v }, line)
    }
  }
  await untilFatal(async () => {
    for await (const piece of text) take(reader.write(piece))
    take(reader.end())
  })
  return log
}

/** Returns the faults of the motion, or of an upload, in the ephemerides inside a combined NDM, whose syntax is checked elsewhere. */
export async function inspectOemsWithin(ndm: string, manner: Manner): Promise<Pick<FaultLog, 'errors' | 'warnings'>> {
  const errors: Fault[] = []
  const warnings: Fault[] = []
  const file = new FaultLog(false)
  for (const { start, end, line } of findMessageSpans(ndm)) {
    if (!ndm.startsWith('<oem', start)) continue
    const inspection = beginInspection({ ...manner, strict: false }, file.fresh(line - 1))
    await inspection.write(ndm.slice(start, end))
    await inspection.end()
    for (const fault of inspection.log.errors) if (isOfMotion(fault)) errors.push(fault)
    for (const fault of inspection.log.warnings) if (isOfMotion(fault)) warnings.push(fault)
  }
  return { errors, warnings }
}

function isOfMotion({ code }: Fault): boolean {
  return ['bad-physics', 'too-few-points', 'too-sparse', 'too-long-span', 'flat-covariance', 'wrong-object'].includes(
    code,
  )
}

/** Resolves to false if a fatal fault ended the reading; that fault is in the log like every other fault. */
async function untilFatal(read: () => Promise<void>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof MessageSyntaxError) return false
    throw error
  }
}
