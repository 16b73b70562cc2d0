import pino, { type Logger } from 'pino'

export type Log = Logger

/** Names whose values never reach a log line, wherever they stand. */
const SECRET_NAMES = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'passphrase',
  'secret',
  'client_secret',
  'webhook_secret',
  'private_key',
  'x-api-key',
  'token',
  'code',
  'code_verifier',
  'id_token',
  'access_token',
  'refresh_token',
  'logout_token',
]
const NAMES = SECRET_NAMES.join('|')
const TEXT = '"(?:[^"\\\\]|\\\\.)*"'

/**
 * What a secret looks like in a finished line, where names alone do not tell: deep inside, in messages, in addresses.
 * Each pattern starts at a boundary or is bounded, so that a long line costs no more than its length.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`("(?:${NAMES})":)(?:${TEXT}|\\[(?:${TEXT}|[^"\\]])*\\])`, 'gi'), '$1"[redacted]"'],
  [new RegExp(`(\\\\"(?:${NAMES})\\\\"\\s*:\\s*\\\\")(?:(?!\\\\").)*`, 'gi'), '$1[redacted]'],
  [new RegExp(`\\b(${NAMES})=[^&\\s"'\\\\]+`, 'gi'), '$1=[redacted]'],
  [/eyJ[\w-]{8,1024}(?:\.[\w-]*){1,4}/g, '[token]'],
  [/\b(Bearer|Basic|DPoP) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*:)[^\s@/"]+@/gi, '$1[redacted]@'],
  [/(?<![\w.%+-])[\w.%+-]+@(?=(?:[a-z0-9-]+\.)+[a-z]{2,})/gi, '[person]@'],
]

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
    { write: (line: string) => stream.write(strikeOut(line)) },
  )
}

function strikeOut(line: string): string {
  return SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
}

/** An error as data: what it is, its code and where; never the parameters of a query. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const errorCode: unknown = Reflect.get(error, 'code')
  // PostgreSQL repeats the value that it could not use (class 22, data exception).
  const isValueFault = typeof errorCode === 'string' && /^22\w{3}$/.test(errorCode)
  const plain = (text = '') => (isValueFault ? text.replace(/"[^"\n]*"/g, '"…"') : text)
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { name: error.name, message: plain(error.message), errorCode, stack: plain(error.stack), ...cause }
}
