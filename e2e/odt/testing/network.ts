import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Provider } from '@apsis/contract/odt/provider/provider.ts'
import type {
  CallbackAnswer,
  NoticeText,
  PassCancel,
  PassOrder,
} from '@apsis/contract/odt/provider/provider-message.ts'
import type { Call } from '../../ca/testing/own-satellite.ts'
import { productNow } from '../../product-now.ts'

type Came = { readonly headers: IncomingHttpHeaders; readonly body: string }
type ToldStep = Pick<NoticeText, 'type' | 'passId'> & Partial<NoticeText>

/** Starts a server on this machine that accepts and stores all messages sent to it. */
export async function startReceiver() {
  const came: Came[] = []
  const server = createServer(async (request, response) => {
    came.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
    response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/receive`,
    came,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Opens a network of one radar on this machine, which an administrator enters. It takes orders over HTTP and reports passes by signed call-backs, as
 * docs/guide describes. It is marked as a test, so that it observes satellites of the demo. A radar sees through clouds, and by day.
 */
export async function openNetwork(admin: Call, providerId: string) {
  const receiver = await startReceiver()
  const radar = { sensorCode: 'NETR', groundSensorName: 'Network radar', sensorType: 'RADAR_ACTIVE', providerId }
  const place = { latitude: 50, longitude: 8, altitude: 100, minimumElevation: 5 }
  await admin('POST', '../odt/sensors', { ...radar, ...place })
  const body = { providerId, name: 'Network of one radar', url: receiver.url, isTest: true }
  const provider = await admin<Provider>('POST', '../odt/providers', body)
  const { secret } = await admin<{ secret: string }>('POST', `../odt/providers/secrets?provider-id=${providerId}`)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const messages = () => receiver.came.map(({ body }) => JSON.parse(body) as PassOrder | PassCancel)
  return {
    orders: () => messages().filter((one) => one.type === 'pass.order'),
    cancelled: () => messages().filter((one) => one.type === 'pass.cancel'),
    tell: async (told: ToldStep): Promise<CallbackAnswer> => {
      const [id, timestamp, text] = [randomUUID(), String(Math.floor(productNow() / 1000)), JSON.stringify(told)]
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
      const headers = {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      const answer = await fetch(provider.callbackUrl, { method: 'POST', headers, body: text })
      if (!answer.ok) throw new Error(`${told.type}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as CallbackAnswer
    },
    remove: async () => {
      await admin('DELETE', `../odt/providers?provider-id=${providerId}`)
      await admin('DELETE', '../odt/sensors?sensor-code=NETR')
      await receiver.close()
    },
  }
}
