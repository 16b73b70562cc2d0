import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, type Product, removeData, type Settings, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers, where the journeys ask for it to be killed and started again, and keep sessions. */
    product: { readonly address: string; readonly restart: string; readonly sessions: string }
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
  project.provide('product', { address: product.address, restart: `http://localhost:${address.port}/`, sessions })
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

/** Journeys run in other processes than this one, which alone knows the processes of the product. */
function openDoor(): Promise<Server> {
  const server = createServer((_request, response) => {
    killAndStart().then(
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

async function killAndStart(): Promise<number> {
  if (!product || !settings) throw new Error('The product was never started.')
  await product.kill()
  product = await startProduct(settings)
  return product.startMs
}
