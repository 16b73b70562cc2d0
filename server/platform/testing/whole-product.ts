import { afterAll, beforeAll } from 'vitest'
import { makeDataDir } from './data-dir.ts'
import { type DoorProcess, startDoor } from './door-process.ts'
import { removeInstallation } from './family.ts'
import { freePort } from './test-api.ts'

const START_LIMIT_MS = 120_000

/** Starts the product as `npm start` runs it, for all tests of a file: on a free port, with its own data, which are removed afterwards. */
export function useProduct(settings: Readonly<Record<string, string>>): () => { door: DoorProcess; origin: string } {
  const dataDir = makeDataDir('product')
  let started: { door: DoorProcess; origin: string } | undefined
  beforeAll(async () => {
    const port = await freePort()
    const own = { APSIS_PORT: String(port), APSIS_OPS_PORT: '0', APSIS_DATA_DIR: dataDir, APSIS_LOG_LEVEL: 'info' }
    const door = startDoor('server/start.ts', { ...own, ...settings })
    started = { door, origin: `http://localhost:${port}` }
    await door.line(/Stop with Ctrl-C/)
  }, START_LIMIT_MS)
  afterAll(async () => {
    started?.door.kill('SIGTERM')
    await started?.door.ended
    removeInstallation(dataDir)
  })
  return () => {
    if (started === undefined) throw new Error('The product has not been started.')
    return started
  }
}
