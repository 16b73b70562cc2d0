// Runs in full the tests of which `npm test` runs a part, with one seed for each turn: `npm run tool -- campaigns --seeds 5 kills formats`. It records
// each turn with its figures, so that an interrupted campaign continues where it was.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { missing } from '@apsis/astro/missing.ts'
import { DEAR_TESTS } from './draw.ts'
import { INSTANTS } from './hours.ts'
import { isStarted } from './named-command.ts'
import { binary, type Command, ROOT, run, seconds, stopChildrenOnTermination } from './run/step.ts'

const LEDGER = join(ROOT, 'node_modules', '.cache', 'apsis-campaigns', 'ledger.jsonl')
const MUTATIONS = 20_000
const PAYMENT_ROUNDS = 1_000
const NOTICES_FOR_EACH_WAY = 10_000
/** The number of parts in which the notices are sent. Each part starts its own product, so an interruption loses one part, and not hours. */
const DELIVERY_PARTS = 10
const ASSOCIATED_TRACKS = 3_000
const REQUEST_SEQUENCES = 100_000
const SIMULATED_ORBITS = 200
const IDENTIFIER_REQUESTS = 200_000
const IDENTIFIER_PARTS = 20
/** The factor by which a test may take longer than in `npm test`. */
const PATIENCE = '100'
/** A limit that no turn reaches: on a busy machine the longest turn takes hours. */
const TURN_LIMIT_MS = 12 * 3_600_000

export type Campaign = {
  readonly name: string
  readonly about: string
  /** The test that runs a part of this campaign in `npm test`. */
  readonly slice: string
  /** True if every seed gives the same run, so that one turn is enough. */
  readonly isSeedless?: boolean
  /** The number of parts of a turn; each is recorded separately and has its own seed. */
  readonly parts?: number
  /** The beginning of the output line with the figures; if it is absent, the last line has them. */
  readonly figures?: RegExp
  readonly command: (seed: number) => Pick<Command, 'program' | 'args' | 'env' | 'urgent'>
}

const node = (args: readonly string[]) => ({ program: process.execPath, args })
const vitest = (args: readonly string[], env: Readonly<Record<string, string>>) => ({
  program: binary('vitest'),
  args: ['run', ...args],
  env: { APSIS_TEST_PATIENCE: PATIENCE, ...env, NO_COLOR: '1' },
})

/** The tests that read their size from astro/testing/test-size.ts. */
const SIZED = [
  'astro/manoeuvre/allowed-directions.test.ts',
  'astro/manoeuvre/plan-assessed.test.ts',
  'astro/manoeuvre/trade-space.test.ts',
  'astro/manoeuvre/zero-burn.test.ts',
  'astro/tracking/residual-growth.test.ts',
  'cli/commands/orbit-determination.test.ts',
  'engine/screen.test.ts',
]

export const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'kills',
    about: 'kills each part of the product while 16 writers write, and counts what is lost or doubled',
    slice: 'server/installation/scale-out.test.ts',
    command: (seed) => node(['bench/kill.ts', '--quick', '--seed', String(seed)]),
  },
  {
    name: 'formats',
    about: `reads ${MUTATIONS} damaged messages of each format`,
    slice: 'bench/ccsds/fuzz.test.ts',
    command: (seed) => {
      const first = String((seed - 1) * MUTATIONS + 1)
      return node(['bench/ccsds-fuzz.ts', '--count', String(MUTATIONS), '--seed', first])
    },
  },
  {
    name: 'readers',
    about: 'reads texts of 4 MiB in shapes that a sender may choose so that a reader takes long',
    slice: 'tools/readers/readers.test.ts',
    isSeedless: true,
    command: () => vitest(['--project=readers'], { APSIS_READERS_MIB: '4' }),
  },
  {
    name: 'manoeuvre-states',
    about: 'wishes 100,000 random sequences of states of a plan',
    slice: 'contract/ca/plan/manoeuvre-state.test.ts',
    isSeedless: true,
    command: () =>
      vitest(['--project=unit', 'contract/ca/plan/manoeuvre-state.test.ts'], { APSIS_CAMPAIGN_RUNS: '100000' }),
  },
  {
    name: 'plans',
    about: 'kills the worker that looks after a plan in each state, and counts what is lost, doubled or in between',
    slice: 'server/ca/plan/plan-kill.test.ts',
    command: (seed) =>
      vitest(['--project=server', 'server/ca/plan/plan-kill.test.ts'], { APSIS_PROPERTY_SEED: String(seed) }),
  },
  {
    name: 'observation-kills',
    about:
      'kills the worker in each state of a request and its passes, and the provider at each message, and counts the money',
    slice: 'server/odt/request/request-kill.test.ts',
    command: (seed) =>
      vitest(
        ['--project=server', 'server/odt/request/request-kill.test.ts', 'server/odt/request/provider-kill.test.ts'],
        { APSIS_PROPERTY_SEED: String(seed) },
      ),
  },
  {
    name: 'dear-tests',
    about: 'runs all dear tests, of which npm test runs those near a change and a quarter, drawn for each commit',
    slice: 'server/ca/message/cdm-kill.test.ts',
    command: (seed) => vitest(['--project=server', ...DEAR_TESTS], { APSIS_PROPERTY_SEED: String(seed) }),
  },
  {
    name: 'requests',
    about: 'sends random requests to every endpoint, and random lines to the log',
    slice: 'server/platform/http/bind.test.ts',
    command: (seed) =>
      vitest(['--project=server', 'server/platform/http/bind.test.ts', 'server/platform/log.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
      }),
  },
  {
    name: 'orders',
    about: `${PAYMENT_ROUNDS} rounds of 200 orders at once against a balance for 100, with kills`,
    slice: 'server/payments/concurrent-orders.test.ts',
    command: (seed) =>
      vitest(['--project=server', 'server/payments/concurrent-orders.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
        APSIS_PAYMENT_ROUNDS: String(PAYMENT_ROUNDS),
      }),
  },
  {
    name: 'deliveries',
    about: `${NOTICES_FOR_EACH_WAY} notices to receivers that fail in fourteen ways, with worker, API and database killed`,
    slice: 'server/delivery/campaign.test.ts',
    parts: DELIVERY_PARTS,
    figures: /^\d+ deliveries of /,
    command: (seed) =>
      vitest(['--project=server', 'server/delivery/campaign.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
        APSIS_DELIVERY_EVENTS: process.env.APSIS_DELIVERY_EVENTS ?? String(NOTICES_FOR_EACH_WAY / DELIVERY_PARTS),
      }),
  },
  {
    name: 'layouts',
    about: 'looks at every table at nine sizes in both languages, of which npm test has four corners',
    slice: 'e2e/shell/tables.e2e.ts',
    isSeedless: true,
    command: () => vitest(['--project=e2e', 'e2e/shell/tables.e2e.ts'], { APSIS_TEST_LAYOUTS: 'all' }),
  },
  {
    name: 'firefox',
    about: 'runs twelve journeys in Firefox ESR, and tells what cannot be done in it',
    slice: 'e2e/firefox.test.ts',
    isSeedless: true,
    figures: /^\d+ of \d+ journeys passed in /,
    command: () => ({ ...node(['tools/firefox.ts']), urgent: /^\s*[✓×–] |^Installing / }),
  },
  {
    name: 'clients',
    about: 'decides an event with clients that generators write from the description of the API, in Python and Java',
    slice: 'server/ca/event/generated-client.test.ts',
    isSeedless: true,
    figures: /^\d+ of \d+ clients /,
    command: () => node(['tools/interop/clients.ts']),
  },
  {
    name: 'squid',
    about: 'asks through a real Squid, which has to be installed: else it says so and asks nobody',
    slice: 'server/delivery/guarded-proxy.test.ts',
    isSeedless: true,
    command: () => node(['tools/interop/squid.ts']),
  },
  {
    name: 'alerts',
    about: 'tests the alert rules with promtool, which has to be installed',
    slice: 'server/status/alerts.test.ts',
    isSeedless: true,
    command: () => ({ program: 'promtool', args: ['test', 'rules', 'deploy/prometheus/alerts-test.yaml'] }),
  },
  {
    name: 'sizes',
    about: 'runs the costliest sweeps of the unit tests whole, of which npm test has a third',
    slice: 'astro/manoeuvre/zero-burn.test.ts',
    isSeedless: true,
    command: () => vitest(['--project=unit', ...SIZED], { APSIS_TEST_SIZE: 'whole' }),
  },
  {
    name: 'false-associations',
    about: `associates ${ASSOCIATED_TRACKS} tracks with a catalogue that does not hold their object`,
    slice: 'astro/measurement/false-association.test.ts',
    command: (seed) =>
      vitest(['--project=unit', 'astro/measurement/false-association.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
        APSIS_ASSOCIATION_TRACKS: String(ASSOCIATED_TRACKS),
      }),
  },
  {
    name: 'initial-orbits',
    about: `determines ${SIMULATED_ORBITS} simulated orbits without an orbit to start from, and counts which are right, refused and wrong`,
    slice: 'bench/initial-orbits/campaign.test.ts',
    figures: /^two to six passes: /,
    command: (seed) => {
      const first = String((seed - 1) * SIMULATED_ORBITS + 1)
      return node(['bench/initial-orbits.ts', '--count', String(SIMULATED_ORBITS), '--seed', first])
    },
  },
  {
    name: 'observation-requests',
    about: `drives ${REQUEST_SEQUENCES} requests through random events, with their money`,
    slice: 'contract/odt/request/request-state.test.ts',
    command: (seed) =>
      vitest(['--project=unit', 'contract/odt/request/request-state.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
        APSIS_REQUEST_SEQUENCES: String(REQUEST_SEQUENCES),
      }),
  },
  {
    name: 'identifiers',
    about: `asks ${IDENTIFIER_REQUESTS} times as any role for any endpoint with own, foreign, unknown and hostile ids`,
    slice: 'server/platform/http/identifier.test.ts',
    parts: IDENTIFIER_PARTS,
    figures: /requests: \d+ allowed/,
    command: (seed) =>
      vitest(['--project=server', 'server/platform/http/identifier.test.ts'], {
        APSIS_PROPERTY_SEED: String(seed),
        APSIS_IDENTIFIER_REQUESTS: String(IDENTIFIER_REQUESTS / IDENTIFIER_PARTS),
      }),
  },
  {
    name: 'hours',
    about:
      'runs what depends on days and hours ten minutes before midnight, leap days, summer time and the end of a year',
    slice: 'server/platform/process/database-clock.test.ts',
    isSeedless: true,
    parts: INSTANTS.length,
    figures: /^[✓✗] e2e at /,
    command: (seed) => node(['tools/hours.ts', INSTANTS[(seed - 1) % INSTANTS.length] ?? missing()]),
  },
  {
    name: 'properties',
    about: 'throws new cases at every property, as `npm run tool -- soak` does',
    slice: 'astro/orbit/elements.test.ts',
    command: (seed) => node(['tools/soak.ts', '--seeds', '1', '--from', String(seed)]),
  },
]

export type Turn = {
  readonly campaign: string
  readonly seed: number
  /** The number of the part, from 1, in a turn that runs in parts. */
  readonly part?: number
}
/** Returns the figures of a turn in one line of text. */
export function figuresOf({ figures }: Pick<Campaign, 'figures'>, output: string): string {
  const lines = output.trimEnd().split('\n')
  return (figures && lines.findLast((line) => figures.test(line))) ?? lines.at(-1) ?? ''
}

/** A finished turn, as the ledger keeps it. */
export type Entry = Turn & {
  readonly commit: string
  readonly isClean: boolean
  readonly seconds: number
  /** The line of the output that has the figures. */
  readonly figures: string
}

/** Returns the campaigns and seeds that the arguments name, or undefined if the arguments are wrong. */
export function parseWish(args: readonly string[]): Turn[] | undefined {
  try {
    const options = { seeds: { type: 'string', default: '1' }, from: { type: 'string', default: '1' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [count, from] = [Number(values.seeds), Number(values.from)]
    const chosen = CAMPAIGNS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    const isKnown = positionals.every((wanted) => CAMPAIGNS.some(({ name }) => name === wanted))
    if (!isKnown || !Number.isInteger(count) || count < 1 || !Number.isInteger(from) || from < 1) return undefined
    return Array.from({ length: count }, (_, i) => from + i).flatMap((seed) =>
      chosen.flatMap((one) => (one.isSeedless && seed > from ? [] : partsOf(one, seed))),
    )
  } catch {
    return undefined
  }
}

function partsOf({ name, parts }: Campaign, seed: number): Turn[] {
  if (parts === undefined) return [{ campaign: name, seed }]
  return Array.from({ length: parts }, (_, place) => ({ campaign: name, seed, part: place + 1 }))
}

/** Returns the seed of a part of a turn; no two parts have the same seed, in any turns. */
export const seedOf = ({ seed, part }: Turn, parts = 1): number =>
  part === undefined ? seed : (seed - 1) * parts + part

/** Returns the turns that are left to run: those that were clean on the same commit are left out. */
export function listLeft(turns: readonly Turn[], ledger: readonly Entry[], commit: string): Turn[] {
  const isSame = (one: Turn, other: Turn) =>
    one.campaign === other.campaign && one.seed === other.seed && one.part === other.part
  const isDone = (turn: Turn) => ledger.some((one) => isSame(one, turn) && one.commit === commit && one.isClean)
  // Uncommitted changes have no name by which a later run could recognise them, so every turn is run.
  return commit.endsWith('-dirty') ? [...turns] : turns.filter((turn) => !isDone(turn))
}

function readLedger(): Entry[] {
  if (!existsSync(LEDGER)) return []
  const lines = readFileSync(LEDGER, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry)
}

async function makeTurn(turn: Turn, commit: string): Promise<Entry> {
  const { campaign, seed, part } = turn
  const found = CAMPAIGNS.find(({ name }) => name === campaign)
  if (found === undefined) throw new TypeError(`there is no campaign ${campaign}`)
  const started = performance.now()
  const name = `${campaign} seed ${seed}${part === undefined ? '' : `, part ${part} of ${found.parts}`}`
  const ran = await run(name, {
    ...found.command(seedOf(turn, found.parts)),
    silentLimitMs: TURN_LIMIT_MS,
    limitMs: TURN_LIMIT_MS,
  })
  const took = performance.now() - started
  const [isClean, figures] = [ran.code === 0, figuresOf(found, ran.output)]
  if (!isClean) console.log(ran.output.trimEnd())
  console.log(`${isClean ? '✓' : '✗'} ${name}  ${seconds(took)}  ${figures}`)
  return { ...turn, commit, isClean, seconds: Math.round(took / 1000), figures }
}

async function main(): Promise<number> {
  const turns = parseWish(process.argv.slice(2))
  if (turns === undefined) {
    console.error('Usage: npm run tool -- campaigns [--seeds N] [--from N] [NAME…]')
    const width = Math.max(...CAMPAIGNS.map(({ name }) => name.length)) + 2
    for (const { name, about } of CAMPAIGNS) console.error(`  ${name.padEnd(width)}${about}`)
    return 2
  }
  const commit = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
  mkdirSync(dirname(LEDGER), { recursive: true })
  const left = listLeft(turns, readLedger(), commit)
  console.log(`${turns.length} turns on ${commit}, ${turns.length - left.length} of them made before`)
  let broken = 0
  for (const turn of left) {
    const entry = await makeTurn(turn, commit)
    appendFileSync(LEDGER, `${JSON.stringify(entry)}\n`)
    if (!entry.isClean) broken += 1
  }
  console.log(`${left.length} turns, ${broken} failed; all figures are in ${LEDGER}`)
  return broken > 0 ? 1 : 0
}

if (isStarted(import.meta)) {
  stopChildrenOnTermination()
  process.exitCode = await main()
}
