import { DAY_MS } from '@apsis/astro/constants.ts'
import { isDatabaseAway } from '../platform/database/database.ts'
import type { StandingWork, WorkPlatform } from '../platform/jobs/standing-work.ts'
import { findBridge, revokeNumbers } from './bridge.service.ts'
import { enqueueTest, revokedFinding, revokeSimulated } from './channel.service.ts'
import { listDueReceivers } from './delivery.repository.ts'
import { SENDING } from './outbox.service.ts'
import { type Page, page } from './page.service.ts'
import { listUnproven } from './receiver.repository.ts'
import { prepareWriting } from './send-content.ts'
import type { SendingParts } from './sending-parts.ts'
import { type OneAtATime, openOneAtATime, workOffReceiver } from './work-off-receiver.ts'

/** Receivers that a turn sends to at the same time, beside those that are slow. */
const MOST_AT_ONCE = 32
/** Those that are slow and those that are not, together; so many more are sent only what is critical. */
const MOST_UNDER_WAY = 128
const MORE_FOR_CRITICAL = 32
/**
 * Tries of all organisations that a worker makes at the same time: each holds a connection. Those that are slow have a room of their
 * own, which receivers that were slow the last time cannot leave, and so many more are for what is critical.
 */
const MOST_OF_WORKER = 1_024
const MOST_SLOW_OF_WORKER = 1_024
const MORE_OF_WORKER_FOR_CRITICAL = 256
/** Receivers that are slow for the first time are known too late: with them there are so many at most. */
const MOST_CONNECTIONS = 3_072
/**
 * A receiver is slow where one try is under way for so long: no other waits for it. Where it took so long the last time, it is slow
 * from the begin. So 50 turns (DELIVERY_TURNS) keep a new one out for 2 s at most for each 50 organisations whose receivers are slow
 * for the first time, and for no time once they are known.
 */
const SLOW_MS = 2_000
/** How often a turn that still sends looks for what else is due, and one that waits for slow receivers alone. */
const LOOK_MS = 100
const LOOK_WAITING_MS = 500
/** Where many turns wait, each looks less often: together they ask the database 200 times a second at most. */
const LOOK_OF_EACH_WAITING_MS = 5
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
  prepareWriting()
  const ofWorker: OfWorker = {
    count: 0,
    slow: 0,
    waiting: new Set(),
    wereSlow: new Map(),
    oneAtATime: openOneAtATime(),
  }
  const prove = async (platform: WorkPlatform, tenantId: string) => {
    const now = platform.now()
    if (Math.abs(now - (provedAt.get(tenantId) ?? 0)) < PROVE_MS) return
    // Also where it fails: it is tried again as often as where it does not.
    provedAt.set(tenantId, now)
    try {
      await revokeConfirmed(parts, platform, tenantId)
      await proveReceivers(platform, tenantId)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      platform.log.error({ err: error, tenantId }, 'the receivers could not be looked through; what is due is sent')
    }
  }
  return {
    name: SENDING.name,
    everyS: SENDING.everyS,
    async turn(platform, tenantId) {
      await prove(platform, tenantId)
      const tries = startTries({ parts, platform, tenantId, ofWorker })
      try {
        await sendInRounds({ platform, tenantId, tries, prove })
      } finally {
        // Also where it failed: a turn that ended before its tries would let another begin them a second time.
        await Promise.all(tries.running())
        ofWorker.waiting.delete(tenantId)
      }
    },
  }
}

type Rounds = {
  readonly platform: WorkPlatform
  readonly tenantId: string
  readonly tries: ReturnType<typeof startTries>
  readonly prove: (platform: WorkPlatform, tenantId: string) => Promise<void>
}

/** Sends to one receiver after the other until nothing is due any more. */
async function sendInRounds({ platform, tenantId, tries, prove }: Rounds): Promise<void> {
  const { now, signal } = platform
  let stay: AbortSignal | undefined
  while (!signal.aborted) {
    if (tries.isRoundOver()) {
      if (tries.count() === 0) return
      if (tries.countSlow() > 0) {
        await prove(platform, tenantId)
        tries.beginRound()
      }
    }
    const asked = tries.room()
    const { due, nextAt } = await look(platform, tenantId, asked)
    for (const receiverId of due) tries.begin(receiverId, asked.onlyCritical)
    if (tries.count() > 0) stay = AbortSignal.timeout(STAY_MS)
    const isSoonDue = nextAt !== undefined && nextAt.getTime() - now() < LINGER_MS
    if (tries.count() === 0 && !isSoonDue && stay?.aborted !== false) return
    // A receiver that takes a minute to answer costs a turn nothing but the minute: in it the others are sent to, round by round.
    // It takes its place back when a round is over without one: a receiver that is slow now and then would move it to and fro.
    if (tries.countSlow() > 0) tries.setWaiting(true)
    else if (tries.isRoundOver()) tries.setWaiting(false)
    await pause(tries.lookMs(), tries.running())
  }
}

/** What a worker is at, for all organisations. */
type OfWorker = {
  /** Tries under way, and those of them that are slow. */
  count: number
  slow: number
  /** Organisations whose turn gave its place back. */
  readonly waiting: Set<string>
  /** By organisation the receivers that were slow the last time. */
  readonly wereSlow: Map<string, Set<string>>
  /** Deliveries that were interrupted before are written alone. */
  readonly oneAtATime: OneAtATime
}

type Sender = {
  readonly parts: SendingParts
  readonly platform: WorkPlatform
  readonly tenantId: string
  readonly ofWorker: OfWorker
}

/**
 * One receiver that is sent to. How long a try takes is told by a timer, since the clock may be set. It runs while the receiver is sent to
 * alone: a database that stands still before or after makes no receiver slow.
 */
function watchReceiver(receiverId: string, ofWorker: OfWorker, wereSlow: Set<string>) {
  let isSlow = false
  let timer: NodeJS.Timeout | undefined
  const setSlow = (becomes: boolean) => {
    if (becomes !== isSlow) ofWorker.slow += becomes ? 1 : -1
    isSlow = becomes
  }
  setSlow(wereSlow.has(receiverId))
  return {
    isSlow: () => isSlow,
    beganTry() {
      setSlow(wereSlow.has(receiverId))
      timer = setTimeout(() => {
        timer = undefined
        wereSlow.add(receiverId)
        setSlow(true)
      }, SLOW_MS)
    },
    endedTry() {
      if (timer !== undefined) wereSlow.delete(receiverId)
      clearTimeout(timer)
      timer = undefined
    },
    end() {
      clearTimeout(timer)
      setSlow(false)
    },
  }
}

const roomForSlow = ({ slow }: OfWorker) => MOST_SLOW_OF_WORKER - slow

/** What a turn is at. */
type Busy = Pick<RoomQuestion, 'busy' | 'served'> & { readonly slow: number }

function roomFor(ofWorker: OfWorker, wereSlow: ReadonlySet<string>, { busy, slow, served }: Busy): RoomQuestion {
  const quick = MOST_OF_WORKER - (ofWorker.count - ofWorker.slow)
  const left = Math.min(quick, MOST_CONNECTIONS - ofWorker.count)
  const room = Math.min(MOST_AT_ONCE - (busy.length - slow), MOST_UNDER_WAY - busy.length, left)
  const forSlow = roomForSlow(ofWorker)
  const but = {
    busy: forSlow + MORE_OF_WORKER_FOR_CRITICAL > 0 ? busy : [...busy, ...wereSlow],
    served: forSlow > 0 ? served : [...served, ...wereSlow],
  }
  if (room > 0) return { ...but, room, onlyCritical: false }
  const forCritical = Math.min(MOST_UNDER_WAY + MORE_FOR_CRITICAL - busy.length, left + MORE_OF_WORKER_FOR_CRITICAL)
  return { ...but, room: forCritical, onlyCritical: true }
}

/** The receivers that a turn sends to, round by round. */
function startTries({ parts, platform, tenantId, ofWorker }: Sender) {
  const busy = new Map<string, { readonly done: Promise<void>; readonly isSlow: () => boolean }>()
  const startRound = () => AbortSignal.any([platform.signal, AbortSignal.timeout(ROUND_MS)])
  const wereSlow = ofWorker.wereSlow.get(tenantId) ?? new Set()
  ofWorker.wereSlow.set(tenantId, wereSlow)
  let round = startRound()
  /** Receivers that had their last try of this round. */
  let served = new Set<string>()
  const countSlow = () => [...busy.values()].filter(({ isSlow }) => isSlow()).length
  return {
    countSlow,
    count: () => busy.size,
    running: () => [...busy.values()].map(({ done }) => done),
    isRoundOver: () => round.aborted,
    beginRound() {
      round = startRound()
      served = new Set()
    },
    setWaiting(isWaiting: boolean) {
      if (isWaiting) ofWorker.waiting.add(tenantId)
      else ofWorker.waiting.delete(tenantId)
      platform.setWaiting?.(isWaiting)
    },
    /** How long until it is looked again for what is due. */
    lookMs: () =>
      countSlow() < busy.size || busy.size === 0
        ? LOOK_MS
        : Math.max(LOOK_WAITING_MS, LOOK_OF_EACH_WAITING_MS * ofWorker.waiting.size),
    /** What is looked for: as many receivers as there is room for, but none that is sent to already. */
    room(): RoomQuestion {
      const ids = [...busy.keys()]
      return roomFor(ofWorker, wereSlow, { busy: ids, slow: countSlow(), served: [...served] })
    },
    begin(receiverId: string, isForCritical: boolean) {
      const isKept = wereSlow.has(receiverId) && roomForSlow(ofWorker) <= 0
      if (isKept && roomForSlow(ofWorker) + MORE_OF_WORKER_FOR_CRITICAL <= 0) return
      const onlyCritical = isForCritical || isKept
      const own = round
      const { isSlow, end, ...hearing } = watchReceiver(receiverId, ofWorker, wereSlow)
      const done = workOffReceiver(
        {
          parts,
          platform: { ...platform, signal: own },
          tenantId,
          ...hearing,
          onlyCritical,
          oneAtATime: ofWorker.oneAtATime,
        },
        receiverId,
      )
        .catch((error: unknown) =>
          platform.log.error({ err: error, work: SENDING.name }, 'a delivery failed; it is tried again'),
        )
        .finally(() => {
          end()
          busy.delete(receiverId)
          ofWorker.count -= 1
          if (own.aborted && own === round) served.add(receiverId)
        })
      busy.set(receiverId, { done, isSlow })
      ofWorker.count += 1
    },
  }
}

type Look = { readonly due: readonly string[]; readonly nextAt: Date | undefined }

type RoomQuestion = {
  readonly room: number
  readonly busy: readonly string[]
  readonly served: readonly string[]
  readonly onlyCritical: boolean
}

/** What is due for receivers but these, as many as there is room for; where nothing is sent, when the next will be. */
async function look(
  { db, now }: WorkPlatform,
  tenantId: string,
  { room, busy, served, onlyCritical }: RoomQuestion,
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
async function revokeConfirmed(parts: SendingParts, { db, now }: WorkPlatform, tenantId: string): Promise<void> {
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
async function proveReceivers({ db, now }: WorkPlatform, tenantId: string): Promise<void> {
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
