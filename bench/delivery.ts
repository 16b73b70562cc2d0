/**
 * Measures the time from the cause of a notice to its receiver, idle and under load, on a database and with receivers that the bench starts itself.
 * The cause is either a notice that is raised directly, or a message that is taken in like an upload and makes its event CRITICAL. `--quick` is a
 * short run without a verdict; `--busy` measures on a machine that others use at the same time.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { takeInCdms } from '@apsis/server/ca/message/intake.service.ts'
import { cdmText } from '@apsis/server/ca/testing/cdm-text.ts'
import { syncReceivers } from '@apsis/server/delivery/channel.service.ts'
import { notify } from '@apsis/server/notifications/notification.service.ts'
import { insertMember, updateMember } from '@apsis/server/platform/auth/member.repository.ts'
import { createSecretBox } from '@apsis/server/platform/auth/secret-box.ts'
import { readConfig } from '@apsis/server/platform/config.ts'
import { openDatabase } from '@apsis/server/platform/database/database.ts'
import { openQueue } from '@apsis/server/platform/jobs/jobs.ts'
import { startRecurringWork } from '@apsis/server/platform/jobs/recurring-work.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { createMetrics } from '@apsis/server/platform/operation/metrics.ts'
import { deliveryWork } from '@apsis/server/recurring-works.ts'
import { DELIVERY_POLL_MS, DELIVERY_TURNS } from '@apsis/server/worker.ts'
import { startBenchDatabase } from './measures/bench-database.ts'
import { spreadOf } from './measures/quantile.ts'
import { foreignCoresNow, MOST_FOREIGN_CORES } from './measures/quiet.ts'
import { machineLine } from './stage/machine.ts'

/** Each organisation has one receiver, so its notices are sent one after the other. */
const ORGANISATIONS = 20
const { values: given } = parseArgs({ options: { quick: { type: 'boolean' }, busy: { type: 'boolean' } } })
const IS_QUICK = given.quick === true
const IDLE_NOTICES = IS_QUICK ? 10 : 100
/** The number of messages that are taken in without load; under load, one message is taken in for each NOTICES_A_MESSAGE notices. */
const IDLE_MESSAGES = IS_QUICK ? 10 : 100
const NOTICES_A_MESSAGE = 40
const FIRST_SECONDARY = 700_000
/**
 * The pause between messages: long enough that nothing is in progress when the next message arrives, and out of step with the interval at which the
 * product looks for work.
 */
const IDLE_PAUSE_MS = 250
const LOAD_PER_S = 200
const LOAD_S = IS_QUICK ? 3 : 20
const DRAIN_LIMIT_MS = 120_000

const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })

type Body = {
  readonly data: { readonly title: string; readonly finding?: { readonly values: { readonly designator?: string } } }
}

/** Returns the spread and the total time, once `count` notices have arrived. */
async function spreadAt(waits: number[], count: number): Promise<string> {
  const end = performance.now() + DRAIN_LIMIT_MS
  while (waits.length < count && performance.now() < end) await pause(50)
  if (waits.length !== count) throw new Error(`${waits.length} of ${count} notices arrived`)
  const { p50, p99, max } = spreadOf(waits.splice(0))
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`
}

async function main(): Promise<void> {
  const foreign = await foreignCoresNow()
  const isBusy = foreign > MOST_FOREIGN_CORES
  if (isBusy && !IS_QUICK && given.busy !== true) {
    console.log(
      `Others use ${foreign.toFixed(2)} cores of this machine: what is measured now says nothing. --busy measures all the same.`,
    )
    process.exitCode = 3
    return
  }
  const database = await startBenchDatabase(log)
  const { dataDir, appUrl: url } = database
  const db = openDatabase({ url, pool: 20, name: 'apsis-bench', log })
  const queue = await openQueue({ url, pool: 2, log }, 'runtime')
  const keyFile = join(dataDir, 'delivery.key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const config = readConfig({ APSIS_DELIVERY_LOOPBACK: 'true', APSIS_DELIVERY_KEY_FILE: keyFile }, dataDir)

  const waits: number[] = []
  const messages = { sentAt: new Map<string, number>(), waits: [] as number[] }
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString('utf8')
    })
    request.on('end', () => {
      const { data } = JSON.parse(body) as Body
      const { designator } = data.finding?.values ?? {}
      const sentAt = designator === undefined ? undefined : messages.sentAt.get(designator)
      if (designator === undefined) waits.push(performance.now() - Number(data.title))
      else if (sentAt !== undefined) {
        messages.sentAt.delete(designator)
        messages.waits.push(performance.now() - sentAt)
      }
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const tenants = Array.from({ length: ORGANISATIONS }, (_, n) => `organisation:bench-${n}`)
  for (const tenantId of tenants) {
    await db.tenant(tenantId, async (tx) => {
      await insertMember(tx, { tenant_id: tenantId, subject: 'ada', username: 'ada' })
      await updateMember(tx, { subject: 'ada', username: 'ada', roles: ['ca:user'] })
      const floor = { box: createSecretBox(keyFile), now: Date.now }
      const settings = {
        ...DEFAULT_SETTINGS,
        webhook: { enabled: true, url: [floor.box.seal(`http://127.0.0.1:${port}/${tenantId}`)] },
      }
      await syncReceivers(tx, floor, { tenantId, subject: 'ada', service: 'ca', settings })
    })
  }
  const sender = await startRecurringWork({
    works: [deliveryWork(config, createMetrics({ process: 'bench', version: 'bench' }))],
    db,
    queue,
    log,
    now: Date.now,
    pollMs: DELIVERY_POLL_MS,
    atOnce: DELIVERY_TURNS,
  })
  const tell = (n: number) => {
    const tenantId = tenants[n % ORGANISATIONS] ?? ''
    const told = { subject: undefined, audience: 'ca', code: 200, level: 'serious', message: 'm' } as const
    return db.tenant(tenantId, (tx) => notify(tx, { ...told, tenantId, title: String(performance.now()) }))
  }
  let taken = 0
  /** Takes in a message that makes a new event CRITICAL. */
  const take = async () => {
    const designator = String(FIRST_SECONDARY + taken++)
    const [now, tca] = [new Date(), new Date(Date.now() + 2 * DAY_MS).toISOString()]
    const text = cdmText({ objects: ['43617', designator], createdAt: now.toISOString(), tca })
    messages.sentAt.set(designator, performance.now())
    const owner = { tenantId: tenants[taken % ORGANISATIONS] ?? '', subject: 'ada' }
    const [answer] = await takeInCdms({ db }, owner, [{ name: 'a.cdm', bytes: Buffer.from(text) }], {
      source: 'upload',
      now,
    })
    if (answer?.status !== 'accepted') throw new Error(`a message was ${JSON.stringify(answer)}`)
  }
  const arrived = (count: number) => spreadAt(waits, count)

  console.log(machineLine())
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(
    `load averages ${load.join(', ')}; others use ${foreign.toFixed(2)} cores${isBusy || IS_QUICK ? ': not judged' : ''}`,
  )
  for (let n = 0; n < IDLE_NOTICES; n++) {
    await tell(n)
    await pause(IDLE_PAUSE_MS * (0.5 + Math.random()))
  }
  console.log(`idle, ${IDLE_NOTICES} notices: ${await arrived(IDLE_NOTICES)}`)
  // The text of the first message is read in a thread pool that has to start first.
  await take()
  await spreadAt(messages.waits, 1)
  for (let n = 0; n < IDLE_MESSAGES; n++) {
    await take()
    await pause(IDLE_PAUSE_MS * (0.5 + Math.random()))
  }
  console.log(`idle, from ${IDLE_MESSAGES} messages: ${await spreadAt(messages.waits, IDLE_MESSAGES)}`)
  const [begun, cpu, databaseS] = [performance.now(), process.cpuUsage(), database.processorSeconds()]
  const told: Promise<void>[] = []
  const taking: Promise<void>[] = []
  for (let n = 0; n < LOAD_PER_S * LOAD_S; n++) {
    told.push(tell(n))
    if (n % NOTICES_A_MESSAGE === 0) taking.push(take())
    await pause(Math.max(0, begun + (n * 1_000) / LOAD_PER_S - performance.now()))
  }
  await Promise.all(told)
  const rate = told.length / ((performance.now() - begun) / 1_000)
  console.log(`${rate.toFixed(0)} notices/s to ${ORGANISATIONS} receivers: ${await arrived(told.length)}`)
  await Promise.all(taking)
  console.log(`meanwhile, from ${taking.length} messages: ${await spreadAt(messages.waits, taking.length)}`)
  const { user, system } = process.cpuUsage(cpu)
  // One process raises, sends and receives the notices here. On a busy machine the waiting times change, but hardly the processor time.
  const [ownMs, databaseMs] = [(user + system) / 1_000, (database.processorSeconds() - databaseS) * 1_000]
  const each = (ms: number) => `${(ms / told.length).toFixed(1)} ms`
  console.log(`processor time for each notice: ${each(ownMs)} here, ${each(databaseMs)} in the database`)

  await sender.stop()
  await queue.stop(1_000)
  await db.close()
  receiver.closeAllConnections()
  receiver.close()
  await database.clear()
}

await main()
