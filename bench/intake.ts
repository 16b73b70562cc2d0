/**
 * Measures the intake of messages: a thousand messages at once, the same with the product killed in the middle, and the list of ten thousand events
 * in each encoding. `npm run bench -- intake` does everything through the API, on the whole product as `npm start` runs it.
 */
import { parseArgs } from 'node:util'
import { type MadeMessage, makeMessages } from './intake/messages.ts'
import { type ReadAnswer, readOnce } from './intake/read-once.ts'
import { spreadOf } from './measures/quantile.ts'
import { machineLine } from './stage/machine.ts'
import { startWhole, type Whole } from './stage/whole.ts'

const WHO = { subject: 'flight', organisation: 'bench', roles: ['ca:user'], lifeS: 3_600 }
const BATCH = 50
const LIST_READS = 40

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000' },
    events: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})
const [count, events] = [Number(values.messages), Number(values.events)]
const say = (text: string) => process.stdout.write(`${text}\n`)

type IntakeAnswer = { readonly status: string; readonly messageId: string | null }
type Client = {
  post(batch: readonly MadeMessage[]): Promise<IntakeAnswer[]>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  readonly authorization: string
}

async function clientOf(whole: Whole): Promise<Client> {
  const authorization = `Bearer ${await whole.issuer.token(WHO)}`
  return {
    authorization,
    async post(batch) {
      const body = batch.map(({ text }) => text).join('\n')
      const headers = { authorization, 'content-type': 'text/plain' }
      const response = await fetch(`${whole.origin}/api/v1/ca/cdms`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`POST cdms: ${response.status} ${await response.text()}`)
      return (await response.json()) as IntakeAnswer[]
    },
    get: (path, headers = {}) => fetch(`${whole.origin}${path}`, { headers: { authorization, ...headers } }),
  }
}

async function totalOf(client: Client, path: string): Promise<number> {
  const response = await client.get(path)
  await response.text()
  return Number(response.headers.get('x-total-count'))
}

function requireAll(taken: readonly IntakeAnswer[], status: string): void {
  const other = taken.find((one) => one.status !== status)
  if (other !== undefined) throw new Error(`${other.messageId} is ${other.status}, not ${status}`)
}

async function throughput(client: Client): Promise<void> {
  const made = makeMessages(count, Date.now(), 'ONCE')
  const begun = performance.now()
  requireAll(await client.post(made), 'accepted')
  const seconds = (performance.now() - begun) / 1_000
  say(`${count} messages in one upload: ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} messages/s`)
  const again = performance.now()
  requireAll(await client.post(made), 'duplicate')
  say(`the same again, all duplicates: ${((performance.now() - again) / 1_000).toFixed(1)} s`)
}

/** Uploads in batches and kills the product in the middle; the client sends a batch again when it gets no answer, as any client has to. */
async function killed(whole: Whole, client: Client): Promise<void> {
  const before = await totalOf(client, '/api/v1/ca/cdms?limit=1')
  const made = makeMessages(count, Date.now(), 'KILL')
  const acknowledged = new Set<string>()
  let died = false
  for (let at = 0; at < made.length; at += BATCH) {
    if (!died && at >= made.length / 2) {
      died = true
      const inFlight = client.post(made.slice(at, at + BATCH)).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 120))
      whole.door().kill('SIGKILL')
      await inFlight
      whole.restart()
      await whole.door().line(/Apsis is ready/)
    }
    for (const { messageId } of await client.post(made.slice(at, at + BATCH)))
      if (messageId !== null) acknowledged.add(messageId)
  }
  const total = (await totalOf(client, '/api/v1/ca/cdms?limit=1')) - before
  const lost = [...acknowledged].length - total
  say(`killed with -9 in the middle: ${acknowledged.size} acknowledged, ${total} stored, ${lost} lost or doubled`)
  if (total !== count) throw new Error(`${count} messages were sent, ${total} are there`)
}

async function list(whole: Whole, client: Client): Promise<void> {
  const have = await totalOf(client, '/api/v1/ca/conjunctions?limit=1')
  const made = makeMessages(Math.max(0, events - have), Date.now(), 'MANY')
  for (let at = 0; at < made.length; at += 1_000) requireAll(await client.post(made.slice(at, at + 1_000)), 'accepted')
  const { authorization } = client
  const total = await totalOf(client, '/api/v1/ca/conjunctions?limit=1')
  // The first list after ten thousand changes writes all changed events, even if its page has only one event.
  whole.door().kill('SIGKILL')
  await whole.door().ended
  whole.restart()
  await whole.door().line(/Apsis is ready/)
  say(`list of ${total} events, as its last byte comes:`)
  const path = `/api/v1/ca/conjunctions?limit=${Math.min(10_000, events)}`
  let etag = ''
  const show = (name: string, reads: readonly ReadAnswer[]) => {
    const [time, first] = [spreadOf(reads.map(({ ms }) => ms)), spreadOf(reads.map(({ firstMs }) => firstMs))]
    const size = `${((reads[0]?.bytes ?? 0) / 1e6).toFixed(2)} MB`
    say(
      `  ${name.padEnd(22)} ${size.padStart(9)}  p50 ${time.p50.toFixed(0)}, p95 ${time.p95.toFixed(0)}, max ${time.max.toFixed(0)} ms; first byte p50 ${first.p50.toFixed(0)} ms`,
    )
  }
  const read = (headers: Readonly<Record<string, string>>) =>
    readOnce(whole.origin, path, { authorization, ...headers })
  show('first after a start', [await read({ 'accept-encoding': 'zstd' })])
  for (const encoding of ['zstd', 'br', 'gzip', 'identity']) {
    const reads: ReadAnswer[] = []
    for (let n = 0; n < LIST_READS; n += 1) reads.push(await read({ 'accept-encoding': encoding }))
    etag = reads.at(-1)?.etag ?? ''
    show(encoding, reads)
  }
  const unchanged: ReadAnswer[] = []
  for (let n = 0; n < LIST_READS; n += 1) {
    const one = await read({ 'if-none-match': etag })
    if (one.status === 304) unchanged.push(one)
    etag = one.etag
  }
  // As time passes, one of the ten thousand events changes every few seconds; then the list is sent again, and this loop does not count it.
  if (unchanged.length < LIST_READS / 2) throw new Error('an unchanged list was sent again')
  show('unchanged (304)', unchanged)
  const changed: ReadAnswer[] = []
  for (const one of makeMessages(LIST_READS, Date.now(), 'MORE')) {
    requireAll(await client.post([one]), 'accepted')
    changed.push(await read({ 'accept-encoding': 'zstd' }))
  }
  show('zstd, one event changed', changed)
}

if (values.help) say('Usage: npm run bench -- intake [--messages N] [--events N]')
else {
  say(machineLine())
  const whole = await startWhole()
  try {
    const client = await clientOf(whole)
    await throughput(client)
    await killed(whole, client)
    await list(whole, client)
  } finally {
    await whole.stop()
  }
}
