import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { keepLastBackup, LAST_BACKUP } from '../platform/backup/last-backup.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { startWorker } from '../worker.ts'
import { createFigures } from './figures.ts'

/** The most time that may pass between the two queries on a busy machine. */
const BETWEEN_QUESTIONS_S = 60

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Reads the current metrics, not cached ones; returns the samples by name and labels. */
async function figures(change: object = {}): Promise<Map<string, number>> {
  const { platform } = api.api
  const metrics = createMetrics({ process: 'test', version: 'test' })
  await createFigures({ ...platform, metrics, ...change })()
  const text = await metrics.registry.metrics()
  return new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('apsis_'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [
          line
            .slice(0, at)
            .replace(/,?process="test"/, '')
            .replace('{}', ''),
          Number(line.slice(at + 1)),
        ]
      }),
  )
}

const iso = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, -1)

test('the metrics contain the open events by level, the unacknowledged ones, and the time left to decide', async () => {
  expect((await figures()).has('apsis_next_decision_seconds')).toBe(false)
  const operators = ['figures-one', 'figures-two'].map((organisation) => asOperator(api, organisation))
  const taken: string[] = []
  for (const [place, operator] of operators.entries()) {
    await operator.addSatellite(1)
    const text = cdmText({ objects: ['1', '2'], tca: iso((2 + place) * DAY_MS), createdAt: iso(-60_000) })
    const [answer] = await operator.take(text)
    taken.push(answer?.conjunctionId ?? '')
  }
  const before = await figures()
  expect(before.get('apsis_organisations')).toBe(2)
  expect(before.get('apsis_open_events{level="CRITICAL"}')).toBe(2)
  expect(before.get('apsis_open_events{level="LOW"}')).toBe(0)
  expect(before.get('apsis_urgent_events_unacknowledged')).toBe(2)
  const [shown] = await operators[0]!.events()
  const leftS = (Date.parse(shown!.decideBefore) - api.api.platform.now()) / 1_000
  expect(Math.abs(before.get('apsis_next_decision_seconds')! - leftS)).toBeLessThan(BETWEEN_QUESTIONS_S)
  await operators[0]!.decide(
    taken[0]!,
    { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall' },
    { 'if-match': '*' },
  )
  const after = await figures()
  expect(after.get('apsis_urgent_events_unacknowledged')).toBe(1)
  expect(after.get('apsis_next_decision_seconds')! - before.get('apsis_next_decision_seconds')!).toBeGreaterThan(
    DAY_MS / 2_000,
  )
})

test('the metrics name no organisation, and drop an old value if nothing can be read', async () => {
  const names = [...(await figures()).keys()].join()
  expect(names).not.toContain('figures-one')
  const away = { ...api.api.platform.db, shared: () => Promise.reject(new Error('the database is away')) }
  expect([...(await figures({ db: away })).keys()].filter((name) => !name.startsWith('apsis_build_info'))).toEqual([])
})

test('the last good backup of an embedded database is reported, and none if the database is not embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-figures-'))
  const config = { ...api.config, databaseUrl: undefined, dataDir }
  expect((await figures({ config })).has('apsis_backup_last_success_timestamp_seconds')).toBe(false)
  keepLastBackup(dataDir, { id: 'b1', endedAt: '2026-11-29T10:00:00.000Z' })
  expect((await figures({ config })).get('apsis_backup_last_success_timestamp_seconds')).toBe(
    Date.parse('2026-11-29T10:00:00Z') / 1_000,
  )
  writeFileSync(join(dataDir, LAST_BACKUP), 'no JSON')
  expect((await figures({ config })).has('apsis_organisations')).toBe(false)
  rmSync(dataDir, { recursive: true })
})

test('/metrics of the API also contains the metrics of the worker on the same machine, and reports if the worker does not answer', async () => {
  const log = createLog({ level: 'silent', process: 'test', version: 'test', destination: { write: () => undefined } })
  const worker = await startWorker({ config: api.config, databaseUrl: api.database.appUrl, log, opsPort: 0 })
  const read = async (path: string) => (await fetch(`${api.opsOrigin}${path}`)).text()
  const text = await read('/metrics')
  expect(text).toMatch(/^process_cpu_seconds_total\{process="worker",pid="\d+"\} /m)
  expect(text).toMatch(/^process_cpu_seconds_total\{process="api"\} /m)
  expect(text).toMatch(/^apsis_process_up\{kind="worker",pid="\d+",process="api"\} 1$/m)
  expect(text.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1)
  expect(text).toMatch(/^apsis_organisations\{process="api"\} \d+$/m)
  expect(await read('/metrics/own')).not.toContain('process="worker"')
  await worker.close()
  await api.database.query(
    "insert into platform.process (id, kind, machine, pid, ops_port) select gen_random_uuid(), 'worker', machine, 1, 1 from platform.process where kind = 'api' limit 1",
  )
  expect(await read('/metrics')).toMatch(/^apsis_process_up\{kind="worker",pid="1",process="api"\} 0$/m)
})
