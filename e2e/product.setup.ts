import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, type Product, removeData, type Settings, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers, where journeys ask for it to be killed or started, and where they keep sessions. */
    product: { readonly address: string; readonly door: string; readonly sessions: string }
  }
}

let product: Product | undefined
let settings: Settings | undefined
let door: Server | undefined
let sessions: string | undefined

/** Starts the product once for all journeys. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-journeys-'))
  settings = { port: await freePort(), dataDir }
  console.log('Starting the product for the journeys…')
  try {
    product = await startProduct(settings)
  } catch (failure) {
    // Nothing is torn down after a set-up that failed.
    removeData(dataDir)
    throw failure
  }
  console.log(`The product is ready at ${product.address} after ${(product.startMs / 1000).toFixed(1)} s`)
  door = await openDoor()
  const address = door.address()
  if (typeof address !== 'object' || !address) throw new Error('The door for restarts has no address.')
  sessions = mkdtempSync(join(tmpdir(), 'apsis-sessions-'))
  project.provide('product', { address: product.address, door: `http://localhost:${address.port}/`, sessions })
}

/** Stops it; fails when it does not stop in order. */
export async function teardown(): Promise<void> {
  door?.close()
  try {
    await product?.stop()
  } finally {
    if (settings) removeData(settings.dataDir)
    if (sessions) rmSync(sessions, { recursive: true, force: true })
  }
}

/** What journeys may do with the product, by the path of the door. */
const DOORS: Readonly<Record<string, () => Promise<number | undefined>>> = {
  '/kill': async () => {
    await running().kill()
    return undefined
  },
  '/kill-database': async () => {
    running().killDatabase()
    return undefined
  },
  '/start': async () => {
    if (!settings) throw new Error('The product was never started.')
    product = await startProduct(settings)
    return product.startMs
  },
}

function running(): Product {
  if (!product) throw new Error('The product was never started.')
  return product
}

/** Journeys run in other processes than this one, which alone knows the processes of the product. */
function openDoor(): Promise<Server> {
  const server = createServer((request, response) => {
    const act = DOORS[request.url ?? ''] ?? (() => Promise.reject(new Error(`There is no door ${request.url}.`)))
    act().then(
      (startMs) => response.end(JSON.stringify({ startMs })),
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
