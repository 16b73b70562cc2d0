import { DAY_MS } from '@apsis/astro/constants.ts'
import type { StandingWork, WorkFloor } from '../platform/jobs/standing-work.ts'
import { findBridge, revokeNumbers } from './bridge.service.ts'
import { enqueueTest, revokedFinding, revokeSimulated } from './channel.service.ts'
import { listDueReceivers } from './delivery.repository.ts'
import { SENDING } from './outbox.service.ts'
import { type Page, page } from './page.service.ts'
import { listUnproven } from './receiver.repository.ts'
import type { SendingParts } from './sending-parts.ts'
import { workOffReceiver } from './work-off-receiver.ts'

/** Receivers that a turn sends to at the same time. */
const MOST_RECEIVERS_AT_ONCE = 32
/** How often a turn that still sends looks for what else is due. */
const LOOK_MS = 100
/** A turn stays for what is due so soon, in place of being begun again. */
const LINGER_MS = 1_000
/** It also stays so long after the last that it sent: where notices come one after the other, they share a turn. */
const STAY_MS = 500
/** After so long a receiver gets one more try at most: who is always busy would keep the turn from organisations that wait. */
const TURN_MS = 5_000
/** After so long nothing is begun: until then the other receivers need not wait for one that does not answer. */
const LAST_MS = 15_000
/** How often an organisation is looked through for receivers that were quiet. */
const PROVE_MS = 60_000
/** A receiver that nothing was sent to for so long is sent a test. */
const QUIET_MS = 30 * DAY_MS
/** So is one that failed so often in a row, when nothing else is on its way there and so much time has passed. */
const MOST_FAILURES_IN_A_ROW = 3
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
        await revokeConfirmed(parts, floor, tenantId)
        await proveReceivers(floor, tenantId)
        provedAt.set(tenantId, now())
      }
      // The clock may be set: how long something takes is told by timers.
      const last = AbortSignal.any([signal, AbortSignal.timeout(LAST_MS)])
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)])
      const busy = new Map<string, Promise<void>>()
      const hadTheirLast = new Set<string>()
      let stay: AbortSignal | undefined
      while (!last.aborted) {
        if (ending.aborted && busy.size === 0) return
        const { due, nextAt } = await look(floor, tenantId, {
          room: MOST_RECEIVERS_AT_ONCE - busy.size,
          but: [...busy.keys(), ...hadTheirLast],
        })
        for (const receiverId of due) {
          const done = workOffReceiver({ parts, floor: { ...floor, signal: ending }, tenantId }, receiverId)
            .catch((error: unknown) =>
              floor.log.error({ err: error, work: SENDING.name }, 'a delivery failed; it is tried again'),
            )
            .finally(() => {
              busy.delete(receiverId)
              if (ending.aborted) hadTheirLast.add(receiverId)
            })
          busy.set(receiverId, done)
        }
        if (busy.size > 0) stay = AbortSignal.timeout(STAY_MS)
        const isSoonDue = nextAt !== undefined && nextAt.getTime() - now() < LINGER_MS
        if (busy.size === 0 && !isSoonDue && stay?.aborted !== false) return
        await pause(LOOK_MS, [...busy.values()])
      }
      await Promise.all(busy.values())
    },
  }
}

type Look = { readonly due: readonly string[]; readonly nextAt: Date | undefined }

type Asked = { readonly room: number; readonly but: readonly string[] }

/** What is due for receivers but these, as many as there is room for; where nothing is sent, when the next will be. */
async function look({ db, now }: WorkFloor, tenantId: string, { room, but }: Asked): Promise<Look> {
  if (room <= 0) return { due: [], nextAt: undefined }
  return db.tenant(tenantId, async (tx) => {
    const { due, nextAt } = await listDueReceivers(tx, { now: new Date(now()), but, most: room })
    return { due, nextAt: due.length + but.length > 0 ? undefined : nextAt }
  })
}

/** Waits for a while, or until one of these is done, but never so short that the database is asked without a pause. */
async function pause(ms: number, running: readonly Promise<void>[]): Promise<void> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, ms / 10))
  const most = new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.all([least, Promise.race([most, ...running])])
}

/** Before the first mail or call really goes out: what was confirmed in the simulator does not hold. */
async function revokeConfirmed(parts: SendingParts, { db, now }: WorkFloor, tenantId: string): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    const about = { tenantId, now: new Date(now()) }
    const addresses = parts.mail.isSimulated ? [] : await revokeSimulated(tx, { ...about, channel: 'email' })
    const numbers = (await findBridge(tx)) === undefined ? [] : await revokeNumbers(tx, about)
    for (const row of [...addresses, ...numbers]) {
      const to = { tenantId, subject: row.subject, audience: 'everybody', level: 'caution' } as const
      await parts.tell(tx, { ...to, finding: revokedFinding(row) }, false)
    }
  })
}

/** Asks receivers for a sign of life before they are needed. */
async function proveReceivers({ db, now }: WorkFloor, tenantId: string): Promise<void> {
  const at = new Date(now())
  const silence = {
    quietSince: new Date(at.getTime() - QUIET_MS),
    failures: MOST_FAILURES_IN_A_ROW,
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
