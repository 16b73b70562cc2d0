/** Checks notices of an installation that reaches other machines only through a proxy. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROXY_SECRETS, startTestProxy, type TestProxy } from '../platform/testing/test-proxy.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'

const PATIENCE = { timeout: 40_000, interval: 50 }
const HOST = 'hooks.operator.example'
const PUBLIC = '93.184.216.34'
const { key, cert } = selfSigned(HOST)
const trusted = getCACertificates('default')
let arrived = 0
const target = createServer({ key, cert }, (request, response) => {
  arrived++
  request.resume()
  response.writeHead(204).end()
})
let proxy: TestProxy
let world: Delivering
beforeAll(async () => {
  setDefaultCACertificates([...trusted, cert])
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  proxy = await startTestProxy(() => (target.address() as AddressInfo).port)
  const settings = { APSIS_DELIVERY_LOOPBACK: 'false', APSIS_OUTBOUND_PROXY: proxy.url }
  world = await startDelivering(settings, { resolve: async () => [PUBLIC] })
  await world.start()
})
afterAll(async () => {
  await world.close()
  await proxy.close()
  target.closeAllConnections()
  target.close()
  setDefaultCACertificates(trusted)
})

test('a webhook arrives through the proxy; one that the proxy refuses waits, and the log contains the reason', async () => {
  const who = { subject: 'ada', organisation: 'north', roles: ['ca:admin'] }
  expect((await world.save(who, { webhook: [`https://${HOST}/x`] })).status).toBe(200)
  await world.tell('north', { level: 'serious', title: 'Look' })
  await vi.waitFor(async () => expect(await world.deliveries(who)).toMatchObject([{ state: 'delivered' }]), PATIENCE)
  expect([proxy.asked, arrived]).toEqual([[`${PUBLIC}:443`], 1])

  proxy.refusal = '403 Forbidden'
  await world.tell('north', { level: 'serious', title: 'Look again' })
  const refused = { title: 'Look again', state: 'waiting', reason: 'proxy-failed' }
  await vi.waitFor(
    async () => expect(await world.deliveries(who)).toContainEqual(expect.objectContaining(refused)),
    PATIENCE,
  )
  expect(arrived).toBe(1)
  const logged = world.api.logged.join('')
  expect(logged).toContain(`The proxy ${new URL(proxy.address).host} does not allow ${HOST} (403).`)
  const shown = await (await fetch(`${world.api.opsOrigin}/internal/config`)).text()
  for (const secret of PROXY_SECRETS) expect(logged + shown).not.toContain(secret)

  proxy.refusal = undefined
  await vi.waitFor(
    async () =>
      expect(await world.deliveries(who)).toContainEqual(
        expect.objectContaining({ title: 'Look again', state: 'delivered' }),
      ),
    PATIENCE,
  )
})
