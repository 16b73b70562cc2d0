/**
 * Measures the time until the results of an operator's own ephemeris are in the events: from the moment the file arrives, uploaded or dropped into
 * the watched folder, until the list of events has what its screenings found. It also measures the time until the fleet is analysed against a fresh
 * catalogue. `npm run bench -- ephemeris` runs it on the whole product as `npm start` runs it, with the demo fleet and the simulated catalogue.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoEphemerides } from '@apsis/server/ca/demo/ephemerides.ts'
import {
  type FleetRunRow,
  listFleetRuns,
  storeFleetRun,
} from '@apsis/server/ca/screening/fleet/fleet-screening.repository.ts'
import { fleetScreeningWork } from '@apsis/server/ca/screening/fleet/fleet-screening-work.ts'
import { insertSets } from '@apsis/server/tle/catalogue.repository.ts'
import { simulatedSets, slotOf } from '@apsis/server/tle/simulated-catalogue.ts'
import { keepCatalogue } from '@apsis/server/tle/source.service.ts'
import { type Client, clientOf, type File } from './ephemeris-events/client.ts'
import { spreadOf } from './measures/quantile.ts'
import { machineLine } from './stage/machine.ts'
import { raise } from './stage/parts.ts'
import { startWhole, type Whole } from './stage/whole.ts'

/**
 * The 99th percentile of the time from the arrival of a file until its approaches are in their events, and from a fresh catalogue until the fleet is
 * analysed.
 */
const GOAL_MS = 60_000
const LIMIT_MS = 600_000
const POLL_MS = 100
const MINUTE_MS = 60_000
/**
 * After a screening against the catalogue, the product waits an hour before the next one; the bench dates the last screening back so that this hour
 * is over.
 */
const RESTED_MS = 61 * MINUTE_MS
const ORGANISATION = 'bench'
const TENANT = `organisation:${ORGANISATION}`

const { values } = parseArgs({
  options: {
    arrivals: { type: 'string', default: '30' },
    catalogues: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function until<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (performance.now() - began > LIMIT_MS) raise(`${what}: not after ${LIMIT_MS / 1000} s`)
    await pause(POLL_MS)
  }
}

type Arrival = { readonly name: string; readonly noradId: number; readonly bytes: Buffer }
type Bench = {
  readonly whole: Whole
  readonly client: Client
  readonly dropDir: string
  /** Returns a new file at each call, for one satellite after the other. */
  readonly next: () => Arrival
}

/** Yields the files of the demo fleet again and again, each time with another creation date: the bytes differ and the orbit stays the same. */
function* arrivals(seed: number, openedAt: number): Generator<Arrival> {
  const files = [...demoEphemerides(seed, openedAt)].filter(({ isGood }) => isGood)
  for (let count = 1; ; count += 1)
    for (const { noradId, bytes } of files) {
      const created = new Date(openedAt + count * 1000).toISOString().slice(0, 23)
      const text = bytes.toString().replace(/^(CREATION_DATE\s*=).*$/m, `$1 ${created}`)
      yield { name: `${noradId}_${count}.oem`, noradId, bytes: Buffer.from(text) }
    }
}

/** Opens the demo and waits until none of its work is in progress. */
async function openDemo(whole: Whole): Promise<Bench> {
  const client = clientOf(whole, ORGANISATION)
  const { since, seed } = await client.openDemo()
  const expected = [...demoEphemerides(seed, Date.parse(since))].length
  await until('the ephemerides of the demo', async () => {
    const files = await client.files()
    if (files.length < expected) return undefined
    return (await client.openScreenings()) === 0 ? files : undefined
  })
  const dropDir = await client.connectFolder()
  mkdirSync(dropDir, { recursive: true })
  const endless = arrivals(seed, Date.parse(since))
  return { whole, client, dropDir, next: () => endless.next().value as Arrival }
}

/** Waits until every screening of a file has ended and the list of events has its results. */
async function inEvents({ client }: Bench, file: File): Promise<{ readonly atMs: number; readonly events: number }> {
  for (const id of file.screeningIds)
    await until(`screening ${id}`, async () => {
      const state = await client.screeningState(id)
      if (state === 'failed' || state === 'cancelled') raise(`the screening of ${file.name} is ${state}`)
      return state === 'done' ? state : undefined
    })
  const events = (await client.ownScreenings()).filter((id) => file.screeningIds.includes(id)).length
  return { atMs: performance.now(), events }
}

type Way = { readonly name: string; readonly send: (bench: Bench, arrival: Arrival) => Promise<File> }
const WAYS: readonly Way[] = [
  { name: 'uploaded, by the page or a program', send: ({ client }, arrival) => client.upload(arrival) },
  {
    name: 'put into the connected folder',
    async send({ client, dropDir }, { name, bytes }) {
      writeFileSync(join(dropDir, `${name}.part`), bytes)
      renameSync(join(dropDir, `${name}.part`), join(dropDir, name))
      // When the product has moved the file away, it is stored and its screenings are requested.
      await until(`${name} taken`, async () => !readdirSync(dropDir).includes(name) || undefined)
      return (await client.files()).find((one) => one.name === name) ?? raise(`${name} was not taken`)
    },
  },
]

/** The times in ms, and the number of events for which a screening of these files gives the operator's own orbit, counted for each file. */
type ArrivalTimes = { readonly times: readonly number[]; readonly events: number }

async function arriveOneByOne(bench: Bench, { send }: Way, count: number): Promise<ArrivalTimes> {
  const times: number[] = []
  let events = 0
  for (let n = 0; n < count; n += 1) {
    const arrival = bench.next()
    const began = performance.now()
    const done = await inEvents(bench, await send(bench, arrival))
    times.push(done.atMs - began)
    events += done.events
  }
  return { times, events }
}

/** Lets files of the whole fleet arrive at once, as an operator's flight dynamics software writes them. */
async function arriveTogether(bench: Bench, count: number): Promise<ArrivalTimes> {
  const times: number[] = []
  let events = 0
  while (times.length < count) {
    const fleet = new Map<number, Arrival>()
    for (let one = bench.next(); !fleet.has(one.noradId); one = bench.next()) fleet.set(one.noradId, one)
    const began = performance.now()
    const all = await Promise.all(
      [...fleet.values()].map(async (arrival) => inEvents(bench, await bench.client.upload(arrival))),
    )
    times.push(...all.map(({ atMs }) => atMs - began))
    events += all.reduce((sum, one) => sum + one.events, 0)
  }
  return { times, events }
}

/** Measures the time from the activation of a fresh catalogue until the fleet's encounters in it are in the events. */
async function freshCatalogues({ whole: { database } }: Bench, count: number): Promise<number[]> {
  const { listed } = simulatedSets(slotOf(Date.now()))
  const runOf = async () => {
    const runs = await database.tenant(TENANT, listFleetRuns)
    return runs.find(({ line }) => line === 'CAT')
  }
  const isOver = (run: FleetRunRow | undefined) =>
    run !== undefined && (run.state === 'done' || run.error !== null) ? run : undefined
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    if (n > 0) await until('the screening before', async () => isOver(await runOf()))
    const at = new Date(Date.now() - RESTED_MS)
    const before = { line: 'CAT', at, screeningId: null, catalogueEpoch: at, error: null } as const
    // A random pause, so that the start is out of step with the clock that schedules the work.
    await pause(Math.random() * MINUTE_MS)
    await database.tenant(TENANT, (tx) => storeFleetRun(tx, TENANT, { ...before, catalogueEpoch: null }))
    const newestEpoch = new Date()
    const content = { name: 'simulated', objects: listed, newestEpoch, changedAt: newestEpoch } as const
    const of = { catalogue: 'simulated', source: 'simulated catalogue', isSupplemental: false } as const
    await database.shared(async (tx) => {
      await insertSets(tx, { ...of, receivedAt: newestEpoch }, listed)
      await keepCatalogue(tx, content, [fleetScreeningWork.name])
    })
    const began = performance.now()
    const run = await until('the fleet against a fresh catalogue', async () => {
      const found = await runOf()
      return found !== undefined && found.asked_at > at ? isOver(found) : undefined
    })
    if (run.state !== 'done') raise(`the fleet was not screened: ${run.error}`)
    times.push(performance.now() - began)
  }
  return times
}

function print(name: string, times: readonly number[], more = ''): boolean {
  const { p50, p99, max } = spreadOf(times)
  const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7)
  const verdict = p99 <= GOAL_MS ? 'met' : 'MISSED'
  say(
    `${name.padEnd(48)}${String(times.length).padStart(4)}${seconds(p50)}${seconds(p99)}${seconds(max)}   goal ${GOAL_MS / 1000} s (p99): ${verdict}${more}`,
  )
  return p99 <= GOAL_MS
}

async function main(): Promise<number> {
  if (values.help) {
    say('Usage: npm run bench -- ephemeris [--arrivals N] [--catalogues N] [--only TEXT]')
    return 0
  }
  const count = Number(values.arrivals)
  const isAsked = (name: string) => name.includes(values.only)
  say(machineLine())
  const exchangeDir = mkdtempSync(join(tmpdir(), 'apsis-bench-exchange-'))
  const whole = await startWhole({ APSIS_DEMO_FLEET: 'true', APSIS_EXCHANGE_DIR: exchangeDir })
  let isGood = true
  try {
    const bench = await openDemo(whole)
    say('an own ephemeris of seven days, from its arrival until its approaches are in their events, s')
    say(`${''.padEnd(48)}   n    p50    p99    max`)
    const note = (name: string, { times, events }: ArrivalTimes) => {
      if (events === 0) raise('no event has an estimate of these files')
      isGood = print(name, times, `; ${(events / times.length).toFixed(1)} events each`) && isGood
    }
    for (const way of WAYS.filter(({ name }) => isAsked(name))) note(way.name, await arriveOneByOne(bench, way, count))
    const together = 'uploaded, the whole fleet at once'
    if (isAsked(together)) note(together, await arriveTogether(bench, count))
    const fleet = 'a fresh catalogue until the fleet is analysed'
    if (isAsked(fleet)) isGood = print(fleet, await freshCatalogues(bench, Number(values.catalogues))) && isGood
  } finally {
    await whole.stop()
    rmSync(exchangeDir, { recursive: true, force: true })
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    say(`The machine was busy (load average ${load.toFixed(1)}): times are not to be judged.`)
  return isGood ? 0 : 1
}

process.exitCode = await main()
