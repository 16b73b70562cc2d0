/** The API runs as a separate process, killed in the middle of an upload (issue 6, §3). */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebIfNeeded } from '../../platform/http/web-build.ts'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { type DoorProcess, startDoor } from '../../platform/testing/door-process.ts'
import { served } from '../../platform/testing/served.ts'
import { freePort, testSettings } from '../../platform/testing/test-api.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'
import { startTestIssuer, type TestIssuer } from '../../platform/testing/test-issuer.ts'
import { cdmText } from '../testing/cdm-text.ts'

const WHO = { subject: 'ada', organisation: 'killed', roles: ['ca:user'] }
const MESSAGES = 300
const EVENTS = 60
const texts = Array.from({ length: MESSAGES }, (_, n) =>
  cdmText({ messageId: `kill-${n}`, objects: ['1', String(1_000 + (n % EVENTS))], missM: 200 + n }),
)

let database: TestDatabase
let issuer: TestIssuer
let port: number
const doors: DoorProcess[] = []

beforeAll(async () => {
  if (!existsSync(join(PROJECT_DIR, 'web', 'dist', 'index.html'))) await buildWebIfNeeded(PROJECT_DIR, () => undefined)
  ;[database, issuer, port] = await Promise.all([createTestDatabase(), startTestIssuer(), freePort()])
})
afterAll(async () => {
  for (const door of doors) door.kill('SIGKILL')
  await Promise.all(doors.map((door) => door.ended))
  await issuer.close()
  await database.drop()
})

async function startApi(): Promise<DoorProcess> {
  const door = startDoor('server/api.ts', testSettings({ database, issuer, port }))
  doors.push(door)
  await door.line(/is ready"/)
  return door
}

const call = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${await issuer.token(WHO)}`, 'content-type': 'text/plain' }
  return fetch(`http://localhost:${port}/api/v1/ca${path}`, { ...init, headers })
}
const upload = () => call('/cdms', { method: 'POST', body: texts.join('') })
const stored = async () => (await database.query<{ n: number }>('select count(*)::int as n from ca.cdm'))[0]?.n ?? 0

test('kill -9 in the middle of an upload loses no data: after a second upload each message is stored once', async () => {
  const door = await startApi()
  const answer = upload().then(
    () => 'answered',
    () => 'broken',
  )
  while ((await stored()) < MESSAGES / 4);
  door.kill('SIGKILL')
  await door.ended
  expect(await answer).toBe('broken')
  const before = await stored()
  expect(before).toBeGreaterThanOrEqual(MESSAGES / 4)
  expect(before).toBeLessThan(MESSAGES)
  await startApi()
  const lines = (await (await served(upload)).json()) as CdmIntake[]
  expect(lines.map(({ messageId }) => messageId)).toEqual(texts.map((_, n) => `kill-${n}`))
  expect(lines.filter(({ status }) => status === 'duplicate').length).toBe(before)
  expect(lines.filter(({ status }) => status === 'accepted').length).toBe(MESSAGES - before)
  expect(await stored()).toBe(MESSAGES)
  const events = (await (await call('/conjunctions?limit=1000')).json()) as Conjunction[]
  expect(events.map(({ messages }) => messages)).toEqual(Array.from({ length: EVENTS }, () => MESSAGES / EVENTS))
  const originals = await database.query<{ original: Buffer }>('select original from ca.cdm')
  expect(originals.map(({ original }) => original.toString()).sort()).toEqual([...texts].sort())
})
