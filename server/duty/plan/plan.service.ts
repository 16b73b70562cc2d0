import { DAY_MS } from '@apsis/astro/constants.ts'
import type { DutyDemo, DutyPlan } from '@apsis/contract/duty/plan.ts'
import { CA_USER } from '@apsis/contract/roles.ts'
import { findDemoOnCall } from '../../ca/demo/demo.service.ts'
import { countChannels } from '../../delivery/channel.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import { beforeCommit, type Database, type TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import * as repository from './plan.repository.ts'
import { gapsWithin, holdersAt, isTimeZone, type Rota } from './rota.ts'

/** The name of the recurring work that runs the chain, and the interval at which it runs. */
export const ESCALATION = { name: 'duty.escalation', everyS: 5 } as const
/** A gap is shown this long before the gap begins. */
const GAP_SHOWN_MS = 7 * DAY_MS

const EMPTY: Rota = {
  timeZone: 'UTC',
  turnsFrom: '2026-01-05',
  handoverTime: '08:00',
  chain: [],
  overrides: [],
  absences: [],
}

export function getPlan(db: Database, { tenantId }: Pick<Caller, 'tenantId'>, now: number): Promise<DutyPlan> {
  return db.tenant(tenantId, (tx) => present(tx, now))
}

export type NewPlan = {
  readonly rota: Rota
  readonly ifMatch: string | undefined
  readonly requestId: string
  readonly now: number
}

/** Replaces the plan of the organisation. */
export function putPlan(
  db: Database,
  { tenantId, subject }: Pick<Caller, 'tenantId' | 'subject'>,
  { rota, ifMatch, requestId, now }: NewPlan,
): Promise<DutyPlan> {
  if (ifMatch === undefined) throw new ApiError('version-missing', 'If-Match has to name the version that was read.')
  const version = Number(/^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? Number.NaN)
  return db.tenant(tenantId, async (tx) => {
    await requireUsable(tx, rota)
    if (Number.isNaN(version) || !(await repository.writePlan(tx, { tenantId, rota, version })))
      throw new ApiError('version-stale', 'Somebody has changed the plan in between: read it again.')
    const entry = { actor: subject, action: 'duty.plan', object: tenantId, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: { version: version + 1 } })
    emit(tx, { tenantId, type: 'duty', data: { version: version + 1 } })
    beforeCommit(tx, () => wakeRecurringWorkOf(tx, { name: ESCALATION.name, tenantId }, ESCALATION.everyS))
    return present(tx, now)
  })
}

/** Checks what no schema can check: the time zone is known, the people may be called, spans end after they begin, steps exist. */
async function requireUsable(tx: TenantDb, rota: Rota): Promise<void> {
  const callable = new Set((await listCallable(tx)).map(({ subject }) => subject))
  const wrong = (pointer: string, message: string) => ({ code: 'duty.unusable', message, pointer })
  const notCallable = (pointer: string, person: string) =>
    callable.has(person) ? [] : [wrong(pointer, 'names nobody of the organisation who may see conjunctions')]
  const spans = (name: 'overrides' | 'absences') =>
    rota[name].flatMap(({ person, from, until }, i) => [
      ...notCallable(`#/${name}/${i}/person`, person),
      ...(Date.parse(until) > Date.parse(from) ? [] : [wrong(`#/${name}/${i}/until`, 'has to be after its begin')]),
    ])
  const errors = [
    ...(isTimeZone(rota.timeZone) ? [] : [wrong('#/timeZone', 'is no IANA time zone that is known here')]),
    ...rota.chain.flatMap(({ people }, i) => people.flatMap((one, j) => notCallable(`#/chain/${i}/people/${j}`, one))),
    ...spans('overrides'),
    ...spans('absences'),
    ...rota.overrides.flatMap(({ step }, i) =>
      step <= rota.chain.length ? [] : [wrong(`#/overrides/${i}/step`, 'is no step of the chain')],
    ),
  ]
  if (errors.length === 0) return
  const sentence = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ')
  throw new ApiError('unprocessable', sentence, { errors })
}

/** Returns the people whose roles allow them to see events: nobody else is called. */
export function listCallable(tx: TenantDb): Promise<repository.MemberRow[]> {
  return repository.listPeopleWith(tx, CA_USER.split(','))
}

/** The people who may be called, and the number of channels outside the application to each of them. */
export type Callable = {
  readonly people: readonly repository.MemberRow[]
  readonly channels: Awaited<ReturnType<typeof countChannels>>
}

export async function listReachable(tx: TenantDb): Promise<Callable> {
  return { people: await listCallable(tx), channels: await countChannels(tx) }
}

const isCallable = ({ people }: Callable, person: string) => people.some(({ subject }) => subject === person)

/** Returns true if a person is called: they may be called, and have a channel. An unproven channel is used, too. */
export const hasWay = (callable: Callable, person: string): boolean =>
  isCallable(callable, person) && (callable.channels.get(person)?.count ?? 0) > 0

/** Returns true if a call is expected to reach a person: they may be called, and a channel is proven. */
export const isReached = (callable: Callable, person: string): boolean =>
  isCallable(callable, person) && (callable.channels.get(person)?.proven ?? 0) > 0

/** Returns the persons in a rota who may not be called any more, with the names in their newest tokens. */
async function listFormer(
  tx: TenantDb,
  { chain, overrides, absences }: Rota,
  mayBeCalled: (person: string) => boolean,
): Promise<DutyPlan['former']> {
  const named = [
    ...chain.flatMap(({ people }) => people),
    ...[...overrides, ...absences].map(({ person }) => person),
  ].filter((person) => !mayBeCalled(person))
  if (named.length === 0) return []
  return (await repository.listNames(tx, named)).map(({ subject, username, full_name }) => ({
    subject,
    name: username,
    fullName: full_name,
  }))
}

async function present(tx: TenantDb, now: number): Promise<DutyPlan> {
  const plan = await repository.findPlan(tx)
  const { rota, version } = plan ?? { rota: EMPTY, version: 0 }
  const callable = await listReachable(tx)
  const { people: members, channels } = callable
  const nameOf = (subject: string) => members.find((one) => one.subject === subject)?.username
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  const span = { from: now, to: now + GAP_SHOWN_MS }
  const gaps = gapsWithin(rota, span, (person) => isReached(callable, person)).map((gap) => ({
    step: gap.step,
    from: new Date(gap.from).toISOString(),
    until: time(gap.until),
    person: nameOf(gap.holder ?? '') ?? null,
  }))
  return {
    ...rota,
    version,
    now: holdersAt(rota, now, nameOf),
    nextGap: gaps[0] ?? null,
    gaps,
    members: members.map(({ subject, username, full_name, seen_at }) => ({
      subject,
      name: username,
      fullName: full_name,
      channels: channels.get(subject)?.count ?? 0,
      proven: channels.get(subject)?.proven ?? 0,
      seenAt: seen_at.toISOString(),
    })),
    former: await listFormer(tx, rota, (person) => isCallable(callable, person)),
    demo: plan === undefined ? await findDemoChain(tx, now) : null,
  }
}

/**
 * Returns the chain that an open demo shows for an organisation that never stored one; null if the demo is closed. The chain is not stored, so that
 * it ends with the demo, and the work that calls people does not use it.
 */
async function findDemoChain(tx: TenantDb, now: number): Promise<DutyDemo | null> {
  const demo = await findDemoOnCall(tx)
  if (demo === undefined) return null
  const { rota, telephones, calls } = demo
  const [first] = calls
  return {
    steps: rota.chain.map(({ people }, place) => ({ people, telephone: telephones[place] ?? null })),
    now: holdersAt(rota, now, (person) => person),
    escalation:
      first === undefined
        ? null
        : {
            conjunctionId: first.conjunction_id,
            satelliteId: first.satellite_id,
            steps: calls.map(({ at, by_name, why, call }) => ({ at: at.toISOString(), by: by_name, why, call })),
          },
  }
}
