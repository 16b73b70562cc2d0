import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { startTestApi } from '@apsis/server/platform/testing/test-api.ts'
import { startBenchDatabase } from '../measures/bench-database.ts'
import { median } from '../stage/machine.ts'
import type { PassQuestion } from './light.ts'

/** The number of requests in progress: two wait for a processor while two are answered. */
const AT_ONCE = 4

/**
 * Measures the same searches as a program requests them, over HTTP with the database, s: one object after the other, and then several at once. The
 * first requests, which start the threads, do not count.
 */
export async function measureOverHttp(
  tles: readonly string[],
  { sensors, from, to }: PassQuestion,
): Promise<{ readonly oneMs: number; readonly perObjectMs: number; readonly bytes: number }> {
  const database = await startBenchDatabase(createLog({ level: 'fatal', process: 'bench', version: 'bench' }))
  const api = await startTestApi({}, async () => ({
    ...database,
    superuserUrl: database.ownerUrl,
    query: () => Promise.reject(new Error('nothing is asked of the database directly')),
    drop: database.clear,
  }))
  const who = { subject: 'ada', organisation: 'bench', roles: ['odt:admin'] }
  const path = '/api/v1/odt'
  const asked = new URLSearchParams({ 'sensor-code': sensors.map(({ sensorCode }) => sensorCode).join(','), from, to })
  let bytes = 0
  const ask = async (tle: string) => {
    const query = `${asked}&${new URLSearchParams({ tle, 'standard-magnitude': '5' })}`
    const answer = await api.call(who, `GET ${path}/passprediction?${query}`)
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status}: ${body.slice(0, 300)}`)
    bytes += body.length
  }
  const since = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  try {
    for (const sensor of sensors) await addSensor(sensor)
    for (const tle of tles.slice(0, 2 * AT_ONCE)) await ask(tle)
    const single: number[] = []
    for (const tle of tles.slice(0, 20)) single.push(await since(() => ask(tle)))
    bytes = 0
    const left = [...tles]
    const worker = async () => {
      for (let tle = left.pop(); tle !== undefined; tle = left.pop()) await ask(tle)
    }
    const all = await since(() => Promise.all(Array.from({ length: AT_ONCE }, worker)))
    return { oneMs: median(single), perObjectMs: all / tles.length, bytes: bytes / tles.length }
  } finally {
    await api.close()
  }

  /** Adds a sensor as its owner would: without the fields that only the simulated network has. */
  async function addSensor({ version: _, isSimulated: __, ...sensor }: Sensor) {
    const answer = await api.call(who, `POST ${path}/sensors`, {
      body: JSON.stringify({ ...sensor, providerId: null }),
    })
    if (!answer.ok) throw new Error(`${sensor.sensorCode}: ${answer.status} ${await answer.text()}`)
  }
}
