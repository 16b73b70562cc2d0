import { scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { SpaceTrackConfig } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import type { OutboundProxy } from '../../platform/outbound-settings.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { type FeedChange, insertFeed, lockFeed, updateFeed } from './feed.repository.ts'
import { listUrgentObjects } from './space-track.repository.ts'
import { openSpaceTrack, SpaceTrackError, type SpaceTrackLine, type SpaceTrackSession } from './space-track.ts'
import {
  nextEvents,
  nextPoll,
  type Place,
  placeAfter,
  REST_AFTER_MS,
  readMemory,
  retryAt,
  SPACE_TRACK_PERIOD_S,
  type SpaceTrackMemory,
  spend,
} from './space-track-plan.ts'

export const SPACE_TRACK = 'space-track'
const URGENT = { probability: 1e-5, hours: 72 } as const
const FIRST_DAYS = 7
/** A message may be published some time after it was created. */
const OVERLAP_MS = 2 * HOUR_MS
const MESSAGES_PER_PAGE = 1_000
const MOST_PAGES_PER_TURN = 5

export type SpaceTrackOptions = SpaceTrackConfig & {
  readonly proxy: OutboundProxy | undefined
  readonly random: () => number
  /** Only tests set these. */
  readonly limits?: Pick<SpaceTrackLine, 'timeoutMs' | 'mostBytes'> & { readonly perPage?: number }
}

/** Fetches the messages of an account: all messages three times a day, messages of urgent events every hour. */
export function spaceTrackWork(options: SpaceTrackOptions): RecurringWork {
  // The cookie is kept between runs, so that not every run signs in again; a new password gets a new cookie.
  let kept: { readonly login: string; readonly session: SpaceTrackSession } | undefined
  const fingerprint = fingerprintsOf(options.user)
  return {
    name: 'ca.space-track',
    everyS: 60,
    tenants: [options.tenantId],
    async turn(platform, tenantId) {
      const feed = openFeed(platform.db, tenantId, platform.now)
      await feed.ensure()
      const password = (await readFile(options.passwordFile, 'utf8')).trim()
      const login = fingerprint(password)
      const { perPage = MESSAGES_PER_PAGE, ...limits } = options.limits ?? {}
      const due = await claim(feed, { login, random: options.random })
      if (due === undefined) return
      if (kept?.login !== login) {
        const line = { spend: feed.spend, signal: platform.signal, proxy: options.proxy, ...limits }
        kept = { login, session: openSpaceTrack({ url: options.url, user: options.user, password }, line) }
      }
      try {
        await fetchDue(platform, { feed, session: kept.session, tenantId, random: options.random, perPage }, due)
      } catch (error) {
        if (!(error instanceof SpaceTrackError)) throw error
        // A stopped run is not a failure.
        if (!platform.signal.aborted) await feed.fail(error, { login, random: options.random })
      }
    },
  }
}

/** Returns a fingerprint that distinguishes passwords without revealing them. It is slow to compute, so the last one is cached. */
function fingerprintsOf(user: string): (password: string) => string {
  let last: { readonly password: string; readonly text: string } | undefined
  return (password) => {
    if (last?.password !== password) last = { password, text: scryptSync(password, user, 16).toString('hex') }
    return last.text
  }
}

type Due = { readonly all: boolean; readonly objects: readonly string[] } & Pick<SpaceTrackMemory, 'since' | 'rest'>
type Feed = ReturnType<typeof openFeed>
type Trying = { readonly login: string; readonly random: () => number }

/** Returns the fetches that are due, and postpones them before they are tried, so that a worker that crashes sends no more requests. */
async function claim(feed: Feed, { login, random }: Trying): Promise<Due | undefined> {
  return feed.change(async (memory, now, tx) => {
    const isNew = memory.refused !== null && memory.refused !== login
    const all = isNew || memory.pollAt <= now
    const range = { from: new Date(now), to: new Date(now + URGENT.hours * HOUR_MS) }
    const isHour = memory.refused === null && memory.failures === 0 && memory.eventsAt <= now
    const objects = !all && isHour ? await listUrgentObjects(tx, { ...range, ...URGENT }) : []
    if (!all && objects.length === 0) return { answer: undefined }
    const put = retryAt(now, { kind: 'broken', failures: memory.failures + 1, retryAfterMs: 0 }, random)
    const next = all ? { pollAt: put, refused: null } : { eventsAt: nextEvents(now, random) }
    const nextAt = new Date(next.pollAt ?? memory.pollAt)
    return {
      answer: { all, objects, since: memory.since, rest: memory.rest },
      memory: { ...memory, ...next },
      change: { nextAt },
    }
  })
}

type Fetching = Pick<Trying, 'random'> & {
  readonly feed: Feed
  readonly session: SpaceTrackSession
  readonly tenantId: string
  readonly perPage: number
}

async function fetchDue(platform: WorkPlatform, fetching: Fetching, due: Due): Promise<void> {
  const { feed, session, tenantId, random, perPage } = fetching
  const { db, queue, now, log } = platform
  const begin = due.since === null ? now() - FIRST_DAYS * 24 * HOUR_MS : Date.parse(`${due.since}Z`) - OVERLAP_MS
  const first: Place = { since: new Date(begin).toISOString().slice(0, 19), skip: 0 }
  let place: Place | null = due.all && due.rest !== null ? due.rest : first
  let since = place.since
  let [news, refused] = [0, 0]
  for (let page = 1; place !== null && page <= MOST_PAGES_PER_TURN; page += 1) {
    const { bytes, count, newest } = await session.fetchCdms(queryFor(place, due, perPage))
    if (count > 0) {
      const at = new Date(now())
      const name = `space-track-${at.toISOString().replace(/\D/g, '').slice(0, 14)}-${page}.json`
      const owner = { tenantId, subject: SPACE_TRACK }
      const answers = await takeInCdms({ db, queue }, owner, [{ name, bytes }], { source: 'space-track', now: at })
      news += answers.filter(({ status }) => status === 'accepted').length
      const bad = answers.filter(({ status }) => status === 'refused')
      refused += bad.length
      if (bad.length > 0) log.warn({ refused: bad.slice(0, 10) }, 'messages of Space-Track were refused')
    }
    since = newest ?? since
    place = count >= perPage && newest !== null ? placeAfter(place, { count, newest }) : null
  }
  await feed.succeed({ all: due.all, newest: due.all ? since : null, rest: place, news, refused, random })
}

/** Writes the query of a page of messages of class cdm since a time, oldest first: of the whole account, or between these objects. */
function queryFor({ since, skip }: Place, { all, objects }: Due, perPage: number): string {
  const list = objects.join(',')
  const only = all ? '' : `/SAT1_OBJECT_DESIGNATOR/${list}/SAT2_OBJECT_DESIGNATOR/${list}`
  const order = `orderby/CREATION_DATE%20asc/limit/${perPage}${skip === 0 ? '' : `,${skip}`}/format/json/emptyresult/show`
  return `/expandedspacedata/query/class/cdm${only}/CREATION_DATE/%3E${since}/${order}`
}

type Outcome = Pick<Trying, 'random'> & {
  readonly all: boolean
  readonly newest: string | null
  /** The place where the next run continues; null: all is fetched. */
  readonly rest: Place | null
  readonly news: number
  readonly refused: number
}

const FEED = { name: SPACE_TRACK, source: 'space-track', periodS: SPACE_TRACK_PERIOD_S } as const

/** Opens the feed of Space-Track: each change of its state is made under a lock. */
function openFeed(db: Database, tenantId: string, now: () => number) {
  type Tx = Parameters<Parameters<Database['tenant']>[1]>[0]
  type Step<T> = { readonly answer: T; readonly memory?: SpaceTrackMemory; readonly change?: FeedChange }
  const change = <T>(work: (memory: SpaceTrackMemory, at: number, tx: Tx) => Promise<Step<T>>): Promise<T> =>
    db.tenant(tenantId, async (tx) => {
      const row = await lockFeed(tx, SPACE_TRACK)
      const { answer, memory, change: fields } = await work(readMemory(row?.memory ?? {}), now(), tx)
      await updateFeed(tx, SPACE_TRACK, { ...fields, ...(memory === undefined ? {} : { memory }) })
      return answer
    })
  return {
    change,
    ensure: () => db.tenant(tenantId, (tx) => insertFeed(tx, { ...FEED, tenantId })),
    /** Counts a request before it is sent; throws if this process or another has used the last allowed request. */
    spend: () =>
      change<void>(async (memory, at) => {
        const left = spend(memory.requests, at)
        if ('again' in left) throw new SpaceTrackError('broken', 'The budget of requests is used up.', left.again - at)
        return { answer: undefined, memory: { ...memory, requests: left.requests } }
      }),
    succeed: ({ all, newest, rest, news, refused, random }: Outcome) =>
      change<void>(async (memory, at) => {
        const pollAt = !all ? memory.pollAt : rest === null ? nextPoll(at, random) : at + REST_AFTER_MS
        const error = refused === 0 ? null : `${refused} messages of the last answer were refused; the log says why.`
        const fields = { successAt: new Date(at), error, nextAt: new Date(pollAt) }
        return {
          answer: undefined,
          memory: {
            ...memory,
            pollAt,
            failures: 0,
            refused: null,
            since: newest ?? memory.since,
            rest: all ? rest : memory.rest,
          },
          change: { ...fields, ...(news > 0 ? { messageAt: new Date(at) } : {}) },
        }
      }),
    fail: ({ kind, message, retryAfterMs }: SpaceTrackError, { login, random }: Trying) =>
      change<void>(async (memory, at) => {
        const failures = memory.failures + 1
        const pollAt = retryAt(at, { kind, failures, retryAfterMs }, random)
        const refused = kind === 'password' || kind === 'suspended' ? login : null
        return {
          answer: undefined,
          memory: { ...memory, pollAt, failures, refused },
          change: { error: message, errorAt: new Date(at), nextAt: new Date(pollAt) },
        }
      }),
  }
}
