import { createReadStream } from 'node:fs'
import { InputError } from './command.ts'

/** The largest message that is read whole (reliability.md §2.5: 2 MiB for messages that are not ephemerides). */
const MAX_BYTES = 2 * 1024 * 1024

/** The text of a file, or of standard input where the name is `-`, in the pieces in which it came. */
export async function readSource(name: string): Promise<string[]> {
  const stream = name === '-' ? process.stdin.setEncoding('utf8') : createReadStream(name, { encoding: 'utf8' })
  const chunks: string[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      const text = String(chunk)
      bytes += Buffer.byteLength(text)
      if (bytes > MAX_BYTES) throw new InputError(`${name} is larger than ${MAX_BYTES} bytes`)
      chunks.push(text)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new InputError(`${name} cannot be read: ${error.message}`)
    throw error
  }
  return chunks
}
