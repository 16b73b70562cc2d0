import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderMessage } from '@apsis/contract/odt/provider/provider.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bareEnvironment } from '../../platform/testing/bare-environment.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { NETWORK, openNetwork } from '../testing/network.ts'
import { openOperator } from '../testing/operator.ts'

/** A program of the guide answers within this time, even on a busy machine. */
const PATIENT = { timeout: 30_000, interval: 100 }

let api: TestApi
let child: ChildProcess | undefined
const folder = mkdtempSync(join(tmpdir(), 'apsis-provider-'))
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true' })
})
afterAll(async () => {
  child?.kill()
  rmSync(folder, { recursive: true })
  await api.close()
})

const exampleOf = (name: string) =>
  /^```js\n(.*?)^```$/ms.exec(readFileSync(join(PROJECT_DIR, 'docs', 'guide', 'odt', name), 'utf8'))?.[1] ?? ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

test('the program of the guide takes an order and accepts it, and both guides show the same program', async () => {
  const program = exampleOf('providers.md')
  expect(program.length).toBeGreaterThan(500)
  expect(exampleOf('providers.de.md')).toBe(program)
  const operator = await openOperator(api, 'guide-example')
  await operator.till.addCredit(50_000)
  const network = await openNetwork(api, 'guide-example', { isTest: true })
  const port = await freePort()
  // The call-backs go to the public address of the product: here that is the address of the test.
  const file = join(folder, 'network.mjs')
  writeFileSync(file, program.replace('fetch(url,', `fetch(url.replace(/^.*?(?=\\/api)/, '${api.origin}'),`))
  child = spawn(process.execPath, [file], {
    env: { ...bareEnvironment(), SECRET: network.secret, PORT: String(port) },
    stdio: 'ignore',
  })
  const { callbackUrl: _own, ...provider } = network.provider
  await network.made(`PUT /api/v1/odt/providers?provider-id=${NETWORK}`, {
    providerId: NETWORK,
    name: provider.name,
    url: `http://127.0.0.1:${port}/`,
    isTest: true,
    isEnabled: true,
  })
  await operator.request({
    satelliteId: operator.fleet[0]?.satelliteId,
    measurementType: 'RADAR',
    providerId: NETWORK,
  })
  await operator.work(Date.now())
  let atMs = Date.now()
  await vi.waitFor(async () => {
    atMs += 20_000
    await network.send(atMs)
    const messages = await network.made<ProviderMessage[]>(`GET /api/v1/odt/providers/messages?provider-id=${NETWORK}`)
    expect(messages.map(({ type, state }) => `${type} ${state}`)).toEqual(['pass.accepted done', 'pass.order done'])
  }, PATIENT)
  await network.close()
})
