import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { pool } from '../thread/pool.ts'
import { task } from '../thread/task.ts'
import type * as hostile from '../thread/testing/hostile-tasks.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ops = (path: string) => fetch(`${api.opsOrigin}${path}`)

test('/livez answers without any query', async () => {
  expect((await ops('/livez')).status).toBe(200)
})

test('/readyz lists its checks, and fails while the database refuses sessions', async () => {
  const ready = await ops('/readyz')
  expect(ready.status).toBe(200)
  expect(await bodyOf(ready)).toEqual({
    ok: true,
    checks: [
      { name: 'accepting', ok: true },
      { name: 'database', ok: true },
      { name: 'watchdog', ok: true },
    ],
  })
  const [{ name } = { name: '' }] = await api.database.query<{ name: string }>('select current_database() as name')
  await api.database.query(`alter database ${name} connection limit 0`)
  await api.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'apsis_app'",
  )
  try {
    const away = await ops('/readyz')
    expect(away.status).toBe(503)
    expect(await bodyOf(away)).toMatchObject({ ok: false, checks: [{ ok: true }, { name: 'database', ok: false }] })
    const call = await api.call({ subject: 'seen' }, 'GET /api/v1/status')
    expect(call.status).toBe(503)
    expect(call.headers.get('retry-after')).toBe('2')
  } finally {
    await api.database.query(`alter database ${name} connection limit -1`)
  }
  expect((await ops('/readyz')).status).toBe(200)
})

test('/readyz reports that processes freeze repeatedly, and stays ready; /metrics counts all their ends', async () => {
  const end = (kind: string, minutes: number) =>
    api.database.query(
      `insert into platform.forced_end (kind, work, place, at)
       values ($1, '{delivery.sending}', 'unbroken mail.ts:248', now() - make_interval(mins => $2))`,
      [kind, minutes],
    )
  for (const minutes of [11, 9, 1]) await end('worker', minutes)
  expect(await bodyOf(await ops('/readyz'))).toMatchObject({
    ok: true,
    checks: [{}, {}, { name: 'watchdog', ok: true }],
  })
  await end('api', 0)
  const ready = await ops('/readyz')
  expect(ready.status).toBe(200)
  expect(await bodyOf(ready)).toMatchObject({
    ok: true,
    degraded: true,
    checks: [
      { name: 'accepting', ok: true },
      { name: 'database', ok: true },
      {
        name: 'watchdog',
        ok: true,
        degraded: true,
        message: expect.stringMatching(/^3 processes .*api.*delivery\.sending$/),
      },
    ],
  })
  // The metrics are read twice: a counter from the database must not add its earlier value again.
  await ops('/metrics')
  const text = await (await ops('/metrics')).text()
  expect(text).toContain('watchdog_ends_total{kind="worker",process="api"} 3')
  expect(text).toContain('watchdog_ends_total{kind="api",process="api"} 1')
})

test('/metrics shows the waiting and running tasks of the pool, and the refused, killed, cancelled and lost ones', async () => {
  const figure = async (name: string) => {
    const text = await (await ops('/metrics')).text()
    return Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1])
  }
  const of = (how: string) => figure(`pool_ends_total{how="${how}",process="api"}`)
  const killed = await of('killed')
  const module = new URL('../thread/testing/hostile-tasks.ts', import.meta.url)
  const limits = { seconds: 0.2, memoryMiB: 64, answerMiB: 1 }
  const turn = task<typeof hostile.turnForEver>({ module, name: 'turnForEver', limits })
  const under = pool.run(turn, 'greedy', undefined as never)
  expect(await figure('pool_tasks{state="running",process="api"}')).toBe(1)
  await expect(under).rejects.toMatchObject({ name: 'TaskLimitError' })
  expect(await figure('pool_tasks{state="running",process="api"}')).toBe(0)
  expect(await of('killed')).toBe(killed + 1)
  for (const how of ['refused', 'cancelled', 'lost']) expect(await of(how)).toBeGreaterThanOrEqual(0)
})

test('/metrics is in the format of Prometheus and counts by route template, never by id', async () => {
  await api.call({ subject: 'counted' }, 'GET /api/v1/userconfig/counted')
  const text = await (await ops('/metrics')).text()
  expect(text).toContain('apsis_build_info{version="0.3.4",process="api"} 1')
  expect(text).toMatch(
    /http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/userconfig\/\{config-id\}"[^}]*status="2xx"[^}]*\} 1/,
  )
  expect(text).toContain('db_pool_connections{state="idle"')
  expect(text).not.toContain('userconfig/counted')
})

test('/internal/config shows the settings without their secrets', async () => {
  const text = await (await ops('/internal/config')).text()
  expect(JSON.parse(text)).toMatchObject({ databaseUrl: 'set', production: false })
  expect(text).not.toContain('test-app')
})

test('health and metrics are not on the port of the product', async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/internal/config']) {
    const response = await fetch(`${api.origin}${path}`)
    const { type } = await bodyOf<{ type: string }>(response)
    expect([path, response.status, type]).toEqual([path, 404, '/problems/not-found'])
  }
})
