import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import { notify } from '../notifications/notification.service.ts'
import type { Database, SharedDb } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import {
  findRecentEnds,
  listWorkingOrganisations,
  type NewForcedEnds,
  takeNewForcedEnds,
} from '../platform/operation/forced-end.repository.ts'

/** This number of ends within an hour is not a coincidence: they have a permanent cause. */
const SERIOUS_ENDS = 3
const LOOK_MS = 10_000
const STATUS_PAGE = '/services'

/** Checks whether processes froze and were ended by their watchdog. */
export async function checkForcedEnds(tx: SharedDb): Promise<Check> {
  const { hour, day, last_at, kind, work } = await findRecentEnds(tx)
  const measured = { name: 'forced ends', value: hour, unit: '1' }
  if (last_at === null)
    return {
      ...measured,
      level: 'ok',
      message: 'No process stood still in the last 24 h.',
      finding: { code: 'no-forced-ends', values: {} },
    }
  const at = last_at.toISOString()
  const tasks = (work ?? []).join(', ')
  const counts = `Processes that stood still were ended: ${hour} in the last hour, ${day} in 24 h.`
  const last = `The last was ${kind === 'api' ? 'an API process' : 'a worker'}, at ${at}${tasks === '' ? '' : `, at work on ${tasks}`}.`
  return {
    ...measured,
    level: hour >= SERIOUS_ENDS ? 'serious' : 'caution',
    message: `${counts} ${last}`,
    finding: { code: 'forced-ends', values: { hour, day, at, part: kind ?? 'worker', work: tasks } },
  }
}

type Telling = {
  readonly db: Database
  readonly log: Log
  /** The organisation, from the settings, whose administrators run the installation. */
  readonly operator: string | undefined
}

/** Notifies the administrators while the process runs: of the first end at once, and of later ones once an hour. */
export function startTellingOfEnds(telling: Telling): { stop(): Promise<void> } {
  let current = Promise.resolve()
  const timer = setInterval(() => {
    current = tellOfEnds(telling).catch((err: unknown) =>
      telling.log.warn({ err }, 'ends by the watchdog could not be told of'),
    )
  }, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

/** Looks once for ends that were not reported. The API notifies, because the worker may be the process that is ended repeatedly. */
export async function tellOfEnds({ db, log, operator }: Telling): Promise<void> {
  const tenantId = operator ?? (await onlyOrganisation(db))
  const untold =
    tenantId === undefined
      ? await db.shared(takeNewForcedEnds)
      : await db.tenant(tenantId, async (tx) => {
          const ends = await takeNewForcedEnds(tx)
          for (const one of ends)
            await notify(tx, {
              tenantId,
              subject: undefined,
              audience: 'administrators',
              level: 'serious',
              link: STATUS_PAGE,
              finding: findingOf(one),
            })
          return ends
        })
  for (const { kind, ends, work, place } of untold)
    log.error(
      { part: kind, ends, work, place, notified: tenantId ?? 'nobody: APSIS_OPERATOR_TENANT is not set' },
      'processes stood still and were ended by their watchdog',
    )
}

/** Returns the organisation of an installation that has only one: if the settings name none, its administrators run the installation. */
async function onlyOrganisation(db: Database): Promise<string | undefined> {
  const [first, second] = await db.shared((tx) => listWorkingOrganisations(tx, 2))
  return second === undefined ? first : undefined
}

const findingOf = ({ kind, ends, last_at, work, place }: NewForcedEnds): Finding => ({
  code: 'process-ended',
  values: {
    part: kind,
    count: ends,
    lastAt: last_at.toISOString(),
    ...(work.length > 0 && { work: work.join(', ') }),
    ...(place !== null && { place }),
  },
})
