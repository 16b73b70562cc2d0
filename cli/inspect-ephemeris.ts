import { checkPhysics, type PhysicsCheck } from '@apsis/ccsds/check-physics.ts'
import { checkUpload } from '@apsis/ccsds/check-upload.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { openMeme } from '@apsis/ccsds/meme.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { type OemRecord, openOem } from '@apsis/ccsds/oem-records.ts'

type Pieces = AsyncIterable<string> | Iterable<string>

/** How strictly an ephemeris is read, and whether it shall have what screening needs. */
export interface Manner {
  readonly strict: boolean
  readonly upload: boolean
}

/** The faults of an ephemeris of any length, with those of its motion; nothing of it is held. */
export async function inspectOem(text: Pieces, { strict, upload }: Manner): Promise<FaultLog> {
  const log = new FaultLog(strict)
  const reader = openOem(log, { strict, limits: STREAMING_LIMITS })
  const uploaded = upload ? checkUpload(log) : null
  let physics: PhysicsCheck | null = null
  let lastLine = 1
  const take = (records: readonly OemRecord[]) => {
    for (const record of records) {
      lastLine = record.line
      uploaded?.take(record)
      if (upload) continue
      if (record.kind === 'segment') {
        const { centreName, refFrame } = record.metadata
        physics = centreName.toUpperCase() === 'EARTH' ? checkPhysics(refFrame, log) : null
      } else if (record.kind === 'state') physics?.take(record.state, record.line)
    }
  }
  await untilFatal(async () => {
    for await (const piece of text) take(reader.write(piece))
    take(reader.end())
    uploaded?.finish(lastLine)
  })
  return log
}

/** The same for the ephemeris text of Starlink. */
export async function inspectMeme(text: Pieces, { strict }: Manner): Promise<FaultLog> {
  const log = new FaultLog(strict)
  const reader = openMeme(log, { strict, limits: STREAMING_LIMITS })
  const physics = checkPhysics('EME2000', log)
  const take = (records: ReturnType<typeof reader.write>) => {
    for (const record of records) if (record.kind === 'state') physics.take(record.state, record.line)
  }
  await untilFatal(async () => {
    for await (const piece of text) take(reader.write(piece))
    take(reader.end())
  })
  return log
}

/** What is wrong with the motion, or for an upload, in the ephemerides inside a combined NDM, whose syntax is checked elsewhere. */
export async function inspectOemsWithin(ndm: string, manner: Manner): Promise<Pick<FaultLog, 'errors' | 'warnings'>> {
  const errors: Fault[] = []
  const warnings: Fault[] = []
  for (const { 0: oem, index } of ndm.matchAll(/<oem[\s>][\s\S]*?<\/oem>/g)) {
    // Empty lines in place of what stands before, so that lines count as in the file.
    const lines = ndm.slice(0, index).split('\n').length - 1
    const log = await inspectOem(['\n'.repeat(lines), oem], { ...manner, strict: false })
    errors.push(...log.errors.filter(isOfMotion))
    warnings.push(...log.warnings.filter(isOfMotion))
  }
  return { errors, warnings }
}

function isOfMotion({ code }: Fault): boolean {
  return ['bad-physics', 'too-few-points', 'too-sparse', 'too-long-span', 'wrong-object'].includes(code)
}

/** A fatal fault ends the reading, and is in the log like every other. */
async function untilFatal(read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
}
