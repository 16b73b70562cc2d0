import { DAY_MS } from '@apsis/astro/constants.ts'
import { isDatabaseAway } from '../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../platform/jobs/recurring-work.ts'
import { findBridge, revokeNumbers } from './bridge.service.ts'
import { enqueueTest, revokedFinding, revokeSimulated } from './channel.service.ts'
import { listDueReceivers } from './delivery.repository.ts'
import { SENDING } from './outbox.service.ts'
import { type Page, page } from './page.service.ts'
import { listUnproven } from './receiver.repository.ts'
import { prepareWriting } from './send-content.ts'
import type { SendingParts } from './sending-parts.ts'
import { type OneAtATime, openOneAtATime, workOffReceiver } from './work-off-receiver.ts'

/** The number of receivers that a run sends to at the same time, not counting slow ones. */
const MOST_AT_ONCE = 32
/** The maximum number of slow and other receivers together; the same number again is allowed only for critical notices. */
const MOST_UNDER_WAY = 128
const MORE_FOR_CRITICAL = 32
/**
 * The number of tries of all organisations that a worker makes at the same time; each uses a connection. Slow
 * receivers have the same number of additional slots, and receivers that were slow the last time use only the
 * additional slots. The same number again is reserved for critical notices.
 */
const MOST_OF_WORKER = 1_024
const MOST_SLOW_OF_WORKER = 1_024
const MORE_OF_WORKER_FOR_CRITICAL = 256
/**
 * A receiver is known to be slow only when its try has already taken a while, so slow receivers may use more slots
 * than are reserved for them. This is the maximum number of connections.
 */
const MOST_CONNECTIONS = 3_072
/**
 * A receiver is slow if one try takes this long: from then on no other receiver waits for it. If its last try took this long, a receiver
 * counts as slow from the beginning of the next. So the 50 runs of a worker (DELIVERY_TURNS) delay a new organisation by at most 2 s for
 * every 50 organisations whose receivers are slow for the first time. Once the slow receivers are known, they do not delay it.
 */
const SLOW_MS = 2_000
/** The interval at which a run looks for more due deliveries, while it sends and while it only waits for slow receivers. */
const LOOK_MS = 100
const LOOK_WAITING_MS = 500
/** If many runs wait, each looks less often: together they query the database at most 200 times a second. */
const LOOK_OF_EACH_WAITING_MS = 5
/** A run waits for a delivery that is due this soon, instead of ending and being started again. */
const LINGER_MS = 1_000
/** A run also waits this long after its last delivery, so that notices that follow each other are sent by the same run. */
const STAY_MS = 500
/**
 * After this time a receiver gets at most one more try in the run: otherwise a receiver that is always busy would
 * keep other organisations waiting.
 */
const ROUND_MS = 5_000
/** The interval at which the receivers of an organisation are searched for those to which nothing was sent for long. */
const PROVE_MS = 60_000
/** A receiver to which nothing was sent for this long gets a test. */
const QUIET_MS = 30 * DAY_MS
/**
 * A receiver that failed this number of times in a row also gets a test, if no other delivery is waiting for it and
 * `FAILING_MS` has passed.
 */
const MOST_FAILURES_IN_A_ROW = 3
const FAILING_MS = DAY_MS / 24

/**
 * Sends due deliveries. Only one worker at a time sends the deliveries of an organisation, so no receiver gets two tries at once, and the deliveries
 * about one matter keep their order. If a run is lost, its tries have no result; they are repeated with the next number.
 */
export function sendingWork(parts: SendingParts): RecurringWork {
  /** The last time at which this worker checked the receivers of each organisation. */
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
    // The time is also set after a failure, so that the interval stays the same.
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
        // This waits even after a failure: if a run ended before its tries, another worker would repeat them.
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

/** Sends to one receiver after the other until no delivery is due. */
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
    // If a receiver takes a minute to answer, only this run waits for it: meanwhile the other receivers are served, round by
    // round. The run takes its place back only after a round without slow receivers, because a receiver that is sometimes slow
    // would otherwise change its state again and again.
    if (tries.countSlow() > 0) tries.setWaiting(true)
    else if (tries.isRoundOver()) tries.setWaiting(false)
    await pause(tries.lookMs(), tries.running())
  }
}

/** The state of one worker, for all organisations. */
type OfWorker = {
  /** The number of running tries, and the number of slow ones among them. */
  count: number
  slow: number
  /** The organisations whose run gave up its place. */
  readonly waiting: Set<string>
  /** The receivers of each organisation that were slow the last time. */
  readonly wereSlow: Map<string, Set<string>>
  /** Writes, one at a time, the content of deliveries that were interrupted before. */
  readonly oneAtATime: OneAtATime
}

type Sender = {
  readonly parts: SendingParts
  readonly platform: WorkPlatform
  readonly tenantId: string
  readonly ofWorker: OfWorker
}

/**
 * Measures whether a receiver is slow during a try. A timer measures the duration, because the clock may be changed. The timer
 * runs only while data is sent to the receiver, so that a slow database does not make a receiver count as slow.
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

/** The state of a run. */
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

/** Manages the receivers to which a run sends, round by round. */
function startTries({ parts, platform, tenantId, ofWorker }: Sender) {
  const busy = new Map<string, { readonly done: Promise<void>; readonly isSlow: () => boolean }>()
  const startRound = () => AbortSignal.any([platform.signal, AbortSignal.timeout(ROUND_MS)])
  const wereSlow = ofWorker.wereSlow.get(tenantId) ?? new Set()
  ofWorker.wereSlow.set(tenantId, wereSlow)
  let round = startRound()
  /** The receivers that had their last try of this round. */
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
    /** Returns the time until the run looks for due deliveries again. */
    lookMs: () =>
      countSlow() < busy.size || busy.size === 0
        ? LOOK_MS
        : Math.max(LOOK_WAITING_MS, LOOK_OF_EACH_WAITING_MS * ofWorker.waiting.size),
    /** Returns the filter for due receivers: as many as there is room for, without those to which something is being sent. */
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

/** Finds due receivers other than these, as many as there is room for; if nothing is sent, also the time of the next delivery. */
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

/** Waits for a time, or until one of these promises settles, but always long enough that the database is not queried without a pause. */
async function pause(ms: number, running: readonly Promise<void>[]): Promise<void> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, ms / 10))
  const most = new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.all([least, Promise.race([most, ...running])])
}

/** Runs before the first mail is really sent or the first call is really made: confirmations that were given in the simulator are withdrawn. */
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

/** Sends tests to receivers, so that a fault is known before they are needed. */
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

/**
 * The message that tests an on-call system: the end of an alarm that was never opened. The system answers it and
 * calls nobody.
 */
const SIGN_OF_LIFE: Omit<Page, 'tenantId' | 'receiverId' | 'now'> = {
  kind: 'resolve',
  matter: 'sign-of-life',
  link: null,
  title: 'Sign of life',
  message: '',
  level: 'inactive',
}
