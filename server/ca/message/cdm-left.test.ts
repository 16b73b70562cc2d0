import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import type * as hostile from '../../platform/thread/testing/hostile-tasks.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

const turnForEver = task<typeof hostile.turnForEver>({
  module: new URL('../../platform/thread/testing/hostile-tasks.ts', import.meta.url),
  name: 'turnForEver',
  limits: { seconds: 600, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})
/** One more than the uploads that an organisation may have under way on any machine: the last of them waits, and so do all later uploads. */
const ENOUGH_TO_WAIT = 5
/** A busy machine takes seconds for the first call. */
const PATIENCE_MS = 20_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('an upload whose client leaves while it waits leaves the queue, and none of it is stored', async () => {
  const operator = asOperator(api, 'left')
  const hold = new AbortController()
  // The endless work is stopped, whatever the result of the test.
  onTestFinished(() => hold.abort())
  const held = Array.from({ length: ENOUGH_TO_WAIT }, () =>
    pool.run(turnForEver, 'organisation:left', undefined as never, hold.signal).catch(() => undefined),
  )
  const before = pool.figures()
  const client = new AbortController()
  const text = cdmText({ messageId: 'left' })
  const headers = { 'content-type': 'text/plain' }
  const upload = operator.call('POST /api/v1/ca/cdms', { body: text, headers, signal: client.signal })
  await expect.poll(() => pool.figures().waiting, { timeout: PATIENCE_MS }).toBe(before.waiting + 1)
  client.abort()
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => pool.figures().waiting, { timeout: PATIENCE_MS }).toBe(before.waiting)
  expect(pool.figures().cancelled).toBe(before.cancelled + 1)
  hold.abort()
  await Promise.all(held)
  const [answer] = await bodyOf<CdmIntake[]>(await operator.send(text, 'text/plain'))
  // If the first upload had been stored, this message would be a duplicate.
  expect(answer?.status).toBe('accepted')
  expect(api.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
