import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { expect } from 'vitest'
import { type NoticeToTell, notify } from '../../notifications/notification.service.ts'
import { type RecurringWork, type RunningWork, startRecurringWork } from '../../platform/jobs/recurring-work.ts'
import { createMetrics, type Metrics } from '../../platform/operation/metrics.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { deliveryWork } from '../../recurring-works.ts'
import { skipSaveTests } from './skip-save-tests.ts'
import { startTestSmtp, type TestSmtp } from './smtp-server.ts'

/**
 * The sender looks for due deliveries every quarter of a second instead of every 5 s: the tests then wait for the work of a run, and not for the next
 * run.
 */
export const TIMES_SOONER = 20

export type Person = { readonly subject: string; readonly organisation: string; readonly roles?: string[] }

type Targets = {
  readonly email?: string[]
  readonly msteams?: string[]
  readonly slack?: string[]
  readonly webhook?: string[]
  readonly statuses?: string[]
}

/** A notice to raise, given by a text, or by a finding from which the text follows. */
type Notice = Partial<
  Pick<NoticeToTell, 'subject' | 'audience' | 'level' | 'status' | 'matter' | 'satelliteId' | 'link'>
> & {
  readonly title?: string
  readonly message?: string
  readonly finding?: Finding
}

export type Delivering = {
  readonly api: TestApi
  readonly smtp: TestSmtp
  /** The metrics of the work that `start` runs. */
  readonly metrics: Metrics
  /** The time by which the tested clock is ahead of the real one. */
  readonly ahead: { ms: number }
  /** The settings of a worker process that sends for the same people. */
  readonly workerSettings: Readonly<Record<string, string>>
  /** Starts the sender, as a worker does; tests stop it to see the deliveries that are left. */
  start(): Promise<RunningWork>
  /** Waits until the sender has looked for an organisation's due deliveries two more times: then all effects have happened. */
  twoTurns(organisation: string): Promise<void>
  save(who: Person, targets: Targets): Promise<Response>
  tell(organisation: string, notice: Notice): Promise<void>
  channels(who: Person): Promise<Channel[]>
  deliveries(who: Person, query?: string): Promise<Delivery[]>
  close(): Promise<void>
}

/** Starts an API with a database, a mail server, and a sender. */
export async function startDelivering(
  more: Readonly<Record<string, string>> = {},
  names: Parameters<typeof deliveryWork>[2] = {},
  { skipsSaveTests = true } = {},
): Promise<Delivering> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-delivery-'))
  const smtp = await startTestSmtp({ user: 'apsis', password: 'correct horse' })
  writeFileSync(join(folder, 'password'), 'correct horse')
  writeFileSync(join(folder, 'ca'), smtp.cert)
  const settings = {
    APSIS_DATA_DIR: folder,
    APSIS_DELIVERY_LOOPBACK: 'true',
    APSIS_SMTP_URL: `smtp://apsis@localhost:${smtp.port}`,
    APSIS_SMTP_PASSWORD_FILE: join(folder, 'password'),
    APSIS_SMTP_CA_FILE: join(folder, 'ca'),
    APSIS_MAIL_FROM: 'apsis@operator.example',
    ...more,
  }
  const api = await startTestApi(settings)
  if (skipsSaveTests) await skipSaveTests(api.database.superuserUrl)
  const { db, queue } = api.api.platform
  const ahead = { ms: 0 }
  const running = new Set<RunningWork>()
  /** The number of runs that have ended, by tenant. */
  const ended = new Map<string, number>()
  const counted = (work: RecurringWork): RecurringWork => ({
    ...work,
    turn: (platform, tenantId) =>
      work.turn(platform, tenantId).finally(() => ended.set(tenantId, (ended.get(tenantId) ?? 0) + 1)),
  })
  const metrics = createMetrics({ process: 'test', version: 'test' })
  return {
    api,
    smtp,
    metrics,
    ahead,
    workerSettings: {
      ...settings,
      APSIS_DATABASE_URL: api.database.appUrl,
      APSIS_OIDC_ISSUER: api.issuer.issuer,
      APSIS_OPS_PORT: '0',
    },
    async start() {
      const work = await startRecurringWork({
        works: [counted(deliveryWork(api.config, metrics, names))],
        db,
        queue,
        log: api.log,
        now: () => Date.now() + ahead.ms,
        pollMs: 50,
        atOnce: 50,
        timesSooner: TIMES_SOONER,
      })
      running.add(work)
      return work
    },
    async twoTurns(organisation) {
      const count = () => ended.get(`organisation:${organisation}`) ?? 0
      const before = count()
      // The first run to end may have begun before the event that it should have seen.
      await expect.poll(count, { interval: 20 }).toBeGreaterThanOrEqual(before + 2)
    },
    save(who, { email = [], msteams = [], slack = [], webhook = [], statuses = ['CANCELLED'] }) {
      const settings = {
        email: { addresses: email },
        msteams: { url: msteams },
        slack: { url: slack },
        webhook: { url: webhook },
        statuses,
      }
      const body = JSON.stringify({ notifications: { default: settings } })
      return api.call(who, 'PUT /api/v1/ca/userconfig', { body })
    },
    tell(organisation, { title, message = 'm', finding, ...notice }) {
      const tenantId = `organisation:${organisation}`
      const whole = { tenantId, subject: undefined, audience: 'ca', code: 200, ...notice } as const
      const words = { message, ...(title === undefined ? {} : { title }) }
      return db.tenant(tenantId, (tx) =>
        notify(tx, finding === undefined ? { ...whole, ...words } : { ...whole, finding }),
      )
    },
    channels: async (who) => bodyOf<Channel[]>(await api.call(who, 'GET /api/v1/notifications/channels')),
    deliveries: async (who, query = '') =>
      bodyOf<Delivery[]>(await api.call(who, `GET /api/v1/notifications/deliveries${query}`)),
    async close() {
      await Promise.all([...running].map((work) => work.stop()))
      await api.close()
      await smtp.close()
      rmSync(folder, { recursive: true })
    },
  }
}
