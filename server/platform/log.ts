import pino, { type Logger } from 'pino'

export type Log = Logger

/** The names of fields whose values are never logged, at any depth. */
const SECRET_NAMES = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'passphrase',
  'secret',
  'client_secret',
  'clientsecret',
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
const SECRET = new Set(SECRET_NAMES)
const NAMES = SECRET_NAMES.join('|')
const STRUCK = '[redacted]'

/** Fields of a log line that contain a path: the route of a request, a forwarded path, a file of a watched folder. */
const PATHS = ['route', 'path', 'file']
/** Spec §9: a path in the log is cut at this length. */
const PATH_CHARACTERS = 80

function withShortPaths(fields: Record<string, unknown>): Record<string, unknown> {
  const long = PATHS.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' && value.length > PATH_CHARACTERS ? [[name, value] as const] : []
  })
  if (long.length === 0) return fields
  const cut = long.map(([name, value]) => [name, `${value.slice(0, PATH_CHARACTERS - 1)}…`])
  return { ...fields, ...Object.fromEntries(cut) }
}

/**
 * The patterns of secrets within a text, for example in addresses, messages and bodies. Each pattern starts at a boundary or has a
 * limited length, so that the time for a long text is proportional to its length.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`("(?:${NAMES})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*("|$)`, 'gi'), `$1"${STRUCK}"`],
  [new RegExp(`\\b(${NAMES})=[^&\\s"'<>]+`, 'gi'), `$1=${STRUCK}`],
  [/eyJ[\w-]{8,1024}(?:\.[\w-]*){1,4}/g, '[token]'],
  [/\bapsis_[\w-]{43}(?![\w-])/g, '[secret]'],
  [/\b(Bearer|Basic|DPoP) +[\w.~+/=-]{8,}/gi, `$1 ${STRUCK}`],
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*:)[^\s@/"]+@/gi, `$1${STRUCK}@`],
  [/(invalid input (?:syntax|value)[^:"]{0,100}: )"[^"]*"/g, `$1"${STRUCK}"`],
  [/(?<![\w.%+-])[\w.%+-]+@(?=(?:[a-z0-9-]+\.)+[a-z]{2,})/gi, '[person]@'],
]

/** Contains a part of each pattern: most texts match none, and are not searched further. */
const SUSPICIOUS = /eyJ|apsis_|[@=]|"\s*:|invalid input|\b(?:bearer|basic|dpop) /i

/** Returns a log of JSON lines with UTC time; secrets are removed by name and by pattern. */
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
      formatters: { level: (label) => ({ level: label }), log: withShortPaths },
      serializers: { err: describeError },
    },
    // The finished line is checked, whatever a caller or a library put into it.
    { write: (line: string) => stream.write(`${JSON.stringify(strikeOut(JSON.parse(line)))}\n`) },
  )
}

function strikeOut(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!SUSPICIOUS.test(value)) return value
    return SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), value)
  }
  if (Array.isArray(value)) return value.map(strikeOut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.has(name.toLowerCase()) ? STRUCK : strikeOut(inner)]),
  )
}

/** Returns an error as data: its kind, its code and its place in the code; never the parameters of a query. */
export function describeError(error: unknown): Record<string, unknown> {
  // Libraries also throw and report plain objects: their content is logged as the message.
  if (typeof error === 'object' && error !== null && !(error instanceof Error)) return { thrown: error }
  if (!(error instanceof Error)) return { message: String(error) }
  const errorCode: unknown = Reflect.get(error, 'code')
  // PostgreSQL repeats the value that it could not use in these errors (class 22, data exception).
  const isValueFault = typeof errorCode === 'string' && /^22\w{3}$/.test(errorCode)
  const plain = (text = '') => (isValueFault ? text.replace(/"[^"\n]*"/g, '"…"') : text)
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { name: error.name, message: plain(error.message), errorCode, stack: plain(error.stack), ...cause }
}
