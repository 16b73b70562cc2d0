/** The part of our logger that the database's supervisor and backup use. */
export type PlatformLog = {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

const LINE = /^(\d+) ([A-Z0-9]+): {2}(.*)$/

// A statement that fails is its client's matter; what stops a connection or the server is ours.
const LEVELS: Readonly<Record<string, 'info' | 'warn' | 'error'>> = {
  WARNING: 'warn',
  ERROR: 'warn',
  FATAL: 'warn',
  PANIC: 'error',
}

/** Hands one line of PostgreSQL's log, written with prefix "%p ", to ours. */
export function logServerLine(log: PlatformLog, line: string): void {
  const [, pid, severity, message] = LINE.exec(line) ?? []
  if (pid === undefined || severity === undefined || message === undefined) {
    if (line.trim() !== '') log.info({ database: true }, line.trim())
    return
  }
  // FATAL to the one client that came too early or too late, and no news to us.
  const level = message.startsWith('the database system is ') ? 'info' : (LEVELS[severity] ?? 'info')
  log[level]({ database: true, pid: Number(pid), severity }, message)
}
