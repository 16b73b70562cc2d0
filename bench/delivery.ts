/** From the cause of a notice to its receiver, idle and under load, on a database and with receivers of its own. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { syncReceivers } from '@apsis/server/delivery/channel.service.ts'
import { notify } from '@apsis/server/notifications/notification.service.ts'
import { insertMember, updateMember } from '@apsis/server/platform/auth/member.repository.ts'
import { createSecretBox } from '@apsis/server/platform/auth/secret-box.ts'
import { readConfig } from '@apsis/server/platform/config.ts'
import { openDatabase } from '@apsis/server/platform/database/database.ts'
import { openQueue } from '@apsis/server/platform/jobs/jobs.ts'
import { startStandingWork } from '@apsis/server/platform/jobs/standing-work.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { createMetrics } from '@apsis/server/platform/operation/metrics.ts'
import { deliveryWork } from '@apsis/server/standing-works.ts'
import { DELIVERY_POLL_MS, DELIVERY_TURNS } from '@apsis/server/worker.ts'
import { machineLine } from './machine.ts'
import { startBenchDatabase } from './measures/bench-database.ts'
import { spreadOf } from './measures/quantile.ts'

/** Organisations with one receiver each: what a receiver is sent comes one after the other. */
const ORGANISATIONS = 20
const IDLE_NOTICES = 100
/** Far enough from each other that nothing is under way when the next comes, and at no fixed place between two looks. */
const IDLE_PAUSE_MS = 250
const LOAD_PER_S = 200
const LOAD_S = 20
const DRAIN_LIMIT_MS = 120_000

const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })

async function main(): Promise<void> {
  const database = await startBenchDatabase(log)
  const { dataDir, appUrl: url } = database
  const db = openDatabase({ url, pool: 20, name: 'apsis-bench', log })
  const queue = await openQueue({ url, pool: 2, log }, 'runtime')
  const keyFile = join(dataDir, 'delivery.key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const config = readConfig({ APSIS_DELIVERY_LOOPBACK: 'true', APSIS_DELIVERY_KEY_FILE: keyFile }, dataDir)

  const waits: number[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString('utf8')
    })
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { title: string } }
      waits.push(performance.now() - Number(data.title))
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
      const settings = {
        ...DEFAULT_SETTINGS,
        webhook: { enabled: true, url: [`http://127.0.0.1:${port}/${tenantId}`] },
      }
      const floor = { box: createSecretBox(keyFile), now: Date.now }
      await syncReceivers(tx, floor, { tenantId, subject: 'ada', service: 'ca', settings })
    })
  }
  const sender = await startStandingWork({
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
  const arrived = async (count: number) => {
    const end = performance.now() + DRAIN_LIMIT_MS
    while (waits.length < count && performance.now() < end) await pause(50)
    if (waits.length !== count) throw new Error(`${waits.length} of ${count} notices arrived`)
    const { p50, p99, max } = spreadOf(waits.splice(0))
    return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`
  }

  console.log(machineLine())
  for (let n = 0; n < IDLE_NOTICES; n++) {
    await tell(n)
    await pause(IDLE_PAUSE_MS * (0.5 + Math.random()))
  }
  console.log(`idle, ${IDLE_NOTICES} notices: ${await arrived(IDLE_NOTICES)}`)
  const [begun, cpu, databaseS] = [performance.now(), process.cpuUsage(), database.processorSeconds()]
  const told: Promise<void>[] = []
  for (let n = 0; n < LOAD_PER_S * LOAD_S; n++) {
    told.push(tell(n))
    await pause(Math.max(0, begun + (n * 1_000) / LOAD_PER_S - performance.now()))
  }
  await Promise.all(told)
  const rate = told.length / ((performance.now() - begun) / 1_000)
  console.log(`${rate.toFixed(0)} notices/s to ${ORGANISATIONS} receivers: ${await arrived(told.length)}`)
  const { user, system } = process.cpuUsage(cpu)
  // Raising, sending and receiving are one process here; a busy machine changes its times, and hardly its work.
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
