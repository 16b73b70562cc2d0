/** Writers that record which of their writes were acknowledged; the records are later compared with the database. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { followEvents, type SeenEvent } from '../event-follower.ts'
import type { TestIssuer } from '../test-issuer.ts'

export const MOVED_STATES = ['unread', 'read', 'hidden'] as const

/** The record of one writer: its attempts, and the answers to them. */
export type Testimony = {
  readonly tenant: string
  readonly subject: string
  /** The saves of the configuration, each with the next number in its content; the version is the one in the answer. */
  readonly saves: { readonly number: number; version: number | undefined }[]
  /** The notifications whose state was changed, each once. */
  readonly moves: { readonly id: string; readonly state: number; acknowledged: boolean }[]
  /** The people who called for the first time; each must be welcomed exactly once. */
  readonly people: { readonly subject: string; acknowledged: boolean }[]
  readonly seen: readonly SeenEvent[]
  /** Answers that cannot be explained by a fault of the platform or of the network. */
  readonly odd: string[]
}

export type Witness = {
  readonly testimonies: readonly Testimony[]
  /** Returns the number of acknowledged writes so far. */
  readonly acknowledged: () => number
  /** Resolves when a write that is sent after the call has been acknowledged, with the time that this took. */
  recovered(): Promise<number>
  /** Measures the time between answers from now on; returns a function that returns the longest time so far. */
  watchSilence(): () => number
  /** Stops writing, after every running request has been answered or lost. */
  stop(): Promise<void>
  /** Stops listening. */
  close(): void
}

export type WitnessOptions = {
  readonly writers: readonly Writer[]
  readonly issuer: TestIssuer
  /** Returns the address for the next request. */
  readonly origin: (attempt: number) => string
  /** Returns a number between 0 and 1 from a seeded generator, so that a run can be repeated. */
  readonly random: () => number
  /** Returns ids of notifications that a writer may move, created in advance. */
  readonly notifications: (subject: string) => readonly string[]
}

export type Writer = {
  readonly subject: string
  /** This organisation has no other member, so that its stream contains only this writer's events. */
  readonly organisation: string
  /** The organisation of the new people with whom this writer calls. */
  readonly guests: string
}

/** Returns as many writers as requested, with a common prefix in their names. */
export function nameWriters(name: string, count: number): Writer[] {
  return Array.from({ length: count }, (_, index) => ({
    subject: `${name}-writer-${index}`,
    organisation: `${name}-house-${index}`,
    guests: `${name}-guests-${index}`,
  }))
}

const TOKEN_LIFE_S = 3_600
const LOST_MS = 15_000
const PAUSE_MS = 20

type Answer = { readonly status: number; readonly etag: string | undefined; readonly text: string }

/** Starts the writers and their listeners. */
export function startWitness(options: WitnessOptions): Witness {
  const agent = new Agent({ keepAlive: true })
  const waiting = new Set<(sentAt: number) => void>()
  let stopped = false
  let attempts = 0
  let acknowledged = 0
  const send = async (token: string, call: Call): Promise<Answer | undefined> => {
    const sentAt = performance.now()
    attempts += 1
    const answer = await exchange(agent, `${options.origin(attempts)}${call.path}`, { ...call, token })
    if (answer !== undefined && answer.status < 300) {
      acknowledged += 1
      for (const hear of waiting) hear(sentAt)
    }
    return answer
  }
  const writers = options.writers.map((writer) => createWriter({ ...options, send }, writer))
  const running = writers.map(async ({ step }) => {
    while (!stopped) if (!(await step())) await sleep(PAUSE_MS)
  })
  return {
    testimonies: writers.map(({ testimony }) => testimony),
    acknowledged: () => acknowledged,
    recovered() {
      const since = performance.now()
      return new Promise((resolve) => {
        const hear = (sentAt: number) => {
          if (sentAt < since) return
          waiting.delete(hear)
          resolve(performance.now() - since)
        }
        waiting.add(hear)
      })
    },
    watchSilence() {
      let lastAt = performance.now()
      let longest = 0
      waiting.add(() => {
        longest = Math.max(longest, performance.now() - lastAt)
        lastAt = performance.now()
      })
      return () => longest
    },
    async stop() {
      stopped = true
      await Promise.all(running)
      agent.destroy()
    },
    close() {
      for (const { stopListening } of writers) stopListening()
    },
  }
}

type Call = { readonly method: string; readonly path: string; readonly body?: unknown }
type WriterOptions = WitnessOptions & { send(token: string, call: Call): Promise<Answer | undefined> }

function createWriter({ issuer, origin, random, notifications, send }: WriterOptions, writer: Writer) {
  const { subject, organisation, guests } = writer
  const token = tokenKeeper(issuer, { subject, organisation, roles: ['ca:user', 'odt:user'] })
  const follower = followEvents({ origin, token, after: 0 })
  const testimony: Testimony = {
    tenant: `organisation:${organisation}`,
    subject,
    saves: [],
    moves: [],
    people: [],
    seen: follower.seen,
    odd: [],
  }
  const movable = [...notifications(subject)]
  /** Returns true if the call was acknowledged. An answer that neither acknowledges nor says "later" is recorded as odd. */
  const granted = (call: Call, answer: Answer | undefined): answer is Answer => {
    if (answer === undefined || answer.status === 503) return false
    if (answer.status < 300) return true
    testimony.odd.push(`${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return false
  }

  async function save(): Promise<boolean> {
    const made: Testimony['saves'][number] = { number: testimony.saves.length + 1, version: undefined }
    testimony.saves.push(made)
    const notifications = { ...DEFAULT_SETTINGS, webhook: { url: [`https://count.example/${made.number}`] } }
    const call = { method: 'PUT', path: `/api/v1/userconfig/${subject}`, body: { notifications } }
    const answer = await send(await token(), call)
    if (!granted(call, answer)) return false
    made.version = Number(answer.etag?.replaceAll('"', ''))
    return true
  }
  async function move(id: string): Promise<boolean> {
    const state = Math.floor(random() * MOVED_STATES.length) + 1
    const made = { id, state, acknowledged: false }
    testimony.moves.push(made)
    const body = [{ id, state: MOVED_STATES[state - 1] }]
    const call = { method: 'PATCH', path: '/api/v1/notifications', body }
    made.acknowledged = granted(call, await send(await token(), call))
    return made.acknowledged
  }
  async function bring(): Promise<boolean> {
    const made = { subject: `${guests}-${testimony.people.length}`, acknowledged: false }
    testimony.people.push(made)
    const who = { subject: made.subject, organisation: guests, roles: [] }
    const call = { method: 'GET', path: `/api/v1/userconfig/${made.subject}` }
    made.acknowledged = granted(call, await send(await issuer.token(who), call))
    return made.acknowledged
  }
  const step = (): Promise<boolean> => {
    const draw = random()
    const id = draw < 0.3 ? movable.pop() : undefined
    if (id !== undefined) return move(id)
    return draw < 0.4 ? bring() : save()
  }
  return { testimony, step, stopListening: follower.close }
}

/** Returns a function that returns a token of one person and signs a new one before the old one expires. */
export function tokenKeeper(issuer: TestIssuer, who: Parameters<TestIssuer['token']>[0]): () => Promise<string> {
  let kept: { token: string; until: number } | undefined
  return async () => {
    if (kept === undefined || kept.until < Date.now()) {
      const token = await issuer.token({ ...who, lifeS: TOKEN_LIFE_S })
      kept = { token, until: Date.now() + (TOKEN_LIFE_S / 2) * 1_000 }
    }
    return kept.token
  }
}

/** Makes one request; undefined if the connection was lost before the complete answer. */
function exchange(
  agent: Agent,
  url: string,
  { method, token, body }: { method: string; token: string; body?: unknown },
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const lost = () => resolve(undefined)
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) }
    const sent = request(url, { method, agent, headers, timeout: LOST_MS }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', lost)
      response.on('close', lost)
      response.on('end', () => {
        const { statusCode = 0, headers: told } = response
        resolve({ status: statusCode, etag: told.etag, text: Buffer.concat(pieces).toString('utf8') })
      })
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', lost)
    sent.end(text)
  })
}
