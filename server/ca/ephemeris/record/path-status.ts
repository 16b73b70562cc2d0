import { open } from 'node:fs/promises'
import { HEAD_BYTES, type PathStatus } from '@apsis/ccsds/ephemeris/path-status.ts'
import { ApiError } from '../../../platform/api-error.ts'

/** Returns the beginning of a file as text. */
export async function headOf(source: string | Uint8Array): Promise<string> {
  const bytes = typeof source === 'string' ? await readHead(source) : source.subarray(0, HEAD_BYTES)
  return Buffer.from(bytes).toString('utf8')
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Refuses to make a file operational if the file itself says that it is a study. */
export function requireFlown({ study }: PathStatus, pointer: string): void {
  if (study === null) return
  const message = studySentence(study)
  throw new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code: STUDY, pointer, message }] })
}

export const STUDY = 'ephemeris.study'

const LONGEST_QUOTE = 120

/** Returns the error text for a file that is a study, with the allowed alternatives. */
const studySentence = (study: string) =>
  `the file is a study and not what is flown: its name or its comments say "${study.slice(0, LONGEST_QUOTE)}". Take it as HYPOTHETICAL or CANDIDATE; operational is the file of the path that is flown, as exported of a released plan`
