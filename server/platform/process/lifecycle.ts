import type { Log } from '../log.ts'

const HARD_STOP_MS = 30_000
const CRASH_MS = 5_000

/** Runs an entry point: an error at the start is printed as a sentence, not as a stack trace. */
export async function runDoor(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    // An error in the settings or the environment has a message for people; any other error is a bug, and needs its stack.
    const expected = error instanceof Error && error.constructor !== TypeError && error.constructor !== ReferenceError
    process.stderr.write(
      expected ? `\n${sentenceOf(error)}\n\n` : `\n${error instanceof Error ? error.stack : String(error)}\n\n`,
    )
    process.exit(1)
  }
}

/** The driver's message if no password is given and the server requires one. */
const NO_PASSWORD = /client password must be a (non-empty )?string/

const sentenceOf = ({ message }: Error): string =>
  NO_PASSWORD.test(message)
    ? 'The database asks for a password, and its address holds none: put it into the address, better by way of APSIS_DATABASE_URL_FILE or APSIS_DATABASE_OWNER_URL_FILE.'
    : message

/**
 * Stops normally on SIGTERM, SIGINT and SIGHUP, and by force if stopping takes longer than `limitMs`. A crash stops the process,
 * too, and so does the end of the process that started it.
 */
export function onStop(log: Log, stop: () => Promise<void>, limitMs = HARD_STOP_MS): void {
  let stopping = false
  const end = (code: number, withinMs: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, withinMs).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Both the terminal and the launcher send Ctrl-C.
      if (!stopping) log.info({ signal }, 'stopping')
      end(0, limitMs)
    })
  }
  const orphaned = () => {
    if (!stopping) log.warn('the process that started this one has ended: stopping')
    end(0, limitMs)
  }
  // The launcher and npm start have a channel to the processes that they start: it closes when they end, for whatever reason.
  if (process.channel) process.once('disconnect', orphaned)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    end(1, CRASH_MS)
  })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    end(1, CRASH_MS)
  })
}
