import type { DutyAlarm } from '@apsis/contract/duty/alarm.ts'
import { findEvent, isWaitingUrgent } from '../../ca/event/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { findPlan } from '../plan/plan.repository.ts'
import { listReachable } from '../plan/plan.service.ts'
import * as alarms from './alarm.repository.ts'
import { nextStep } from './next-step.ts'
import { lockOpenAlarm, nextOfChain, passOn } from './pass-on.ts'

type Person = Pick<Caller, 'tenantId' | 'subject' | 'username'>
type AlarmQuestion = {
  readonly conjunctionId: string
  readonly now: number
  /** The time on the on-call chain's clock. */
  readonly chainNow: number
}

/** Returns the person who is called for an event, and whether the asking person can pass it on. */
export function getAlarm(db: Database, person: Person, asked: AlarmQuestion): Promise<DutyAlarm> {
  return db.tenant(person.tenantId, async (tx) => judge(tx, person, await requireEvent(tx, asked), asked))
}

type Passing = AlarmQuestion & { readonly note: string; readonly requestId: string }

/** Passes an event on to the next person in the chain, in the name of the person who is called for it. */
export function passAlarm(
  db: Database,
  person: Person,
  { conjunctionId, note, requestId, now, chainNow }: Passing,
): Promise<DutyAlarm> {
  const { tenantId, subject, username } = person
  return db.tenant(tenantId, async (tx) => {
    const event = await requireEvent(tx, { conjunctionId, now, chainNow })
    // If several people pass the event on at the same time, only the first succeeds: the others then see that another
    // person is called.
    const alarm = await lockOpenAlarm(tx, { tenantId, event, chainNow })
    const { refused, person: called } = await judge(tx, person, event, { now, chainNow })
    if (refused !== null) throw new ApiError('conflict', sentenceOf(refused, called))
    const by = { subject, username }
    await passOn(tx, { tenantId, event, alarm, by, note, requestId, now: new Date(now), chainNow })
    const entry = { actor: subject, action: 'duty.pass', object: conjunctionId, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: {} })
    return judge(tx, person, event, { now, chainNow })
  })
}

type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>

async function requireEvent(tx: TenantDb, { conjunctionId, now }: AlarmQuestion): Promise<Event> {
  const event = await findEvent(tx, { id: conjunctionId, now })
  if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  return event
}

async function judge(
  tx: TenantDb,
  { subject }: Person,
  event: Event,
  { now, chainNow }: Pick<AlarmQuestion, 'now' | 'chainNow'>,
): Promise<DutyAlarm> {
  const { conjunctionId } = event
  const answer = { conjunctionId, person: null, passTo: null }
  const rota = (await findPlan(tx))?.rota
  if (!isWaitingUrgent(event) || Date.parse(event.conjunctionData.tca) <= now)
    return { ...answer, refused: 'not-waiting' }
  if (rota === undefined || rota.chain.length === 0) return { ...answer, refused: 'no-chain' }
  const alarm = (await alarms.listOpenAlarms(tx)).find((one) => one.conjunction_id === conjunctionId)
  const callable = await listReachable(tx)
  const called =
    alarm === undefined || alarm.calls === 0
      ? nextStep(rota, { calls: 0, at: chainNow, callable }).next?.person
      : callable.people.find((one) => one.subject === alarm.last_subject)
  const person = called?.username ?? null
  if (called?.subject !== subject) return { ...answer, person, refused: 'not-called' }
  const passTo = (await nextOfChain(tx, { conjunctionId, subject, at: chainNow })).next?.person.username ?? null
  return { conjunctionId, person, passTo, refused: passTo === null ? 'nobody-next' : null }
}

function sentenceOf(refused: NonNullable<DutyAlarm['refused']>, called: string | null): string {
  switch (refused) {
    case 'not-waiting':
      return 'Nobody is called for this event: it is neither CRITICAL nor to be acted on now, acknowledged already, or its closest approach is over.'
    case 'no-chain':
      return 'Nobody set an on-call chain: there is nobody to pass the event on to.'
    case 'not-called':
      return `${called ?? 'Nobody of the chain'} is called for this event: only who is called for it can pass it on.`
    case 'nobody-next':
      return 'Nobody else of the on-call chain can be called now: acknowledge the event, or tell somebody yourself.'
  }
}
