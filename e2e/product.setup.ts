import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { describeBrowser } from './browser.ts'
import { noteForKeeper } from './keeper.ts'
import { INSTANT, type KeptFleets, restoreFleets } from './kept-fleets.ts'
import { dutyClockOf, freePort, PROJECT_DIR, type Product, removeData, type Settings, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which journeys request the product of their worker, and have it killed or started. */
    door: string
  }
}

/**
 * The answer at that address: the address of the product, the folder in which its journeys store sessions, the clock of its on-call chain, and by how
 * many milliseconds its own clock is ahead of the machine's.
 */
export type ProductFacts = {
  readonly address: string
  readonly sessions: string
  readonly dutyClock: string
  readonly aheadMs: number
}

/** Each worker has its own product, so that journeys of two files never interfere. */
type Place = { readonly settings: Settings; readonly sessions: string; readonly aheadMs: number; product: Product }

const places = new Map<string, Promise<Place>>()
let door: Server | undefined
/** Products start one after the other: the first makes the build that the second uses. */
let lastStart: Promise<unknown> = Promise.resolve()
/** The folder of the demo fleets that were opened once (server/ca/demo/testing/kept-fleet.ts). */
let fleets = ''
let kept: KeptFleets
/** The time at which the products started, by the clock of this process. */
let begunMs = 0

/** Opens the address for journeys; a product is started when the first journey of a worker requests it. */
export async function setup(project: TestProject): Promise<void> {
  console.log(`The journeys use ${await describeBrowser()}`)
  fleets = mkdtempSync(join(tmpdir(), 'apsis-fleets-'))
  noteForKeeper('folder', fleets)
  // The products' databases write in this folder, as another user if this one is root.
  chmodSync(fleets, ANYONE)
  kept = restoreFleets(fleets, INSTANT)
  begunMs = performance.now()
  for (const organisation of kept.organisations) fleetOf.set(organisation, 'KEPT')
  door = await openDoor()
  const address = door.address()
  if (typeof address !== 'object' || !address) throw new Error('The door to the products has no address.')
  project.provide('door', `http://localhost:${address.port}`)
}

/** The mode of a folder in which anyone may write. */
const ANYONE = 0o777

/** Stops all products; fails if one does not stop properly. */
export async function teardown(): Promise<void> {
  door?.close()
  const stopped = await Promise.allSettled([...places.values()].map(async (place) => close(await place)))
  rmSync(fleets, { recursive: true, force: true })
  const [failed] = stopped.filter((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function close({ product, settings, sessions }: Place): Promise<void> {
  try {
    await product.stop()
  } finally {
    removeData(settings.dataDir)
    rmSync(sessions, { recursive: true, force: true })
  }
}

function placeOf(worker: string): Promise<Place> {
  const known = places.get(worker)
  if (known) return known
  const place = lastStart.then(open)
  lastStart = place.catch(() => undefined)
  places.set(worker, place)
  return place
}

/** All products have the same time, however late each of them is started. */
const clockNow = () => new Date(Date.parse(kept.clockStart) + performance.now() - begunMs).toISOString()

async function open(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-journeys-'))
  noteForKeeper('data', dataDir)
  const settings = { port: await freePort(), dataDir, clockStart: clockNow() }
  console.log('Starting a product for the journeys…')
  try {
    const product = await startProduct(settings)
    console.log(`The product is ready at ${product.address} after ${(product.startMs / 1000).toFixed(1)} s`)
    const aheadMs = await aheadOf(product.address)
    const sessions = mkdtempSync(join(tmpdir(), 'apsis-sessions-'))
    noteForKeeper('folder', sessions)
    return { settings, sessions, aheadMs, product }
  } catch (failure) {
    removeData(dataDir)
    throw failure
  }
}

/** Returns the offset of the clock that a page gets (web/clock/moved-clock.ts). */
async function aheadOf(address: string): Promise<number> {
  const page = await (await fetch(address)).text()
  return Number(/name="apsis-clock-ahead" content="(-?\d+)"/.exec(page)?.[1] ?? 0)
}

/** The actions of journeys on the product of their worker, by the part of the path after the worker. */
const ACTS: Readonly<Record<string, (place: Place, organisation: string) => unknown>> = {
  product: ({ product, sessions, settings, aheadMs }): ProductFacts => ({
    address: product.address,
    sessions,
    aheadMs,
    dutyClock: dutyClockOf(settings.dataDir),
  }),
  kill: ({ product }) => product.kill(),
  'kill-database': ({ product }) => product.killDatabase(),
  start: async (place) => {
    place.product = await startProduct(place.settings)
    return { startMs: place.product.startMs }
  },
  'keep-fleet': async (place, organisation) => ({ isDone: await keepFleet(place, organisation) }),
  'put-fleet': async (place, organisation) => ({ found: await putFleet(place, organisation) }),
}

/** The product that opens an organisation's demo fleet for all, and when it last reported; 'KEPT' means that the fleet is stored. */
const fleetOf = new Map<string, { readonly opener: Place; readonly atMs: number } | 'KEPT'>()
/** The product that opens a fleet checks every minute if it is complete; if it has not checked for this long, it has failed. */
const OPENER_LOST_MS = 180_000

/** Stores the demo fleet of an organisation in files; returns false if it is not complete yet. */
async function keepFleet(opener: Place, organisation: string): Promise<boolean> {
  fleetOf.set(organisation, { opener, atMs: Date.now() })
  const isKept = await runKeeper('keep', opener, organisation)
  if (isKept) {
    fleetOf.set(organisation, 'KEPT')
    kept.keep(organisation)
  }
  return isKept
}

/** Restores the stored fleet, whichever product made it; otherwise says which product has to open it. */
async function putFleet(place: Place, organisation: string): Promise<'PUT' | 'TO_OPEN' | 'OPENED_ELSEWHERE'> {
  const known = fleetOf.get(organisation)
  if (known === 'KEPT') {
    await runKeeper('put', place, organisation)
    return 'PUT'
  }
  if (known !== undefined && known.opener !== place && Date.now() - known.atMs < OPENER_LOST_MS)
    return 'OPENED_ELSEWHERE'
  fleetOf.set(organisation, { opener: place, atMs: Date.now() })
  return 'TO_OPEN'
}

const NOT_YET = 2

/** Runs the program that stores and restores fleets on a product; returns false if the fleet is not complete yet. */
function runKeeper(act: 'keep' | 'put', { settings }: Place, organisation: string): Promise<boolean> {
  const script = join(PROJECT_DIR, 'server', 'ca', 'demo', 'testing', 'kept-fleet.ts')
  const env = { ...process.env, APSIS_DATA_DIR: settings.dataDir }
  const child = spawn(process.execPath, [script, act, organisation, fleets], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0 || code === NOT_YET) resolve(code === 0)
      else reject(new Error(`The fleet of ${organisation} could not be ${act === 'keep' ? 'kept' : 'put back'}.`))
    })
  })
}

async function answer(path = ''): Promise<unknown> {
  const [, worker = '', name = '', organisation = ''] = path.split('/')
  const act = ACTS[name]
  if (!act) throw new Error(`There is no door ${path}.`)
  return act(await placeOf(worker), organisation)
}

/** Opens the server for journeys: they run in other processes than this one, and only this one knows the processes of the products. */
function openDoor(): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url).then(
      (given) => response.end(JSON.stringify(given ?? {})),
      (failure: unknown) => {
        response.statusCode = 500
        response.end(String(failure))
      },
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, 'localhost', () => resolve(server))
  })
}
