import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Database, type SharedDb, saidOf } from '../database/database.ts'
import { oldestWaitingS } from '../jobs/job.repository.ts'
import type { Queue } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { askOutside } from '../outbound/ask-outside.ts'
import { closeServer } from '../process/close-server.ts'
import { pool } from '../thread/pool.ts'
import { countForcedEnds, findRecentEnds } from './forced-end.repository.ts'
import { mergeMetrics, type ProcessMetrics } from './merge-metrics.ts'
import type { Metrics } from './metrics.ts'
import type { Neighbour } from './process.repository.ts'

const CHECK_MS = 1_000
const LEAST_FREE_SHARE = 0.1
/** If the watchdog ends this number of processes within ten minutes, that is reported as a fault. */
const REPEATED_ENDS = 3

export type OpsOptions = {
  readonly host: string
  readonly port: number
  readonly db: Database
  readonly queue: Queue
  readonly metrics: Metrics
  readonly log: Log
  /** The folder whose disk must have free space; undefined if the data is elsewhere. */
  readonly dataDir: string | undefined
  readonly draining: () => boolean
  /** The effective settings, without secrets. */
  readonly config: Readonly<Record<string, unknown>>
  /** Updates the metrics of the domain. */
  readonly figures?: () => Promise<void>
  /** Returns other processes of this machine, whose metrics are added to those of this process. */
  readonly neighbours?: () => Promise<readonly Neighbour[]>
}

export type Ops = { readonly port: number; close(): Promise<void> }

/** Serves health, metrics and settings on a separate port, which is never public. */
export async function startOps(options: OpsOptions): Promise<Ops> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
      response.end(body)
    }
    route(options, request.url?.split('?')[0] ?? '/', answer).catch((error: unknown) => {
      options.log.error({ err: error }, 'an operation page failed')
      answer(500, '{"ok":false}')
    })
  })
  const port = await listen(server, options)
  return { port, close: () => closeServer(server) }
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken (APSIS_OPS_PORT): choose another, or 0 for any free one`)
          : error,
      )
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

type AnswerWith = (status: number, body: string, type?: string) => void

async function route(options: OpsOptions, path: string, answer: AnswerWith): Promise<void> {
  if (path === '/livez') return answer(200, '{"ok":true}')
  if (path === '/readyz' || path === '/startupz') {
    const checks = await readiness(options)
    const ok = checks.every((check) => check.ok)
    const isDegraded = checks.some(({ degraded }) => degraded === true)
    return answer(ok ? 200 : 503, JSON.stringify({ ok, ...(isDegraded && { degraded: true }), checks }))
  }
  if (path === '/metrics' || path === OWN_METRICS) {
    await measure(options)
    const others = path === OWN_METRICS ? [] : await readNeighbours(options)
    const own = { text: await options.metrics.registry.metrics() }
    return answer(200, mergeMetrics([own, ...others]), 'text/plain; version=0.0.4')
  }
  if (path === '/internal/config') return answer(200, JSON.stringify(options.config))
  answer(404, '{"ok":false}')
}

type ReadyCheck = {
  name: string
  ok: boolean
  /** True if this part can answer, but has a fault that somebody should look into. */
  degraded?: true
  message?: string
}

async function readiness({ db, dataDir, draining }: OpsOptions): Promise<ReadyCheck[]> {
  const checks: ReadyCheck[] = [{ name: 'accepting', ok: !draining() }]
  let ends: ReadyCheck | undefined
  checks.push(
    await attempt('database', () =>
      within(
        CHECK_MS,
        db.shared(async (tx) => {
          await oldestWaitingS(tx)
          ends = await watchdogCheck(tx)
        }),
      ),
    ),
  )
  if (ends !== undefined) checks.push(ends)
  if (dataDir !== undefined) {
    checks.push(
      await attempt('disk', async () => {
        const { bavail, blocks } = await statfs(dataDir)
        if (bavail / blocks < LEAST_FREE_SHARE) throw new Error('less than 10 % of the disk is free')
      }),
    )
  }
  return checks
}

/**
 * Checks the ends by the watchdog, of any process of the installation. They never make a process unready: it still answers. If it
 * were taken out of service because a worker is ended repeatedly, the only working part would be lost (docs/domain/operation.md).
 */
async function watchdogCheck(tx: SharedDb): Promise<ReadyCheck> {
  const { ten_minutes: ends, last_at, kind, work } = await findRecentEnds(tx)
  if (ends < REPEATED_ENDS) return { name: 'watchdog', ok: true }
  const last = `the last was ${kind} at ${last_at?.toISOString()}, at work on ${work?.join(', ') || 'nothing that has a name'}`
  const message = `${ends} processes stood still and were ended within 10 minutes; ${last}`
  return { name: 'watchdog', ok: true, degraded: true, message }
}

async function attempt(name: string, work: () => Promise<void>): Promise<ReadyCheck> {
  try {
    await work()
    return { name, ok: true }
  } catch (error) {
    return { name, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Answers the metrics of this process only. */
const OWN_METRICS = '/metrics/own'
const NEIGHBOUR_MS = 3_000
/** A process that listens at one of these addresses (every address of its machine) is queried at the local one. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Returns the metrics of the other processes of this machine; a process that does not answer is reported as such. */
async function readNeighbours({ neighbours, host, metrics, log }: OpsOptions): Promise<ProcessMetrics[]> {
  if (neighbours === undefined) return []
  metrics.up.reset()
  const known = await neighbours().catch((error: unknown) => {
    log.warn(saidOf(error), 'the other processes of this machine could not be read')
    return []
  })
  const name = ANY_ADDRESS.has(host) ? 'localhost' : host
  const asked = known.map(async ({ kind, pid, port }) => {
    try {
      const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}${OWN_METRICS}`
      const answer = await askOutside(address, { proxy: undefined, signal: AbortSignal.timeout(NEIGHBOUR_MS) })
      const text = (await buffer(answer.body)).toString('utf8')
      const isGood = answer.status === 200
      metrics.up.set({ kind, pid }, isGood ? 1 : 0)
      return isGood ? [{ text, pid }] : []
    } catch (error) {
      metrics.up.set({ kind, pid }, 0)
      log.warn({ err: error, kind, pid }, 'a process of this machine does not tell its figures')
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}

async function measure({ db, queue, metrics, log, figures }: OpsOptions): Promise<void> {
  await figures?.()
  for (const [state, count] of Object.entries(db.connections())) metrics.connections.set({ state }, count)
  const { waiting, running, ...ends } = pool.figures()
  for (const [state, count] of Object.entries({ waiting, running })) metrics.pool.set({ state }, count)
  metrics.poolEnds.reset()
  for (const [how, count] of Object.entries(ends)) metrics.poolEnds.inc({ how }, count)
  try {
    for (const { name, waiting, running, dead } of await queue.counts()) {
      for (const [state, count] of Object.entries({ waiting, running, dead }))
        metrics.jobs.set({ queue: name, state }, count)
    }
    metrics.oldestJob.set(await db.shared(oldestWaitingS))
    const ends = await db.shared(countForcedEnds)
    metrics.forcedEnds.reset()
    for (const { kind, ends: count } of ends) metrics.forcedEnds.inc({ kind }, count)
  } catch (error) {
    // The other metrics are needed most when the database is unavailable.
    log.warn(saidOf(error), 'the figures of the queue could not be read')
  }
}
