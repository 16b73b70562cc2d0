import pino, { type Logger } from 'pino'

export type Log = Logger

/** Names whose values never reach a log line, wherever they stand. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'code',
  'code_verifier',
  'id_token',
  'access_token',
  'refresh_token',
  'logout_token',
]
const TOKEN_SHAPE = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g

/** JSON lines with UTC time; secrets are struck out by name and by shape. */
export function createLog(options: {
  readonly level: string
  readonly process: string
  readonly version: string
  readonly destination?: { write(line: string): void }
}): Log {
  const stream = options.destination ?? pino.destination({ fd: 1, sync: true })
  return pino(
    {
      level: options.level,
      base: { process: options.process, version: options.version, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[redacted]',
      },
      serializers: { err: describeError },
    },
    { write: (line: string) => stream.write(line.replace(TOKEN_SHAPE, '[token]')) },
  )
}

/** An error as data: what it is, its code and where; never the parameters of a query. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { name, message, errorCode: Reflect.get(error, 'code'), stack, ...cause }
}
