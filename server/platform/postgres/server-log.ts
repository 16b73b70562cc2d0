/** The part of our logger that the database's supervisor and backup use. */
export type PlatformLog = {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

const LINE = /^(\d+) ([A-Z0-9]+): {2}(.*)$/

// A failed statement concerns only its client; an error that stops a connection or the server concerns the platform.
const LEVELS: Readonly<Record<string, 'info' | 'warn' | 'error'>> = {
  WARNING: 'warn',
  ERROR: 'warn',
  FATAL: 'warn',
  PANIC: 'error',
}

/** Writes one line of PostgreSQL's log, which has the prefix "%p ", to our log. */
export function logServerLine(log: PlatformLog, line: string): void {
  const [, pid, severity, message] = LINE.exec(line) ?? []
  if (pid === undefined || severity === undefined || message === undefined) {
    if (line.trim() !== '') log.info({ database: true }, line.trim())
    return
  }
  // PostgreSQL reports this as FATAL to a client that connects too early or too late; it is unimportant for the platform.
  const level = message.startsWith('the database system is ') ? 'info' : (LEVELS[severity] ?? 'info')
  log[level]({ database: true, pid: Number(pid), severity }, message)
}
