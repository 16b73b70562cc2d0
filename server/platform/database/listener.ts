import pg from 'pg'
import type { Log } from '../log.ts'
import { saidOf } from './database.ts'

export type Listener = {
  /** Calls back for each message of a channel, and with undefined after each (re)connection: a message may have been missed. */
  on(channel: string, callback: (payload: string | undefined) => void): void
  connected(): boolean
  close(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const PULSE_MS = 10_000

/** Returns one connection that listens for the database's notifications, as long as the process lives. */
export function createListener(options: { readonly url: string; readonly name: string; readonly log: Log }): Listener {
  const callbacks = new Map<string, Set<(payload: string | undefined) => void>>()
  let client: pg.Client | undefined
  let closed = false
  let pause = FIRST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of callbacks.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    client = next
    pause = FIRST_PAUSE_MS
    for (const set of callbacks.values()) for (const callback of set) callback(undefined)
  }
  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return
    client = undefined
    if (error) options.log.warn(saidOf(error), 'the listening connection was lost')
    // The connection is lost permanently. An error while closing it does not matter.
    lost.end().catch(() => undefined)
    schedule(0)
  }
  function schedule(delayMs: number): void {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        options.log.warn(saidOf(error), 'cannot listen to the database')
        pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
        schedule(pause * (0.5 + Math.random() / 2))
      })
    }, delayMs)
  }
  // A half-open connection never reports an error, so it is tested at intervals.
  const pulse = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error: Error) => lose(asked, error))
  }, PULSE_MS)
  pulse.unref()
  schedule(0)

  return {
    on(channel, callback) {
      const known = callbacks.get(channel)
      if (known) known.add(callback)
      else callbacks.set(channel, new Set([callback]))
      client
        ?.query(`listen ${pg.escapeIdentifier(channel)}`)
        .catch((error: Error) => options.log.warn(saidOf(error), 'cannot listen'))
    },
    connected: () => client !== undefined,
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(pulse)
      const open = client
      client = undefined
      await open?.end()
    },
  }
}
