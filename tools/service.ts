// Starts a local service in place of an outside one, so that a person can try the product without an account: `npm run service --
// space-track`.
import { parseArgs } from 'node:util'
import { nearestWord } from '@apsis/cli/terminal/nearest-word.ts'
import { CELESTRAK_MOODS, startCelestrak } from './services/celestrak.ts'
import type { TlsOption } from './services/certificates.ts'
import { deliverSimulated, MAILBOX_MOODS, startMailbox } from './services/mailbox.ts'
import { OPEN_EPHEMERIDES_MOODS, startOpenEphemerides } from './services/open-ephemerides.ts'
import { COMMON_MOODS, type LocalService, type LocalServiceOptions } from './services/service.ts'
import { OWN_FOLDER, OWN_SATELLITES, simulatedSpaceTrack } from './services/space-track/simulated.ts'
import { SPACE_TRACK_MOODS, startSpaceTrack } from './services/space-track/space-track.ts'

type NamedService = {
  readonly about: string
  readonly port: number
  readonly moods: Readonly<Record<string, string>>
  /** False if the service does not use HTTP; it then has only its own moods. */
  readonly isWeb: boolean
  readonly start: (options: LocalServiceOptions, login: Login) => Promise<RunningService>
  /** The values that a person enters in the product, shown below the address. */
  readonly typed: (url: string, login: Login) => readonly string[]
}
/** The parts of a running service that a person needs. */
type RunningService = Pick<LocalService<string>, 'url' | 'ca' | 'mood' | 'violations' | 'close'> & {
  /** The address of the control calls, if it is not below the address of the service. */
  readonly controlUrl?: string
}
type Login = { readonly user: string; readonly password: string }

/** The services by name; each has its own port, so that all of them can run at the same time. */
export const SERVICES: Readonly<Record<string, NamedService>> = {
  'space-track': {
    about: 'messages, catalogue, decay and file share, with an account',
    port: 4101,
    moods: SPACE_TRACK_MOODS,
    isWeb: true,
    start: (options, { user, password }) =>
      startSpaceTrack({
        ...options,
        content: simulatedSpaceTrack(),
        accounts: [{ identity: user, password, reads: OWN_SATELLITES }],
      }),
    typed: (_, { user, password }) => [
      `account   ${user}`,
      `password  ${password}`,
      `folder    ${OWN_FOLDER}`,
      `The account may read the messages of ${OWN_SATELLITES.length} satellites: ${OWN_SATELLITES.join(', ')}.`,
    ],
  },
  celestrak: {
    about: 'element sets, supplemental sets, satellite catalogue and space weather',
    port: 4102,
    moods: CELESTRAK_MOODS,
    isWeb: true,
    start: startCelestrak,
    typed: (url) => [
      `${url}/NORAD/elements/gp.php?GROUP=active&FORMAT=csv`,
      `${url}/NORAD/elements/supplemental/sup-gp.php?SOURCE=ISS-E&FORMAT=csv`,
    ],
  },
  'open-ephemerides': {
    about: 'the ephemerides that Starlink, Planet and NASA publish',
    port: 4103,
    moods: OPEN_EPHEMERIDES_MOODS,
    isWeb: true,
    start: startOpenEphemerides,
    typed: (url) => [
      `${url}/public-files/ephemerides/MANIFEST.txt`,
      `${url}/planet/`,
      `${url}/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt`,
    ],
  },
  mailbox: {
    about: 'mails with messages, as a partner sends them (IMAP over TLS)',
    port: 4104,
    moods: MAILBOX_MOODS,
    isWeb: false,
    start: async ({ port, host, tls }, { user, password }) => {
      const secure = tls === undefined || tls === 'none' ? 'good' : tls
      // The control calls of the mailbox use HTTP, at a port above those of all services.
      const controlPort = port === undefined || port === 0 ? 0 : port + 10
      const place = { controlPort, ...(port === undefined ? {} : { port }), ...(host === undefined ? {} : { host }) }
      const mailbox = await startMailbox({ ...place, tls: secure, user, password })
      deliverSimulated(mailbox, simulatedSpaceTrack()(Date.now()).cdms.slice(0, 3))
      return mailbox
    },
    typed: (_, { user, password }) => [`account   ${user}`, `password  ${password}`, 'senders   partner.example'],
  },
}

const TLS: readonly TlsOption[] = ['none', 'good', 'expired', 'wrong-name', 'unknown']

export type ServiceWish = {
  readonly name: string
  readonly port: number
  readonly host: string
  readonly tls: TlsOption
  readonly mood: string
  readonly login: Login
}

/** Returns the service to start and its options, or the text that lists the services and options. */
export function parseServiceWish(args: readonly string[]): ServiceWish | string {
  const names = Object.keys(SERVICES)
  const usage = [
    'Usage: npm run service -- NAME [--port N] [--host H] [--mood M] [--tls none|good|expired|wrong-name|unknown]',
    '                               [--user U --password P]',
    ...Object.entries(SERVICES).map(([name, { port, about }]) => `  ${name.padEnd(16)}  port ${port}  ${about}`),
  ].join('\n')
  let parsed: ReturnType<typeof parseWords>
  try {
    parsed = parseWords(args)
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${usage}`
  }
  const { values, positionals } = parsed
  const [name] = positionals
  if (name === undefined) return usage
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined
  if (service === undefined) return `There is no service "${name}"${hint(name, names)}\n${usage}`
  const moods = moodsOf(service)
  if (!moods.includes(values.mood)) return `${name} has no mood "${values.mood}"${hint(values.mood, moods)}`
  const tls = TLS.find((one) => one === values.tls)
  if (tls === undefined) return `There is no --tls "${values.tls}"${hint(values.tls, TLS)}`
  const port = Number(values.port ?? service.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return `--port ${values.port} is not a port.`
  return {
    name,
    port,
    host: values.host,
    tls,
    mood: values.mood,
    login: { user: values.user, password: values.password },
  }
}

/** Returns the names of the moods of a service. */
const moodsOf = ({ moods, isWeb }: NamedService) => Object.keys(isWeb ? { ...COMMON_MOODS, ...moods } : moods)

function parseWords(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      mood: { type: 'string', default: 'ok' },
      tls: { type: 'string', default: 'none' },
      user: { type: 'string', default: 'flight@operator.example' },
      password: { type: 'string', default: 'simulated' },
    },
  })
}

function hint(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known)
  return meant === undefined ? '.' : `; did you mean ${meant}?`
}

/** Starts a service, and returns it with a text that explains its use. */
export async function startNamedService(
  wish: ServiceWish,
): Promise<{ readonly service: RunningService; readonly said: string }> {
  const { name, port, host, tls, mood, login } = wish
  const named = SERVICES[name]
  if (named === undefined) throw new RangeError(`There is no service "${name}".`)
  const service = await named.start({ port, host, tls }, login)
  service.mood = mood
  const control = service.controlUrl ?? `${service.url}/control`
  const width = Math.max(...moodsOf(named).map((one) => one.length))
  const listed = (moods: Readonly<Record<string, string>>) =>
    Object.entries(moods).map(([one, does]) => `  ${one.padEnd(width)}  ${does}`)
  const certificate =
    service.ca === undefined
      ? []
      : ['', 'Save this certificate, and start the product with NODE_EXTRA_CA_CERTS=FILE:', service.ca.trimEnd()]
  const said = [
    `SIMULATED ${name}: ${named.about}. None of its objects exist. It runs until Ctrl+C.`,
    '',
    'Type into the product:',
    `  address   ${service.url}`,
    ...named.typed(service.url, login).map((line) => `  ${line}`),
    ...certificate,
    '',
    `Its mood is ${service.mood}. What was requested, and which limits were broken: ${control}`,
    ...(named.isWeb
      ? [
          `Another mood: curl -X POST '${control}/mood?name=MOOD' (with &times=N for the next N answers). Moods of every service:`,
          ...listed(COMMON_MOODS),
        ]
      : [
          `Another mood: curl -X POST '${control}/mood?name=MOOD'`,
          `One mail more: curl -X POST '${control}/mail?from=flight@partner.example&file=one.cdm' --data-binary @one.cdm`,
        ]),
    `Moods of ${name}:`,
    ...listed(named.moods),
    '',
  ].join('\n')
  return { service, said }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const wish = parseServiceWish(args)
  if (typeof wish === 'string') {
    if (args.length === 0) return console.log(wish)
    console.error(wish)
    process.exitCode = 2
    return
  }
  const { service, said } = await startNamedService(wish)
  console.log(said)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close())
}

if (import.meta.main) await main()
