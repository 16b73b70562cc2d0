import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { notify } from '../notifications/notification.service.ts'
import type { RecurringWork } from '../platform/jobs/recurring-work.ts'
import { type Ending, listEnding, setNotices } from './service-account.repository.ts'
import { ENDING_EVERY_S, ENDING_WORK } from './service-account.service.ts'

/**
 * The notices about the end of a secret. A notice is due this long before the end, but only when at most this share of the secret's
 * lifetime is left. So the end of a secret for one day is not announced when the secret is created. The last notice says that the secret
 * has ended.
 */
const NOTICES = [
  { beforeMs: 14 * DAY_MS, ofLife: 0.25, level: 'caution' },
  { beforeMs: 2 * DAY_MS, ofLife: 0.1, level: 'serious' },
  { beforeMs: 0, ofLife: 0, level: 'serious' },
] as const

/** Returns the number of notices that are due. */
export function noticesDue({ created_at, ends_at }: Pick<Ending, 'created_at' | 'ends_at'>, now: number): number {
  const lifeMs = ends_at.getTime() - created_at.getTime()
  const leftMs = ends_at.getTime() - now
  return NOTICES.filter(({ beforeMs, ofLife }) => leftMs <= Math.min(beforeMs, ofLife * lifeMs)).length
}

/** Notifies the organisation of service accounts whose secret ends soon, or has ended. */
export const endingNoticeWork: RecurringWork = {
  name: ENDING_WORK,
  everyS: ENDING_EVERY_S,
  async turn({ db, now }, tenantId) {
    await db.tenant(tenantId, async (tx) => {
      const at = now()
      const [first] = NOTICES
      for (const ending of await listEnding(tx, new Date(at + first.beforeMs))) {
        const due = noticesDue(ending, at)
        const notice = NOTICES[due - 1]
        if (notice === undefined || !(await setNotices(tx, { secretId: ending.secret_id, notices: due }))) continue
        const told = { tenantId, subject: undefined, audience: 'everybody', level: notice.level } as const
        await notify(tx, {
          ...told,
          finding: findingOf(ending, due === NOTICES.length),
          link: '/account/service-accounts',
        })
      }
    })
  },
}

const findingOf = ({ name, client_id: client, ends_at }: Ending, hasEnded: boolean): Finding => ({
  code: hasEnded ? 'account-expired' : 'account-expires',
  values: { name, client, endsAt: ends_at.toISOString() },
})
