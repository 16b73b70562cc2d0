#!/usr/bin/env node
// The command `apsis` offers the computations and formats on the command line, without a server.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { runApsis } from './run-apsis.ts'
import type { Terminal } from './terminal/command.ts'

// Thanks to this cache, the modules of a command are compiled, and their types stripped, only the first time.
enableCompileCache()

let isShowing = false

/** Erases the line of progress, so that it does not remain between lines of the output. */
function clear(): void {
  if (isShowing) process.stderr.write('\r\u001b[K')
  isShowing = false
}

// Rows are small and many, so they are written in blocks.
const WRITTEN_AT_ONCE_CHARACTERS = 65_536
// Each piece of a file needs a run of the event loop, so a catalogue is read in a few large pieces.
const READ_AT_ONCE_BYTES = 1_048_576
let waiting = ''

/** Writes the rows that are buffered; resolves when more may be written. */
async function flush(): Promise<void> {
  const text = waiting
  waiting = ''
  if (text === '') return
  clear()
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

const terminal: Terminal = {
  read: (name) => (name === '-' ? process.stdin : createReadStream(name, { highWaterMark: READ_AT_ONCE_BYTES })),
  write: async (text) => {
    waiting += text
    if (waiting.length >= WRITTEN_AT_ONCE_CHARACTERS) await flush()
  },
  note: (line) => {
    clear()
    process.stderr.write(`${line}\n`)
  },
  progress: (line) => {
    if (!process.stderr.isTTY) return
    process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`)
    isShowing = true
  },
  now: () => new Date(),
}

// A reader that closes its pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runApsis(process.argv.slice(2), terminal)
await flush()
clear()
// Everything is written. The process exits at once, because freeing the memory (after a screening a whole catalogue) takes time.
process.stdout.write('', () => process.exit())
