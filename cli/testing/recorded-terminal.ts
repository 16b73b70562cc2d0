import { createReadStream } from 'node:fs'
import { runApsis } from '../run-apsis.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'

/** The output of a run of the command line. */
export interface CommandRecord {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/**
 * Runs a command line in this process for a test: a file is read from `files` if its name is there, otherwise from the disk, and the clock is at the
 * beginning of 2026.
 */
export async function record(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<CommandRecord> {
  const out: string[] = []
  const err: string[] = []
  const terminal: Terminal = {
    read: (name) => {
      const text = files[name]
      return text === undefined ? createReadStream(name) : pieces(text)
    },
    write: async (text) => {
      out.push(text)
    },
    note: (line) => err.push(`${line}\n`),
    progress: () => undefined,
    now: () => new Date('2026-01-01T00:00:00.000Z'),
  }
  const code = await runApsis(args, terminal)
  return { code, out: out.join(''), err: err.join('') }
}

/** Yields the text in pieces of different lengths, as from a pipe. */
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}
