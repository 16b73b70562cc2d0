import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import type { Detection } from '@apsis/ccsds/message/detect.ts'
import { openText } from '@apsis/ccsds/message/open-text.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import { InputError, type Terminal } from '../terminal/command.ts'

/** What is read whole, in characters; longer files are for the readers that keep nothing. */
const MOST_CHARACTERS = 256 * 1024 * 1024
const PROGRESS_EVERY_BYTES = 8 * 1024 * 1024

/** A file, or standard input: what it is, and its text from the beginning, in pieces as they come. */
export interface Source {
  readonly name: string
  readonly detection: Detection
  readonly text: AsyncIterable<string>
}

/** Bytes that are no text, with the faults that say so. */
export class DecodingError extends InputError {
  readonly faults: readonly Fault[]

  constructor(message: string, faults: readonly Fault[]) {
    super(message)
    this.faults = faults
  }
}

/**
 * Opens a file by its beginning. Throws InputError where it cannot be read or its bytes are no text: then, and for what
 * comes after it, the fault is in the message.
 */
export async function openSource(terminal: Terminal, name: string): Promise<Source> {
  const { detection, pieces } = await openText(decodePieces(terminal, name))
  return { name, detection, text: pieces }
}

async function* decodePieces(terminal: Terminal, name: string): AsyncGenerator<string> {
  const log = new FaultLog(false)
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  let bytes = 0
  let told = 0
  try {
    for await (const piece of terminal.read(name)) {
      bytes += piece.length
      if (bytes - told >= PROGRESS_EVERY_BYTES) {
        told = bytes
        terminal.progress(`${name}: ${Math.round(bytes / 1_048_576)} MiB read`)
      }
      const text = decoding.write(piece)
      if (text !== '') yield text
    }
    const text = decoding.end()
    if (text !== '') yield text
  } catch (error) {
    if (error instanceof MessageSyntaxError) throw new DecodingError(`${name}: ${error.message}`, error.faults)
    if (error instanceof Error && 'code' in error) throw new InputError(whyUnreadable(name, error))
    throw error
  }
}

/** What is wrong with a file, for where its name stands already. */
export function withoutName(name: string, { message }: InputError): string {
  return message.startsWith(name) ? message.slice(name.length).replace(/^:? /, '') : message
}

/** The system's words, without the name of the file that it repeats and the call of its own that failed. */
function whyUnreadable(name: string, error: Error): string {
  const known = READ_FAULTS[String(Reflect.get(error, 'code'))]
  return `${name} cannot be read: ${known ?? error.message}`
}

const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
}

/** All of the text, in its pieces. */
export async function readWhole({ name, text }: Pick<Source, 'name' | 'text'>): Promise<string[]> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of text) {
    length += piece.length
    if (length > MOST_CHARACTERS) throw new InputError(`${name} has more than ${MOST_CHARACTERS} characters`)
    pieces.push(piece)
  }
  return pieces
}
