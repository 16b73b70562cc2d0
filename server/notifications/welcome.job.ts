import { z } from 'zod'
import { job } from '../platform/jobs/job.ts'
import { notify } from './notification.service.ts'

/** Welcomes a person who calls for the first time, and explains what they see. */
export const welcome = job({
  name: 'notifications.welcome',
  input: z.strictObject({ tenantId: z.string(), subject: z.string(), username: z.string(), simulated: z.boolean() }),
  retry: { limit: 10, delayS: 5, maxDelayS: 3_600 },
  expireS: 60,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ tenantId, subject }) => `${tenantId}:${subject}`,
  work: async () => undefined,
  effect: async (tx, { tenantId, subject, username, simulated }) => {
    await notify(tx, {
      tenantId,
      subject,
      audience: 'everybody',
      link: '/account/notifications',
      finding: { code: simulated ? 'welcome-simulated' : 'welcome', values: { name: username } },
    })
  },
})
