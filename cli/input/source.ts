import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import type { Detection, FileKind } from '@apsis/ccsds/message/detect.ts'
import { openText } from '@apsis/ccsds/message/open-text.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import { InputError, type Terminal } from '../terminal/command.ts'

/** The maximum length of a text that is stored in memory, in characters; longer files need a reader that works piece by piece. */
const MOST_CHARACTERS = 256 * 1024 * 1024
const PROGRESS_EVERY_BYTES = 8 * 1024 * 1024

/** A file, or standard input: its kind, and its text from the beginning, in pieces as they arrive. */
export interface Source {
  readonly name: string
  readonly detection: Detection
  readonly text: AsyncIterable<string>
}

/** Returns true if a text is an ephemeris that readEphemerisText() reads. */
export function isEphemerisText(kind: FileKind): boolean {
  return kind === 'MEME' || kind === 'STK'
}

/** The bytes of a file are not text; its faults give the place and the reason. */
export class DecodingError extends InputError {
  readonly faults: readonly Fault[]

  constructor(message: string, faults: readonly Fault[]) {
    super(message)
    this.faults = faults
  }
}

/**
 * Reads the beginning of a file and detects its format from that. Throws InputError if the file cannot be read or its bytes are not text, either here
 * or later when the rest is read; the message of the error states the fault.
 */
export async function openSource(terminal: Terminal, name: string): Promise<Source> {
  const { detection, pieces } = await openText(decodePieces(terminal, name))
  return { name, detection, text: pieces }
}

async function* decodePieces(terminal: Terminal, name: string): AsyncGenerator<string> {
  const log = new FaultLog(false)
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  let bytes = 0
  let reportedBytes = 0
  try {
    for await (const piece of terminal.read(name)) {
      bytes += piece.length
      if (bytes - reportedBytes >= PROGRESS_EVERY_BYTES) {
        reportedBytes = bytes
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

/** Returns the message of an error without the name of the file, for output that already shows the name. */
export function withoutName(name: string, { message }: InputError): string {
  return message.startsWith(name) ? message.slice(name.length).replace(/^:? /, '') : message
}

/** Returns the reason why a file cannot be read, without the system call and the second copy of the name that the system's message contains. */
function whyUnreadable(name: string, error: Error): string {
  const known = READ_FAULTS[String(Reflect.get(error, 'code'))]
  return `${name} cannot be read: ${known ?? error.message}`
}

const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
}

/** Reads the whole text, and returns it in the pieces in which it arrived. */
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
