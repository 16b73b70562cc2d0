import { DAY_MS } from '@apsis/astro/constants.ts'
import type { StandingWork, WorkFloor } from '../platform/jobs/standing-work.ts'
import { enqueueTest } from './channel.service.ts'
import { findNextDue, listDueReceivers } from './delivery.repository.ts'
import { SENDING } from './outbox.service.ts'
import { type Page, page } from './page.service.ts'
import { listUnproven } from './receiver.repository.ts'
import type { SendingParts } from './sending-parts.ts'
import { workOffReceiver } from './work-off-receiver.ts'

/** Receivers that a turn sends to at the same time. */
const AT_ONCE = 32
/** How often a turn that still sends looks for what else is due. */
const LOOK_MS = 100
/** A turn stays for what is due so soon, in place of being begun again. */
const LINGER_MS = 1_000
/** It also stays so long after the last that it sent: where notices come one after the other, they share a turn. */
const STAY_MS = 500
/** How often an organisation is looked through for receivers that were quiet. */
const PROVE_MS = 60_000
/** A receiver that nothing was sent to for so long is sent a test. */
const QUIET_MS = 30 * DAY_MS
/** So is one that failed so often in a row, when nothing else is on its way there and so much time has passed. */
const FAILURES = 3
const FAILING_MS = DAY_MS / 24

/**
 * Sends what is due, for one organisation at a time by one worker: that is why no receiver gets two tries at once, and why
 * what belongs together keeps its order. A turn that is lost leaves tries without an end; they are made again, numbered on.
 */
export function sendingWork(parts: SendingParts): StandingWork {
  /** When an organisation was looked through last, by this worker. */
  const provedAt = new Map<string, number>()
  return {
    name: SENDING.name,
    everyS: SENDING.everyS,
    async turn(floor, tenantId) {
      const { now, signal } = floor
      if (Math.abs(now() - (provedAt.get(tenantId) ?? 0)) >= PROVE_MS) {
        await proveReceivers(floor, tenantId)
        provedAt.set(tenantId, now())
      }
      const busy = new Map<string, Promise<void>>()
      let sentAt = Number.NEGATIVE_INFINITY
      while (!signal.aborted) {
        const { due, nextAt } = await look(floor, tenantId, [...busy.keys()])
        for (const receiverId of due) {
          const done = workOffReceiver({ parts, floor, tenantId }, receiverId)
            .catch((error: unknown) =>
              floor.log.error({ err: error, work: SENDING.name }, 'a delivery failed; it is tried again'),
            )
            .finally(() => busy.delete(receiverId))
          busy.set(receiverId, done)
        }
        if (busy.size > 0) sentAt = now()
        const isSoonDue = nextAt !== undefined && nextAt.getTime() - now() < LINGER_MS
        if (busy.size === 0 && !isSoonDue && now() - sentAt >= STAY_MS) return
        await pause(LOOK_MS, [...busy.values()])
      }
      await Promise.all(busy.values())
    },
  }
}

type Look = { readonly due: readonly string[]; readonly nextAt: Date | undefined }

/** What is due beside what is sent to already; where nothing is, when the next will be. */
async function look({ db, now }: WorkFloor, tenantId: string, busy: readonly string[]): Promise<Look> {
  if (busy.length >= AT_ONCE) return { due: [], nextAt: undefined }
  return db.tenant(tenantId, async (tx) => {
    const at = new Date(now())
    const due = await listDueReceivers(tx, at, busy, AT_ONCE - busy.length)
    return { due, nextAt: due.length + busy.length > 0 ? undefined : await findNextDue(tx, at) }
  })
}

/** Waits for a while, or until one of these is done, but never so short that the database is asked without a pause. */
async function pause(ms: number, running: readonly Promise<void>[]): Promise<void> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, ms / 10))
  const most = new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.all([least, Promise.race([most, ...running])])
}

/** Asks receivers for a sign of life before they are needed. */
async function proveReceivers({ db, now }: WorkFloor, tenantId: string): Promise<void> {
  const at = new Date(now())
  const silence = {
    quietSince: new Date(at.getTime() - QUIET_MS),
    failures: FAILURES,
    failingSince: new Date(at.getTime() - FAILING_MS),
  }
  await db.tenant(tenantId, async (tx) => {
    for (const { id: receiverId, channel } of await listUnproven(tx, silence))
      if (channel === 'paging') await page(tx, { ...SIGN_OF_LIFE, tenantId, receiverId, now: at })
      else await enqueueTest(tx, { tenantId, receiverId, now: at })
  })
}

/** The end of an alarm that nobody has opened: an on-call system answers it and calls nobody. */
const SIGN_OF_LIFE: Omit<Page, 'tenantId' | 'receiverId' | 'now'> = {
  kind: 'resolve',
  matter: 'sign-of-life',
  link: null,
  title: 'Sign of life',
  message: '',
  level: 'inactive',
}
