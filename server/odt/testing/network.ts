import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { formatTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { Provider } from '@apsis/contract/odt/provider/provider.ts'
import type { NoticeText, PassOrder } from '@apsis/contract/odt/provider/provider-message.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import { type KnownOrbit, orbitOfRead } from '../object/known-orbit.ts'
import { readOrbitText } from '../object/read-orbit-task.ts'
import { providersWork } from '../provider/providers-work.ts'
import { simulatePass } from '../simulator/simulate-pass.ts'

const PROVIDERS = '/api/v1/odt/providers'
export const NETWORK = 'network'
/** A radar sees through clouds and by day. */
export const RADAR = {
  sensorCode: 'NET1',
  groundSensorName: 'Network radar',
  sensorType: 'RADAR_ACTIVE',
  latitude: 50,
  longitude: 8,
  altitude: 100,
  minimumElevation: 5,
  providerId: NETWORK,
}

type NetworkStep = Omit<NoticeText, 'type' | 'passId'> & Pick<NoticeText, 'type' | 'passId'>
type Way = {
  readonly id?: string
  readonly secret?: string
  /** The error of the network's clock, s. */
  readonly offS?: number
  /** The signed body, if it differs from the sent one. */
  readonly signedBody?: string
}

export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

type Came = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** Starts the receiver of orders: it stores the requests, and answers as the test requires. */
async function startReceiver() {
  const received: Came[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ headers: request.headers, body })
    receiver.answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const receiver = {
    url: `http://127.0.0.1:${port}/orders`,
    received,
    answer: (response: ServerResponse): void => void response.writeHead(202).end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Makes a network of one radar on this machine that accepts orders over HTTP, with a secret. */
export async function openNetwork(api: TestApi, organisation: string, options: { readonly isTest: boolean }) {
  const admin = { subject: 'observer', organisation, roles: ['odt:admin'] }
  const made = async <T>(request: string, body?: object): Promise<T> => {
    const answer = await api.call(admin, request, body === undefined ? {} : { body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  const receiver = await startReceiver()
  const sensor = await made<Sensor>('POST /api/v1/odt/sensors', RADAR)
  const provider = await made<Provider>(`POST ${PROVIDERS}`, {
    providerId: NETWORK,
    name: 'Network',
    url: receiver.url,
    isTest: options.isTest,
  })
  const { secret } = await made<{ secret: string }>(`POST ${PROVIDERS}/secrets?provider-id=${NETWORK}`)
  const { db, queue, log, box } = api.api.platform
  const work = providersWork({ box, publicUrl: api.config.publicUrl, allowLoopback: true, proxy: undefined })
  const path = `/api/v1${provider.callbackUrl.split('/api/v1')[1] ?? ''}`
  return {
    admin,
    receiver,
    sensor,
    provider,
    secret,
    made,
    /** Runs the work that sends messages, at a given time. */
    send: (atMs: number) =>
      work.turn(
        { db, queue, log, now: () => atMs, signal: new AbortController().signal },
        `organisation:${organisation}`,
      ),
    orders: (): PassOrder[] =>
      receiver.received.map(({ body }) => JSON.parse(body) as PassOrder).filter(({ type }) => type === 'pass.order'),
    tell: (told: NetworkStep, { id = randomUUID(), secret: key = secret, offS = 0, signedBody }: Way = {}) => {
      const body = JSON.stringify(told)
      const timestamp = Math.floor(Date.now() / 1000) + offS
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(key, id, timestamp, signedBody ?? body),
      }
      return api.call(undefined, `POST ${path}`, { headers, body })
    },
    /** Writes the track of the radar for an order, of another object if its orbit is given. */
    track: (order: PassOrder, other?: KnownOrbit): string => {
      const reading = readOrbitText({ type: 'OEM', text: order.orbitDataMessage })
      const orbit = reading.ok && reading.message.orbit ? orbitOfRead(reading.message.orbit) : undefined
      if (orbit === undefined) throw new Error('the order has no orbit')
      const times = { startsAt: new Date(order.start), endsAt: new Date(order.end), createdAt: new Date(order.end) }
      const object = { noradId: order.catalogueId, name: order.objectName }
      const pass = { passId: order.passId, sensor, object, orbit: other ?? orbit, isTrue: true, ...times }
      const result = simulatePass(pass)
      if (!result.ok) throw new Error(result.reason)
      return formatTdm(result.tdm, { strict: false })
    },
    close: () => receiver.close(),
  }
}
export type Network = Awaited<ReturnType<typeof openNetwork>>
