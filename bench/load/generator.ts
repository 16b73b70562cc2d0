/** Sends requests over connections that stay open, and times them. */
import { Agent, request } from 'node:http'
import type { Member } from '@apsis/server/platform/testing/crowd.ts'
import type { LoadRequest } from './mix.data.ts'
import type { Due } from './schedule.ts'

export type Answer = { readonly outcome: string; readonly etag: string | undefined; readonly bytes: number }

export type Sender = {
  send(member: Member, sent: LoadRequest): Promise<Answer>
  close(): void
}

const TIMEOUT_MS = 30_000

/** Creates a sender to one server, with a token for each member. */
export function createSender(origin: string, tokens: ReadonlyMap<string, string>): Sender {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_024 })
  const { hostname, port } = new URL(origin)
  return {
    send({ subject }, { method, path, body }) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers: Record<string, string | number> = {
        authorization: `Bearer ${tokens.get(subject) ?? ''}`,
        // Browsers send this header; the bytes of the answers are counted and not unpacked.
        'accept-encoding': 'gzip, br',
      }
      if (text !== undefined) {
        headers['content-type'] = 'application/json'
        headers['content-length'] = Buffer.byteLength(text)
      }
      return new Promise((resolve) => {
        const fail = (error: NodeJS.ErrnoException) =>
          resolve({ outcome: error.code ?? error.name, etag: undefined, bytes: 0 })
        const options = { hostname, port, method, path, agent, headers, timeout: TIMEOUT_MS }
        const outgoing = request(options, (response) => {
          let bytes = 0
          response.on('data', (piece: Buffer) => {
            bytes += piece.length
          })
          response.on('error', fail)
          response.on('end', () =>
            resolve({ outcome: String(response.statusCode), etag: response.headers.etag, bytes }),
          )
        })
        outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })))
        outgoing.on('error', fail)
        outgoing.end(text)
      })
    },
    close: () => agent.destroy(),
  }
}

export type Sample = { readonly operation: string; readonly ms: number; readonly outcome: string }
export type OpenLoop = { readonly samples: readonly Sample[]; readonly seconds: number }

/**
 * Sends each request when it is due, whether or not earlier ones have been answered, and measures from that moment: if a request waits because the
 * generator or the server was late, its latency includes the wait.
 */
export async function runOpenLoop(
  sender: Sender,
  schedule: readonly Due[],
  onAnswer: (due: Due, answer: Answer) => void = () => undefined,
): Promise<OpenLoop> {
  const samples: Sample[] = []
  const running: Promise<void>[] = []
  const began = performance.now()
  const fire = (due: Due): void => {
    const sending = sender.send(due.member, due.operation.request(due.member, due.draw)).then((answer) => {
      samples.push({
        operation: due.operation.name,
        ms: performance.now() - began - due.atMs,
        outcome: answer.outcome,
      })
      onAnswer(due, answer)
    })
    running.push(sending)
  }
  for (const due of schedule) {
    const early = due.atMs - (performance.now() - began)
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    fire(due)
  }
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(running)
  return { samples, seconds }
}

/** Returns the answers per second when each connection sends its next request as soon as the last is answered. */
export async function runClosedLoop(
  sender: Sender,
  { crowd, request: make, connections, seconds }: ClosedLoop,
): Promise<{ readonly perSecond: number; readonly errors: number }> {
  let answered = 0
  let errors = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      const member = crowd[place % crowd.length]
      while (member && performance.now() < until) {
        const { outcome } = await sender.send(member, make(member))
        if (outcome === '200') answered += 1
        else errors += 1
      }
    }),
  )
  return { perSecond: answered / ((performance.now() - began) / 1_000), errors }
}

export type ClosedLoop = {
  readonly crowd: readonly Member[]
  readonly request: (member: Member) => LoadRequest
  readonly connections: number
  readonly seconds: number
}
