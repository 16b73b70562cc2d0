import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type DeliveryConfig, decideDelivery, mailRefusals, mailShape } from './mail-settings.ts'
import {
  decideOutbound,
  type OutboundProxy,
  outboundRefusals,
  outboundShape,
  standardValue,
} from './outbound-settings.ts'
import {
  address,
  flag,
  instant,
  isLoopback,
  isSafe,
  list,
  origin,
  type SpaceWeatherNames,
  tenant,
  weatherNames,
  whole,
} from './setting-forms.ts'
import { SETTINGS, type Setting, type SettingName } from './settings.data.ts'

const DATABASE = /^postgres(ql)?:\/\/[^\s]+$/

/** The formats in which a source of the public catalogue answers. */
const GP_FORMATS = ['omm-json', 'omm-csv', 'tle'] as const
/** Addresses, each with the indices that it provides: F10.7 and Ap; S10, M10 and Y10; Dst. */
export type SpaceWeatherConfig = Readonly<Record<'indices' | 'solar' | 'dst', string | undefined>>
export type GpSourceConfig = Readonly<{ url: string; format: (typeof GP_FORMATS)[number] }>
const MOST_GP_URLS = 40
const GP_FORMAT_OF: Readonly<Record<string, GpSourceConfig['format']>> = {
  json: 'omm-json',
  'json-pretty': 'omm-json',
  csv: 'omm-csv',
  tle: 'tle',
  '3le': 'tle',
  '2le': 'tle',
}

/**
 * Returns the format that the parameter FORMAT of an address names, as in CelesTrak's addresses; undefined if the
 * address has no such parameter, or names a format that the platform does not read.
 */
function gpFormatOf(url: string): GpSourceConfig['format'] | undefined {
  const asked = [...new URL(url).searchParams].find(([name]) => name.toUpperCase() === 'FORMAT')
  return GP_FORMAT_OF[asked?.[1].toLowerCase() ?? '']
}

const shape = {
  APSIS_PRODUCTION: flag,
  APSIS_DEV_MODE: flag.optional(),
  APSIS_HOST: z.string().min(1),
  APSIS_PORT: whole(1, 65_535),
  APSIS_OPS_HOST: z.string().min(1),
  APSIS_OPS_PORT: whole(0, 65_535),
  APSIS_PUBLIC_URL: origin.optional(),
  APSIS_DATA_DIR: z.string().min(1).optional(),
  APSIS_DATABASE_URL: z.string().regex(DATABASE).optional(),
  APSIS_DATABASE_URL_FILE: z.string().min(1).optional(),
  APSIS_DATABASE_OWNER_URL: z.string().regex(DATABASE).optional(),
  APSIS_DATABASE_OWNER_URL_FILE: z.string().min(1).optional(),
  APSIS_DATABASE_OS_USER: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]*$/)
    .optional(),
  APSIS_DATABASE_POOL: whole(2, 200),
  APSIS_OIDC_ISSUER: address.optional(),
  APSIS_OIDC_CLIENTS: list.pipe(z.array(z.string().min(1)).min(1)),
  APSIS_OIDC_AUDIENCE: z.string().min(1),
  APSIS_ACCOUNTS_FILE: z.string().min(1).optional(),
  APSIS_ALLOW_EMBEDDED_IDENTITY: flag,
  APSIS_TRUST_PROXY: list.pipe(z.array(z.string().refine((text) => isIP(text.split('/')[0] ?? '') !== 0))),
  APSIS_OPERATOR_TENANT: tenant.optional(),
  APSIS_DEMO_USERS: list,
  APSIS_TEST_USERS: list,
  APSIS_RATE_READ: whole(1, 1_000_000),
  APSIS_RATE_WRITE: whole(1, 1_000_000),
  APSIS_RATE_UPLOAD: whole(1, 1_000_000),
  APSIS_RATE_ANONYMOUS: whole(1, 1_000_000),
  APSIS_API_PROCESSES: whole(1, 16),
  APSIS_WORKERS: whole(0, 64),
  APSIS_WORKER_THREADS: whole(1, 256).optional(),
  APSIS_DRAIN_SECONDS: whole(0, 60),
  APSIS_STALL_SECONDS: whole(0, 60),
  APSIS_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  APSIS_DEMO_FLEET: flag.optional(),
  APSIS_EXCHANGE_DIR: z.string().min(1).optional(),
  APSIS_GP_URL: address.optional(),
  APSIS_CATALOGUE_ORGANISATION: tenant.optional(),
  APSIS_GP_MORE_URLS: list.pipe(z.array(address).max(MOST_GP_URLS)).optional(),
  APSIS_GP_FORMAT: z.enum(GP_FORMATS),
  APSIS_GP_LOOKUP_URL: z
    .url({ protocol: /^https?$/ })
    .includes('{noradId}')
    .optional(),
  APSIS_SPACE_WEATHER_URL: address.optional(),
  APSIS_SPACE_WEATHER_SOLAR_URL: address.optional(),
  APSIS_SPACE_WEATHER_DST_URL: address.optional(),
  APSIS_SPACE_WEATHER_NAMES: weatherNames.optional(),
  ...outboundShape,
  APSIS_BACKUP_KEY_FILE: z.string().min(1).optional(),
  APSIS_DELIVERY_KEY_FILE: z.string().min(1).optional(),
  APSIS_DELIVERY_LOOPBACK: flag,
  APSIS_DUTY_CLOCK_FILE: z.string().min(1).optional(),
  APSIS_REQUEST_CLOCK_FILE: z.string().min(1).optional(),
  APSIS_CLOCK_START: instant.optional(),
  ...mailShape,
} satisfies Record<SettingName, z.ZodType>

/** Clocks that can be moved, for tests and demonstrations. */
const MOVED_CLOCKS = ['APSIS_DUTY_CLOCK_FILE', 'APSIS_REQUEST_CLOCK_FILE', 'APSIS_CLOCK_START'] as const

type Values = { [K in SettingName]: z.output<(typeof shape)[K]> }

/** The settings as the program uses them: parsed, and with every default set. */
export type Config = Readonly<{
  production: boolean
  devMode: boolean
  host: string
  port: number
  opsHost: string
  opsPort: number
  publicUrl: string
  dataDir: string
  /** The address of the database; undefined for the embedded PostgreSQL and its roles. */
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** The account of the embedded database when the product is started as root; undefined: a separate account. */
  databaseOsUser: string | undefined
  databasePool: number
  /** True if the embedded identity provider signs people in. */
  embeddedIdentity: boolean
  issuer: string
  clients: readonly string[]
  /** The organisation whose administrators run the installation; undefined if none is named. */
  operatorTenant: string | undefined
  /** User names that get a label in the sidebar. */
  labelledUsers: { readonly demo: readonly string[]; readonly test: readonly string[] }
  audience: string
  accountsFile: string | undefined
  trustProxy: readonly string[]
  rate: Readonly<{ read: number; write: number; upload: number; anonymous: number }>
  apiProcesses: number
  workers: number
  workerThreads: number
  drainSeconds: number
  stallSeconds: number
  logLevel: string
  /** Undefined if outgoing requests are sent directly. */
  outboundProxy: OutboundProxy | undefined
  backupKeyFile: string | undefined
  delivery: DeliveryConfig
  /** The file with the number of seconds by which the on-call clock is ahead; for tests and demonstrations. */
  dutyClockFile: string | undefined
  requestClockFile: string | undefined
  /** The instant at which the product's clock starts, ISO 8601; undefined: it uses the machine's clock. */
  clockStart: string | undefined
  /** True if an organisation may open the simulated fleet. */
  demoFleet: boolean
  /**
   * The organisation with whose account the public catalogue is fetched; undefined if the catalogue is not
   * downloaded.
   */
  catalogueOrganisation: string | undefined
  /** The addresses of the public catalogue, the most trusted first. */
  gpSources: readonly GpSourceConfig[]
  /** The address contains {noradId}, which is replaced by the NORAD number. */
  gpLookup: GpSourceConfig | undefined
  /** Addresses of the space-weather indices; an index without an address is not downloaded. */
  spaceWeather: SpaceWeatherConfig
  /** The names of the sources of indices; a source without a name is shown by its host. */
  spaceWeatherNames: SpaceWeatherNames
  /** The folder in which each organisation has the folders of its connections. */
  exchangeDir: string
}>

/** The values that are accepted instead of a wrong one, and an example line. */
type Guidance = { readonly accepted: string; readonly example: string }

export type ConfigProblem = Guidance & { readonly name: string; readonly wrong: string }

/** Every problem of the settings together, with one paragraph for each. Values are not repeated: they may be secrets. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]
  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      (p) => `  ${p.name}: ${p.wrong}\n    accepted: ${p.accepted}\n    example:  ${p.example}`,
    )
    super(`The settings cannot be used (${problems.length} to mend):\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The purpose of reading the settings: to run the product or a part of it, or only to reach its database. */
export type Purpose = 'run' | 'database'

/** Reads the settings from an environment; throws a ConfigError that names every problem. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  projectDir: string,
  purpose: Purpose = 'run',
): Config {
  const problems: ConfigProblem[] = []
  const report = (name: SettingName, wrong: string, guidance = text(name)) =>
    problems.push({ name, wrong, ...guidance })
  const values: Partial<Record<SettingName, unknown>> = {}
  const filed = readFiled(env, report)
  for (const name of Object.keys(shape) as SettingName[]) {
    const given = filed.get(name) ?? (env[name] === '' ? undefined : env[name])
    const usual = given === undefined ? standardValue(env, name) : undefined
    const parsed = shape[name].safeParse(given ?? usual?.text ?? (SETTINGS[name] as Setting).standard)
    if (parsed.success) values[name] = parsed.data
    else if (usual !== undefined) problems.push(unusable(usual.variable, name))
    else report(name, given === undefined ? 'is missing' : 'has a form that is not accepted')
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('APSIS_') && !(name in shape) && !name.startsWith('APSIS_TEST_'))
      problems.push(unknownSetting(name))
  }
  if (problems.length > 0) throw new ConfigError(problems)
  const config = decide(values as Values, projectDir)
  for (const problem of refusals(config, values as Values)) report(...problem)
  if (purpose === 'run') for (const problem of runRefusals(config, values as Values)) report(...problem)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Settings that contain a secret and may also be given as a file, each with the setting that names the file. */
const FROM_FILE = [
  ['APSIS_DATABASE_URL', 'APSIS_DATABASE_URL_FILE'],
  ['APSIS_DATABASE_OWNER_URL', 'APSIS_DATABASE_OWNER_URL_FILE'],
  ['APSIS_OUTBOUND_PROXY', 'APSIS_OUTBOUND_PROXY_FILE'],
] as const

/** Returns the values of the settings that are given as files. */
function readFiled(
  env: Readonly<Record<string, string | undefined>>,
  report: (name: SettingName, wrong: string) => void,
): ReadonlyMap<SettingName, string> {
  const found = new Map<SettingName, string>()
  for (const [name, fileName] of FROM_FILE) {
    const file = env[fileName]
    if (file === undefined || file === '') continue
    if (env[name] !== undefined && env[name] !== '') {
      report(fileName, `is set, and ${name} as well: give one of them`)
      continue
    }
    try {
      found.set(name, readFileSync(file, 'utf8').trim())
    } catch (error) {
      report(fileName, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return found
}

function text(name: SettingName): Guidance {
  return { accepted: SETTINGS[name].accepted, example: `${name}=${SETTINGS[name].example}` }
}

function unusable(variable: string, name: SettingName): ConfigProblem {
  return {
    name: variable,
    wrong: `is read because ${name} is not set, and has a form that is not accepted`,
    ...text(name),
  }
}

/** Settings of earlier versions: instead of them, a person now sets up a connection in the product. */
const NOW_CONNECTIONS = /^APSIS_(SPACETRACK|CDM_DROP|EPHEMERIS_DROP)_/

function unknownSetting(name: string): ConfigProblem {
  if (NOW_CONNECTIONS.test(name))
    return {
      name,
      wrong:
        'is no setting any more: an administrator of the organisation sets up the connection on the page /account/connections',
      accepted: 'nothing',
      example: `unset ${name}`,
    }
  const close = Object.keys(SETTINGS).find((known) => known.replaceAll('_', '') === name.replaceAll('_', ''))
  return {
    name,
    wrong: 'is not a setting of Apsis',
    accepted: close ? `perhaps ${close} is meant` : 'the names listed by --check-config',
    example: `unset ${name}`,
  }
}

function decide(v: Values, projectDir: string): Config {
  const publicUrl = v.APSIS_PUBLIC_URL ?? `http://localhost:${v.APSIS_PORT}`
  return {
    production: v.APSIS_PRODUCTION,
    // Dev mode is on by default only with the embedded database, and never in production (decisions.md 13).
    devMode: v.APSIS_DEV_MODE ?? (v.APSIS_DATABASE_URL === undefined && !v.APSIS_PRODUCTION),
    host: v.APSIS_HOST,
    port: v.APSIS_PORT,
    opsHost: v.APSIS_OPS_HOST,
    opsPort: v.APSIS_OPS_PORT,
    publicUrl,
    dataDir: v.APSIS_DATA_DIR ?? join(projectDir, '.apsis'),
    databaseUrl: v.APSIS_DATABASE_URL,
    databaseOwnerUrl: v.APSIS_DATABASE_OWNER_URL,
    databaseOsUser: v.APSIS_DATABASE_OS_USER,
    databasePool: v.APSIS_DATABASE_POOL,
    embeddedIdentity: v.APSIS_OIDC_ISSUER === undefined,
    issuer: v.APSIS_OIDC_ISSUER ?? `${publicUrl}/auth/realms/platform`,
    clients: v.APSIS_OIDC_CLIENTS,
    operatorTenant: v.APSIS_OPERATOR_TENANT,
    labelledUsers: { demo: v.APSIS_DEMO_USERS, test: v.APSIS_TEST_USERS },
    audience: v.APSIS_OIDC_AUDIENCE,
    accountsFile: v.APSIS_ACCOUNTS_FILE,
    trustProxy: v.APSIS_TRUST_PROXY,
    rate: {
      read: v.APSIS_RATE_READ,
      write: v.APSIS_RATE_WRITE,
      upload: v.APSIS_RATE_UPLOAD,
      anonymous: v.APSIS_RATE_ANONYMOUS,
    },
    apiProcesses: v.APSIS_API_PROCESSES,
    workers: v.APSIS_WORKERS,
    workerThreads:
      v.APSIS_WORKER_THREADS ?? Math.max(1, Math.floor(availableParallelism() / Math.max(1, v.APSIS_WORKERS))),
    drainSeconds: v.APSIS_DRAIN_SECONDS,
    stallSeconds: v.APSIS_STALL_SECONDS,
    // A person watches the output of the embedded default; otherwise a log collector reads it.
    logLevel: v.APSIS_LOG_LEVEL ?? (v.APSIS_DATABASE_URL === undefined ? 'warn' : 'info'),
    outboundProxy: decideOutbound(v),
    backupKeyFile: v.APSIS_BACKUP_KEY_FILE,
    delivery: decideDelivery(v, { publicUrl, dataDir: v.APSIS_DATA_DIR ?? join(projectDir, '.apsis') }),
    dutyClockFile: v.APSIS_DUTY_CLOCK_FILE,
    requestClockFile: v.APSIS_REQUEST_CLOCK_FILE,
    clockStart: v.APSIS_CLOCK_START,
    demoFleet: v.APSIS_DEMO_FLEET ?? (v.APSIS_DATABASE_URL === undefined && !v.APSIS_PRODUCTION),
    catalogueOrganisation: v.APSIS_CATALOGUE_ORGANISATION,
    gpSources: [
      ...(v.APSIS_GP_URL === undefined ? [] : [{ url: v.APSIS_GP_URL, format: v.APSIS_GP_FORMAT }]),
      ...(v.APSIS_GP_MORE_URLS ?? []).map((url) => ({ url, format: gpFormatOf(url) ?? v.APSIS_GP_FORMAT })),
    ],
    gpLookup:
      v.APSIS_GP_LOOKUP_URL === undefined ? undefined : { url: v.APSIS_GP_LOOKUP_URL, format: v.APSIS_GP_FORMAT },
    spaceWeather: {
      indices: v.APSIS_SPACE_WEATHER_URL,
      solar: v.APSIS_SPACE_WEATHER_SOLAR_URL,
      dst: v.APSIS_SPACE_WEATHER_DST_URL,
    },
    spaceWeatherNames: v.APSIS_SPACE_WEATHER_NAMES ?? {},
    exchangeDir: v.APSIS_EXCHANGE_DIR ?? join(v.APSIS_DATA_DIR ?? join(projectDir, '.apsis'), 'exchange'),
  }
}

/** Faults that only prevent running: a migration needs just the owner's address, and nobody signs in to it. */
function* runRefusals(config: Config, values: Values): Generator<[SettingName, string, Guidance?]> {
  if (config.production && config.delivery.smtp === undefined)
    yield ['APSIS_SMTP_URL', 'is missing: in production mails go to people, and not into a folder']
  if (values.APSIS_DATABASE_OWNER_URL !== undefined && values.APSIS_DATABASE_URL === undefined) {
    yield ['APSIS_DATABASE_URL', 'is missing, though APSIS_DATABASE_OWNER_URL is set']
  }
  if (config.embeddedIdentity && config.accountsFile === undefined && !config.production && !isLoopback(config.host)) {
    yield [
      'APSIS_HOST',
      'is reached from other machines, and the passwords of the demo accounts are public: name an identity provider (APSIS_OIDC_ISSUER) or accounts of your own (APSIS_ACCOUNTS_FILE)',
      // The address may stay unchanged, so the example shows the missing setting.
      {
        accepted: 'localhost, or any address once one of these two is set',
        example: text('APSIS_OIDC_ISSUER').example,
      },
    ]
  }
  const isOwn = values.APSIS_DATABASE_URL !== undefined && !config.embeddedIdentity
  if (isOwn && !isLoopback(config.host) && !isSafe(config.publicUrl)) {
    yield ['APSIS_PUBLIC_URL', 'is not https, and other machines reach the product: tokens would be read on the way']
  }
}

/** Addresses that data is downloaded from. */
const DOWNLOADS = [
  ...(['APSIS_GP_URL', 'APSIS_GP_LOOKUP_URL', 'APSIS_SPACE_WEATHER_URL'] as const),
  ...(['APSIS_SPACE_WEATHER_SOLAR_URL', 'APSIS_SPACE_WEATHER_DST_URL'] as const),
]

/** Yields the refused combinations of settings, mainly those of production (reliability: start-up validation). */
function* refusals(config: Config, values: Values): Generator<[SettingName, string, Guidance?]> {
  if (values.APSIS_DATABASE_URL !== undefined && values.APSIS_DATABASE_URL === values.APSIS_DATABASE_OWNER_URL) {
    yield ['APSIS_DATABASE_URL', 'names the same role as APSIS_DATABASE_OWNER_URL: the program must not own its tables']
  }
  for (const name of DOWNLOADS) {
    const given = values[name]
    if (given !== undefined && !isSafe(given)) yield [name, 'is not https']
  }
  for (const url of values.APSIS_GP_MORE_URLS ?? []) {
    if (!isSafe(url)) yield ['APSIS_GP_MORE_URLS', 'names an address that is not https']
    if (gpFormatOf(url) === undefined)
      yield ['APSIS_GP_MORE_URLS', 'names an address without FORMAT=JSON, CSV or TLE: what it answers may change']
  }
  const urls = config.gpSources.map(({ url }) => url)
  if (new Set(urls).size < urls.length) yield ['APSIS_GP_MORE_URLS', 'names an address twice']
  yield* mailRefusals(values)
  yield* outboundRefusals(config.outboundProxy)
  for (const name of MOVED_CLOCKS)
    if (values[name] !== undefined && values.APSIS_DATABASE_URL !== undefined)
      yield [name, 'is for the embedded database alone']
  if (values.APSIS_CLOCK_START !== undefined && !(config.embeddedIdentity && config.accountsFile === undefined))
    yield [
      'APSIS_CLOCK_START',
      'is for the demo accounts alone: an identity provider or accounts of your own stand for people',
    ]
  if (config.opsPort !== 0 && config.opsPort === config.port) {
    const other = config.port > 1 ? config.port - 1 : config.port + 1
    const example = `APSIS_OPS_PORT=${other}`
    yield ['APSIS_OPS_PORT', 'is the same port as APSIS_PORT', { ...text('APSIS_OPS_PORT'), example }]
  }
  if (!config.production) return
  const demoAccounts = config.embeddedIdentity && config.accountsFile === undefined
  if (config.embeddedIdentity && !values.APSIS_ALLOW_EMBEDDED_IDENTITY) {
    yield [
      'APSIS_OIDC_ISSUER',
      'is missing: production needs an identity provider (or APSIS_ALLOW_EMBEDDED_IDENTITY=true)',
    ]
  }
  if (demoAccounts) yield ['APSIS_ACCOUNTS_FILE', 'is missing: the demo accounts do not run in production']
  if (!config.issuer.startsWith('https://')) yield ['APSIS_OIDC_ISSUER', 'is not https']
  if (!config.publicUrl.startsWith('https://')) yield ['APSIS_PUBLIC_URL', 'is not https']
  if (values.APSIS_DELIVERY_LOOPBACK) yield ['APSIS_DELIVERY_LOOPBACK', 'must not be on in production']
  for (const name of MOVED_CLOCKS) if (values[name] !== undefined) yield [name, 'must not be on in production']
  if (config.devMode) yield ['APSIS_DEV_MODE', 'must not be on in production']
  if (config.demoFleet) yield ['APSIS_DEMO_FLEET', 'must not be on in production']
  if (values.APSIS_PUBLIC_URL === undefined) yield ['APSIS_PUBLIC_URL', 'is missing']
  for (const url of [values.APSIS_DATABASE_URL, values.APSIS_DATABASE_OWNER_URL]) {
    if (url !== undefined && /:(postgres|password|apsis|secret|changeme)@/.test(url)) {
      yield ['APSIS_DATABASE_URL', 'carries a well-known password']
    }
  }
}

/** Returns the settings as an operator may see them: addresses of databases and of a proxy without their passwords. */
export function describeConfig(config: Config): Record<string, unknown> {
  const secret = (url: string | undefined) => (url === undefined ? 'embedded' : 'set')
  const { databaseUrl, databaseOwnerUrl, outboundProxy: proxy } = config
  return {
    ...config,
    databaseUrl: secret(databaseUrl),
    databaseOwnerUrl: secret(databaseOwnerUrl),
    outboundProxy: proxy && { address: proxy.address, direct: proxy.direct, isByName: proxy.isByName },
  }
}
