import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dutyClockOf, freePort, type Product, removeData, type Settings, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where journeys ask for the product of their worker, and for it to be killed or started. */
    door: string
  }
}

/** What the door answers: where the product is, where its journeys keep sessions, and the clock of its on-call chain. */
export type Given = { readonly address: string; readonly sessions: string; readonly dutyClock: string }

/** A worker has a product of its own, so that journeys of two files never meet. */
type Place = { readonly settings: Settings; readonly sessions: string; product: Product }

const places = new Map<string, Promise<Place>>()
let door: Server | undefined
/** Products start one after the other: the first builds what the second finds built. */
let lastStart: Promise<unknown> = Promise.resolve()

/** Opens the door; a product is started when the first journey of a worker asks for it. */
export async function setup(project: TestProject): Promise<void> {
  door = await openDoor()
  const address = door.address()
  if (typeof address !== 'object' || !address) throw new Error('The door to the products has no address.')
  project.provide('door', `http://localhost:${address.port}`)
}

/** Stops all of them; fails when one does not stop in order. */
export async function teardown(): Promise<void> {
  door?.close()
  const stopped = await Promise.allSettled([...places.values()].map(async (place) => close(await place)))
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

async function open(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-journeys-'))
  const settings = { port: await freePort(), dataDir }
  console.log('Starting a product for the journeys…')
  try {
    const product = await startProduct(settings)
    console.log(`The product is ready at ${product.address} after ${(product.startMs / 1000).toFixed(1)} s`)
    return { settings, sessions: mkdtempSync(join(tmpdir(), 'apsis-sessions-')), product }
  } catch (failure) {
    removeData(dataDir)
    throw failure
  }
}

/** What journeys may do with the product of their worker, by the last part of the door's path. */
const ACTS: Readonly<Record<string, (place: Place) => unknown>> = {
  product: ({ product, sessions, settings }): Given => ({
    address: product.address,
    sessions,
    dutyClock: dutyClockOf(settings.dataDir),
  }),
  kill: ({ product }) => product.kill(),
  'kill-database': ({ product }) => product.killDatabase(),
  start: async (place) => {
    place.product = await startProduct(place.settings)
    return { startMs: place.product.startMs }
  },
}

async function answer(path = ''): Promise<unknown> {
  const [, worker = '', name = ''] = path.split('/')
  const act = ACTS[name]
  if (!act) throw new Error(`There is no door ${path}.`)
  return act(await placeOf(worker))
}

/** Journeys run in other processes than this one, which alone knows the processes of the products. */
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
