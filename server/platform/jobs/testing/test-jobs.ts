import { z } from 'zod'
import { notify } from '../../../notifications/notification.service.ts'
import { type AnyJob, job, type Outcome } from '../job.ts'

const input = z.strictObject({ tenantId: z.string(), name: z.string() })
const retry = { limit: 3, delayS: 1, maxDelayS: 2 }

/** Reports that it has started, and ends only when it is told to: this gives the test time to kill it. */
export const slow = job({
  name: 'testing.slow',
  input,
  retry,
  expireS: 120,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ tenantId, name }) => `${tenantId}:${name}`,
  work: async ({ name }) => {
    process.send?.({ working: name })
    await new Promise<void>((resolve) => {
      process.on('message', (message) => {
        if (message === 'finish') resolve()
      })
    })
  },
  effect: async (tx, { tenantId, name }) =>
    notify(tx, { tenantId, subject: undefined, audience: 'everybody', code: 200, message: name }),
})

/** This job never succeeds. */
export const hopeless = job({
  name: 'testing.hopeless',
  input,
  retry: { ...retry, limit: 1 },
  expireS: 10,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ tenantId, name }) => `${tenantId}:${name}`,
  work: (): Promise<void> => Promise.reject(new Error('nothing can be done')),
  effect: async () => undefined,
})

/** Counts the requests for its effect. */
export const quick = job({
  name: 'testing.quick',
  input,
  retry,
  expireS: 10,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ tenantId, name }) => `${tenantId}:${name}`,
  work: async ({ name }) => name.length,
  effect: async (tx, { tenantId, name }, { result: length }: Outcome<number>) =>
    notify(tx, { tenantId, subject: undefined, audience: 'everybody', code: 200, message: `${name} ${length}` }),
})

export const TEST_JOBS: readonly AnyJob[] = [slow, hopeless, quick]
