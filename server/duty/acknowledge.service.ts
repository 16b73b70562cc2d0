import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import type { Acknowledgement, acknowledge as acknowledgeCall } from '@apsis/contract/duty/acknowledgement.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import { personName } from '@apsis/contract/person-name.ts'
import { audiencesOf } from '@apsis/contract/roles.ts'
import { addStepWithin } from '../ca/event/decision.service.ts'
import { findEvent } from '../ca/event/event.service.ts'
import {
  type AcknowledgeLink,
  type AskedDelivery,
  findAsked,
  readAcknowledgeToken,
} from '../delivery/acknowledge-link.service.ts'
import { ApiError } from '../platform/api-error.ts'
import { listPeople } from '../platform/auth/member.repository.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import * as repository from './acknowledge.repository.ts'
import { nextCallOf } from './alarm/next-call.ts'
import { lockOpenAlarm, nextOfChain, passOn } from './alarm/pass-on.ts'

export type AcknowledgePlatform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
  /** The clock of the on-call chain; if absent, the ordinary clock is used. */
  readonly chainNow?: () => number
}

/** The state of a link: the question that it asks, the answer that was given, or the reason why the link does nothing. */
export type LinkState =
  | {
      readonly kind: 'open' | 'done' | 'passed' | 'seen'
      readonly about: Acknowledgement
      readonly link: string | null
    }
  | { readonly kind: 'unknown' | 'forbidden' | 'expired' }
  /**
   * The page of a used link leads to the event: a person who passed the event on may want to acknowledge it after
   * all.
   */
  | { readonly kind: 'used'; readonly at: string; readonly by: string; readonly link: string | null }

/** Returns what a link would do now, without changing anything. */
export function readLink(platform: AcknowledgePlatform, token: string): Promise<LinkState> {
  const link = readAcknowledgeToken(platform.box, token)
  return link === undefined ? Promise.resolve({ kind: 'unknown' }) : withDelivery(platform, link, judge)
}

/** Acknowledges the event of a link, or passes it on, once, in the name of the person to whom the message was sent. */
export function useLink(platform: AcknowledgePlatform, token: string, using: Using): Promise<LinkState> {
  const link = readAcknowledgeToken(platform.box, token)
  return link === undefined ? Promise.resolve({ kind: 'unknown' }) : useDelivery(platform, link, using)
}

/** Returns the state of a link for its page, which shows people's names; programs get accounts. */
export async function byName({ db, box }: AcknowledgePlatform, token: string, state: LinkState): Promise<LinkState> {
  const link = readAcknowledgeToken(box, token)
  if (link === undefined) return state
  const accounts = accountsOf(state).filter((one) => one !== null)
  const people = await db.tenant(link.tenantId, (tx) => listPeople(tx, accounts))
  const named = (account: string | null) => account && personName(account, people)
  if (state.kind === 'used') return { ...state, by: personName(state.by, people) }
  if (!('about' in state)) return state
  const { person, passTo, acknowledgedBy, nextCall } = state.about
  const about = {
    ...state.about,
    person: personName(person, people),
    passTo: named(passTo),
    acknowledgedBy: named(acknowledgedBy),
    nextCall: nextCall && { ...nextCall, person: named(nextCall.person) },
  }
  return { ...state, about }
}

function accountsOf(state: LinkState): readonly (string | null)[] {
  if (state.kind === 'used') return [state.by]
  if (!('about' in state)) return []
  const { person, passTo, acknowledgedBy, nextCall } = state.about
  return [person, passTo, acknowledgedBy, nextCall?.person ?? null]
}

type Using = {
  readonly does: ParsedRequest<typeof acknowledgeCall>['body']['do']
  readonly note: string
  readonly requestId: string
  /**
   * The time of the figures that the person heard; undefined if the current figures have just been shown. If the event was acknowledged and reopened
   * after a call, the call says nothing about the event's present state.
   */
  readonly saidAt?: Date
}

/** Acknowledges the event of a delivery, or passes it on, once, in the name of the person to whom the delivery was sent. */
export function useDelivery(
  platform: AcknowledgePlatform,
  link: AcknowledgeLink,
  { does, note, requestId, saidAt }: Using,
): Promise<LinkState> {
  return withDelivery(platform, link, async (tx, held) => {
    const { tenantId, deliveryId, asked, now, chainNow } = held
    const state = await judge(tx, { ...held, saidAt })
    if (state.kind !== 'open') return state
    const { conjunctionId, subject, username, channel } = asked
    const at = new Date(now)
    const isFirst = await repository.insertUsedLink(tx, { tenantId, deliveryId, at, by: username })
    if (!isFirst) return judge(tx, held)
    const entry = { actor: subject, action: `${does}.link`, object: conjunctionId, outcome: 'done' } as const
    await insertAudit(tx, tenantId, { ...entry, requestId, detail: { deliveryId, channel } })
    if (does === 'pass') {
      const event = await findEvent(tx, { id: conjunctionId, now })
      if (event === undefined) return { kind: 'unknown' }
      const passing = { tenantId, note, requestId, now: at, chainNow }
      const alarm = await lockOpenAlarm(tx, { tenantId, event, chainNow })
      const next = await passOn(tx, { ...passing, event, alarm, by: { subject, username } })
      const nextCall = (await nextCallOf(tx, { matter: conjunctionId, now, chainNow })) ?? null
      const about = { ...state.about, passTo: next?.person.username ?? null, nextCall }
      return { kind: 'passed', about, link: state.link }
    }
    const step = { action: 'ACKNOWLEDGE', why: note } as const
    const person = { tenantId, subject, username }
    await addStepWithin(tx, person, { id: conjunctionId, step, ifMatch: undefined, requestId, now: at })
    const about = { ...state.about, nextCall: null, acknowledgedBy: username, acknowledgedAt: at.toISOString() }
    return { kind: 'done', about, link: state.link }
  }).catch((error: unknown) => {
    // Another use succeeded first: this link was not used, and the page names the person who used the other one.
    if (error instanceof ApiError && error.code === 'conflict') return withDelivery(platform, link, judge)
    throw error
  })
}

type AcknowledgedLink = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly asked: AskedDelivery
  readonly now: number
  readonly chainNow: number
  readonly saidAt?: Date | undefined
}

function withDelivery(
  { db, now, chainNow = now }: AcknowledgePlatform,
  { tenantId, deliveryId }: AcknowledgeLink,
  work: (tx: TenantDb, held: AcknowledgedLink) => Promise<LinkState>,
): Promise<LinkState> {
  return db.tenant(tenantId, async (tx) => {
    const asked = await findAsked(tx, deliveryId)
    return asked === undefined
      ? { kind: 'unknown' }
      : work(tx, { tenantId, deliveryId, asked, now: now(), chainNow: chainNow() })
  })
}

/** Returns the state of a link. The roles of its person are checked when the link is used; they are those of the newest token. */
async function judge(tx: TenantDb, { deliveryId, asked, now, chainNow, saidAt }: AcknowledgedLink): Promise<LinkState> {
  if (!audiencesOf(new Set(asked.roles)).includes('ca')) return { kind: 'forbidden' }
  const used = await repository.findUsedLink(tx, deliveryId)
  if (used !== undefined) return { kind: 'used', at: used.at.toISOString(), by: used.by_name, link: asked.link }
  const event = await findEvent(tx, { id: asked.conjunctionId, now })
  if (event === undefined) return { kind: 'unknown' }
  const { conjunctionId, conjunctionData, object1, object2, decideBefore, decision } = event
  const { tca, riskLevel, totalMissDistance: missM } = conjunctionData
  const probability = levelPcOf(event)
  if (Date.parse(tca) <= now) return { kind: 'expired' }
  const isOld = saidAt !== undefined && decision.at !== null && saidAt.getTime() < Date.parse(decision.at)
  const isOpen = isUnseen(decision) && !isOld
  const about = {
    conjunctionId,
    pair: `${object1.name} × ${object2.name}`,
    riskLevel,
    probability,
    missM,
    tca,
    decideBefore,
    person: asked.username,
    passTo: isOpen ? await nameOfNext(tx, { conjunctionId, subject: asked.subject, at: chainNow }) : null,
    nextCall: isOpen ? ((await nextCallOf(tx, { matter: conjunctionId, now, chainNow })) ?? null) : null,
    acknowledgedBy: isOpen ? null : decision.by,
    acknowledgedAt: isOpen ? null : decision.at,
    expiresAt: tca,
  }
  return { kind: isOpen ? 'open' : 'seen', about, link: asked.link }
}

async function nameOfNext(tx: TenantDb, asked: Parameters<typeof nextOfChain>[1]): Promise<string | null> {
  return (await nextOfChain(tx, asked)).next?.person.username ?? null
}
