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

/** Receivers that a turn sends to at the same time, beside those that are slow. */
const MOST_AT_ONCE = 32
/** Those that are slow and those that are not, together; so many more are sent only what is critical. */
const MOST_UNDER_WAY = 128
const MORE_FOR_CRITICAL = 32
/** Tries of all organisations that a worker makes at the same time: each holds a connection. So many more are for what is critical. */
const MOST_OF_WORKER = 1_024
const MORE_OF_WORKER_FOR_CRITICAL = 256
/** A receiver is slow where one try is under way for so long: no other waits for it. */
const SLOW_MS = 2_000
/** How often a turn that still sends looks for what else is due, and one that waits for slow receivers alone. */
const LOOK_MS = 100
const LOOK_WAITING_MS = 500
/** A turn stays for what is due so soon, in place of being begun again. */
const LINGER_MS = 1_000
/** It also stays so long after the last that it sent: where notices come one after the other, they share a turn. */
const STAY_MS = 500
/** After so long a receiver gets one more try at most: who is always busy would keep the turn from organisations that wait. */
const ROUND_MS = 5_000
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
  const underWay: UnderWay = { count: 0 }
  const prove = async (floor: WorkFloor, tenantId: string) => {
    const now = floor.now()
    if (Math.abs(now - (provedAt.get(tenantId) ?? 0)) < PROVE_MS) return
    await revokeConfirmed(parts, floor, tenantId)
    await proveReceivers(floor, tenantId)
    provedAt.set(tenantId, now)
  }
  return {
    name: SENDING.name,
    everyS: SENDING.everyS,
    async turn(floor, tenantId) {
      const { now, signal } = floor
      await prove(floor, tenantId)
      const tries = startTries({ parts, floor, tenantId, underWay })
      let stay: AbortSignal | undefined
      while (!signal.aborted) {
        const slow = tries.countSlow()
        // A receiver that takes a minute to answer costs a turn nothing but the minute: in it the others are sent to, round by round.
        // It takes its place back when a round is over without one: a receiver that is slow now and then would move it to and fro.
        if (slow > 0) floor.setWaiting?.(true)
        else if (tries.isRoundOver()) floor.setWaiting?.(false)
        if (tries.isRoundOver()) {
          if (tries.count() === 0) return
          if (slow > 0) {
            await prove(floor, tenantId)
            tries.beginRound()
          }
        }
        const asked = tries.room()
        const { due, nextAt } = await look(floor, tenantId, asked)
        for (const receiverId of due) tries.begin(receiverId, asked.onlyCritical)
        if (tries.count() > 0) stay = AbortSignal.timeout(STAY_MS)
        const isSoonDue = nextAt !== undefined && nextAt.getTime() - now() < LINGER_MS
        if (tries.count() === 0 && !isSoonDue && stay?.aborted !== false) return
        await pause(slow > 0 && slow === tries.count() ? LOOK_WAITING_MS : LOOK_MS, tries.running())
      }
      await Promise.all(tries.running())
    },
  }
}

/** Tries that a worker is at, of all organisations. */
type UnderWay = { count: number }

type Sender = {
  readonly parts: SendingParts
  readonly floor: WorkFloor
  readonly tenantId: string
  readonly underWay: UnderWay
}

/** The receivers that a turn sends to, round by round. The clock may be set: how long something takes is told by timers. */
function startTries({ parts, floor, tenantId, underWay }: Sender) {
  const busy = new Map<string, { readonly done: Promise<void>; readonly current: { isLong: AbortSignal } }>()
  const startRound = () => AbortSignal.any([floor.signal, AbortSignal.timeout(ROUND_MS)])
  let round = startRound()
  /** Receivers that had their last try of this round. */
  let served = new Set<string>()
  const countSlow = () => [...busy.values()].filter(({ current }) => current.isLong.aborted).length
  return {
    countSlow,
    count: () => busy.size,
    running: () => [...busy.values()].map(({ done }) => done),
    isRoundOver: () => round.aborted,
    beginRound() {
      round = startRound()
      served = new Set()
    },
    /** What is looked for: as many receivers as there is room for, but none that is sent to already. */
    room(): Asked {
      const ofWorker = MOST_OF_WORKER - underWay.count
      const room = Math.min(MOST_AT_ONCE - (busy.size - countSlow()), MOST_UNDER_WAY - busy.size, ofWorker)
      const but = { busy: [...busy.keys()], served: [...served] }
      if (room > 0) return { ...but, room, onlyCritical: false }
      const forCritical = Math.min(
        MOST_UNDER_WAY + MORE_FOR_CRITICAL - busy.size,
        ofWorker + MORE_OF_WORKER_FOR_CRITICAL,
      )
      return { ...but, room: forCritical, onlyCritical: true }
    },
    begin(receiverId: string, onlyCritical: boolean) {
      const own = round
      const current = { isLong: AbortSignal.timeout(SLOW_MS) }
      const beganTry = () => {
        current.isLong = AbortSignal.timeout(SLOW_MS)
      }
      const done = workOffReceiver(
        { parts, floor: { ...floor, signal: own }, tenantId, beganTry, onlyCritical },
        receiverId,
      )
        .catch((error: unknown) =>
          floor.log.error({ err: error, work: SENDING.name }, 'a delivery failed; it is tried again'),
        )
        .finally(() => {
          busy.delete(receiverId)
          underWay.count -= 1
          if (own.aborted && own === round) served.add(receiverId)
        })
      busy.set(receiverId, { done, current })
      underWay.count += 1
    },
  }
}

type Look = { readonly due: readonly string[]; readonly nextAt: Date | undefined }

type Asked = {
  readonly room: number
  readonly busy: readonly string[]
  readonly served: readonly string[]
  readonly onlyCritical: boolean
}

/** What is due for receivers but these, as many as there is room for; where nothing is sent, when the next will be. */
async function look(
  { db, now }: WorkFloor,
  tenantId: string,
  { room, busy, served, onlyCritical }: Asked,
): Promise<Look> {
  if (room <= 0) return { due: [], nextAt: undefined }
  return db.tenant(tenantId, async (tx) => {
    const asked = { now: new Date(now()), busy, served, most: room, onlyCritical }
    const { due, nextAt } = await listDueReceivers(tx, asked)
    return { due, nextAt: due.length + busy.length + served.length > 0 ? undefined : nextAt }
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
