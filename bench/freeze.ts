/**
 * Sends the worst texts that are allowed, and measures meanwhile how long all other requests wait and how much memory grows. `npm run bench --
 * freeze` runs it on the whole product as `npm start` runs it.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { CASES, type FreezeCase } from './freeze/cases.ts'
import type { Sending } from './freeze/send-thread.ts'
import { makeMessages } from './intake/messages.ts'
import { spreadOf } from './measures/quantile.ts'
import { machineLine } from './stage/machine.ts'
import { startWhole, type Whole } from './stage/whole.ts'

/** The longest wait of other requests at the 99th percentile, and the largest growth of memory (reliability.md §2.5). */
const MOST_WAIT_MS = 100
const MOST_GROWTH_MIB = 300
const PROBE_EVERY_MS = 50
const LONGEST_MS = 300_000
const MIB = 1024 ** 2
const ROLES = ['ca:user']
const ATTACKER = { subject: 'attacker', organisation: 'hostile', roles: ROLES, lifeS: 3_600 }
const OTHER = { subject: 'other', organisation: 'quiet', roles: ROLES, lifeS: 3_600 }

const { values } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type FreezeResult = {
  readonly waitsMs: readonly number[]
  /** The waiting times of the other organisation's ordinary messages. */
  readonly messagesMs: readonly number[]
  readonly bad: ReadonlyMap<string, number>
  readonly growthMiB: number
  readonly answers: readonly string[]
  readonly tookMs: number
}

/** Returns the memory in bytes of all processes of the product except the database. */
function memoryOf(root: number): number {
  const parents = new Map<number, { readonly parent: number; readonly bytes: number; readonly isDatabase: boolean }>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      const isDatabase = /^Name:\s+postgres/m.test(status)
      parents.set(Number(name), { parent: field('PPid'), bytes: field('RssAnon') * 1024, isDatabase })
    } catch {
      // The process ended while its memory was being read.
    }
  }
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid)?.parent ?? 0))
  let total = 0
  for (const [pid, { bytes, isDatabase }] of parents) if (!isDatabase && isOurs(pid)) total += bytes
  return total
}

/** Starts a thread, and returns a function that lets the thread send a request and returns the result. */
function openSender(sending: Sending): () => Promise<string> {
  const thread = new Worker(new URL('./freeze/send-thread.ts', import.meta.url), { workerData: sending })
  return async () => {
    thread.postMessage('send')
    const [answer] = (await once(thread, 'message')) as [string]
    await thread.terminate()
    return answer
  }
}

async function timed(work: () => Promise<Response>): Promise<{ readonly ms: number; readonly status: string }> {
  const began = performance.now()
  try {
    const response = await work()
    await response.text()
    return { ms: performance.now() - began, status: String(response.status) }
  } catch (error) {
    return { ms: performance.now() - began, status: error instanceof Error ? error.name : String(error) }
  }
}

async function run(whole: Whole, one: FreezeCase): Promise<FreezeResult> {
  const [mine, theirs] = await Promise.all([whole.issuer.token(ATTACKER), whole.issuer.token(OTHER)])
  const other = { authorization: `Bearer ${theirs}` }
  const text = one.body()
  const body = new Uint8Array(typeof text === 'string' ? Buffer.from(text) : text)
  const headers = { authorization: `Bearer ${mine}`, 'content-type': one.type }
  const sending: Sending = { url: `${whole.origin}${one.path}`, headers, body, limitMs: LONGEST_MS }
  const senders = Array.from({ length: one.times ?? 1 }, () => openSender(sending))
  await pause(1_000)
  const root = whole.door().pid
  const before = memoryOf(root)
  let peak = before
  let isOver = false
  const waitsMs: number[] = []
  const messagesMs: number[] = []
  const bad = new Map<string, number>()
  const note = (status: string) => {
    if (status !== '200') bad.set(status, (bad.get(status) ?? 0) + 1)
  }
  const probe = async (url: string, headers: Record<string, string>) => {
    while (!isOver) {
      const { ms, status } = await timed(() => fetch(url, { headers, signal: AbortSignal.timeout(LONGEST_MS) }))
      waitsMs.push(ms)
      note(status)
      await pause(PROBE_EVERY_MS)
    }
  }
  const intake = async () => {
    for (let count = 0; !isOver; count += 1) {
      const text = makeMessages(1, Date.now(), `OTHER-${Date.now()}-${count}`)[0]?.text ?? ''
      const headers = { ...other, 'content-type': 'text/plain' }
      const { ms, status } = await timed(() =>
        fetch(`${whole.origin}/api/v1/ca/cdms`, { method: 'POST', headers, body: text }),
      )
      messagesMs.push(ms)
      note(status)
      await pause(1_000)
    }
  }
  const memory = async () => {
    for (; !isOver; await pause(200)) peak = Math.max(peak, memoryOf(root))
  }
  const watching = [
    probe(`${whole.origin}/api/v1/status`, other),
    probe(`${whole.origin}/api/v1/ca/satellites?limit=1`, other),
    probe(`${whole.opsOrigin}/livez`, {}),
    intake(),
    memory(),
  ]
  const began = performance.now()
  const answers = await Promise.all(senders.map((send) => send()))
  const tookMs = performance.now() - began
  // After a short attack, the bench measures for another short time, so that delayed effects are seen.
  await pause(1_500)
  isOver = true
  await Promise.all(watching)
  return { waitsMs, messagesMs, bad, growthMiB: (peak - before) / MIB, answers, tookMs }
}

function row(name: string, { waitsMs, messagesMs, bad, growthMiB, answers, tookMs }: FreezeResult): string {
  const { p50, p99, max } = spreadOf(waitsMs)
  const intake = spreadOf(messagesMs)
  const ms = (value: number) => value.toFixed(0).padStart(6)
  const troubles = [...bad].map(([status, count]) => `${count} × ${status}`).join(', ')
  const counted = [...Map.groupBy(answers, (answer) => answer)].map(([answer, all]) => `${all.length} × ${answer}`)
  return [
    name.padEnd(72),
    `${ms(p50)}${ms(p99)}${ms(max)}`,
    ms(intake.max),
    growthMiB.toFixed(0).padStart(6),
    (tookMs / 1000).toFixed(1).padStart(6),
    `${counted.join(', ')}${troubles === '' ? '' : ` | others: ${troubles}`}`,
  ].join(' ')
}

async function main(): Promise<number> {
  if (values.help) {
    say('Usage: npm run bench -- freeze [--only TEXT]')
    return 0
  }
  say(machineLine())
  say(`${'case'.padEnd(72)} ${'others wait: p50, p99, max; message max (ms)'}, memory (MiB), took (s), answer`)
  const whole = await startWhole()
  let isGood = true
  try {
    const ordinary: FreezeCase = {
      name: 'an ordinary message',
      path: '/api/v1/ca/cdms',
      type: 'text/plain',
      body: () => makeMessages(1, Date.now(), `WARM-${Date.now()}`)[0]?.text ?? '',
    }
    // One run is made in advance, so that everything that is loaded only once is already loaded.
    await run(whole, ordinary)
    for (const one of [ordinary, ...CASES].filter(({ name }) => name.includes(values.only ?? ''))) {
      const measured = await run(whole, one)
      const { p99 } = spreadOf(measured.waitsMs)
      const isFine = p99 <= MOST_WAIT_MS && measured.growthMiB <= MOST_GROWTH_MIB && !whole.door().hasEnded()
      isGood &&= isFine
      say(`${row(one.name, measured)}${isFine ? '' : '  OVER'}`)
    }
  } finally {
    await whole.stop()
  }
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    say(`The machine was busy (load average ${load.toFixed(1)}): times are not to be judged.`)
  say(
    isGood
      ? `Others wait at most ${MOST_WAIT_MS} ms (p99), memory grows by at most ${MOST_GROWTH_MIB} MiB.`
      : 'OVER THE LIMITS',
  )
  return isGood ? 0 : 1
}

process.exitCode = await main()
