import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { formatOem } from '@apsis/ccsds/oem-format.ts'
import { packOrbit } from '../packed-orbit.ts'
import { collectEphemeris, readEphemeris } from './reading.ts'
import type { Answer, Task } from './work.ts'

// A thread that reads one file and ends: a large one takes seconds, and a bad one may want more memory than it gets.

const task = workerData as Task
const answer = await (task.want === 'check' ? check() : convert(task.want))
parentPort?.postMessage(answer)

async function* bytes(): AsyncGenerator<Uint8Array> {
  if (typeof task.source === 'string') yield* createReadStream(task.source)
  else yield task.source
}

async function check(): Promise<Answer> {
  const { orbit, ...reading } = await readEphemeris(bytes(), task)
  if (orbit === undefined) return { ...reading, facts: undefined, packed: undefined, text: undefined }
  return { ...reading, facts: orbit.facts, packed: packOrbit(orbit.segments), text: undefined }
}

async function convert(notation: 'KVN' | 'XML'): Promise<Answer> {
  const { format, log, header, segments } = await collectEphemeris(bytes(), task)
  const nothing = { format, errors: [], warnings: [], facts: undefined, packed: undefined, text: undefined }
  const [fault] = log.errors
  if (fault !== undefined) return { ...nothing, errors: [{ code: fault.code, message: fault.message }] }
  const made = header ?? { creationDate: parseTime(task.since), originator: 'APSIS' }
  const oem = {
    header: { ...made, comments: header?.comments ?? [], version: '2.0' },
    segments: segments.map(({ metadata, states, covariances }) => ({ metadata, comments: [], states, covariances })),
  }
  try {
    return { ...nothing, text: formatOem(oem, { notation, strict: false }) }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof MessageSyntaxError)) throw error
    return { ...nothing, errors: [{ code: 'not-convertible', message: error.message }] }
  }
}
