import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const RADAR = {
  sensorCode: 'OWN1',
  groundSensorName: 'Own radar',
  sensorType: 'RADAR_ACTIVE',
  latitude: 48,
  longitude: 16,
  altitude: 170,
  minimumElevation: 5,
  providerId: 'own',
}

test('simulated money pays for simulated passes only, and a simulated price does not apply to a real customer', async () => {
  const organisation = 'play-money'
  const roles = ['ca:user', 'odt:user', 'odt:admin', 'payments:user', 'payments:admin']
  const person = (subject: string) => ({ subject, organisation, roles })
  const send = (who: string, request: string, body?: object) =>
    api.call(person(who), request, body === undefined ? {} : { body: JSON.stringify(body) })
  const made = async <T>(answer: Promise<Response>): Promise<T> => {
    const came = await answer
    if (!came.ok) throw new Error(`${came.status} ${await came.text()}`)
    return bodyOf<T>(came)
  }
  const detailOf = async (answer: Response) => [answer.status, (await bodyOf<{ detail: string }>(answer)).detail]
  await made(send('eve', 'POST /api/v1/ca/demo'))
  await made(send('eve', 'POST /api/v1/payments/demo'))
  await made(send('eve', 'POST /api/v1/odt/sensors', RADAR))
  const real = await made<{ satelliteId: string }>(
    send('eve', 'POST /api/v1/ca/satellites', { name: 'REAL', noradId: 25_544 }),
  )
  const wish = { satelliteId: real.satelliteId, measurementType: 'RADAR', providerId: 'own' }
  const refused = await send('eve', 'POST /api/v1/odt/requests', wish)
  expect(await detailOf(refused)).toEqual([409, expect.stringContaining('pays for simulated observations alone')])
  const [demo] = (
    await made<{ satelliteId: string; isSimulated: boolean }[]>(send('eve', 'GET /api/v1/ca/satellites'))
  ).filter(({ isSimulated }) => isSimulated)
  const simulated = { satelliteId: demo?.satelliteId, measurementType: 'RADAR', providerId: 'simulator' }
  expect(await made(send('eve', 'POST /api/v1/odt/requests', simulated))).toMatchObject({ isSimulated: true })

  // A customer with real money has no price while all prices are simulated, and has the real price afterwards.
  const customers = 'POST /api/v1/payments/customers'
  const { customerId } = await made<{ customerId: string }>(send('eve', customers, { userId: 'ada', name: 'Ada' }))
  const limit = { limit: 100_000 }
  await made(
    api.call(person('eve'), `PATCH /api/v1/payments/customers/${customerId}/balance`, {
      headers: { 'if-match': '*' },
      body: JSON.stringify(limit),
    }),
  )
  const unpriced = await send('ada', 'POST /api/v1/odt/requests', wish)
  expect(await detailOf(unpriced)).toEqual([409, expect.stringContaining('There is no price in EUR')])
  const price = { amountCents: 4_200, currency: 'EUR' }
  const product = { productId: 'real-pass', productType: 'PER_PASS', serviceType: 'odt', price }
  await made(send('eve', 'POST /api/v1/payments/products', product))
  expect(await made(send('ada', 'POST /api/v1/odt/requests', wish))).toMatchObject({ price: 4_200, isSimulated: false })
})
