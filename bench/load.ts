/** Sends open-loop load to the whole product with a seeded database, and in the same run to a bare `node:http` server for comparison. */
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { createCrowd, type Member, seedCrowd } from '@apsis/server/platform/testing/crowd.ts'
import { startDoor } from '@apsis/server/platform/testing/door-process.ts'
import { startDiskProbe } from './load/disk-probe.ts'
import { watchGauges } from './load/gauges.ts'
import { createSender, type OpenLoop, runClosedLoop, runOpenLoop, type Sender } from './load/generator.ts'
import { MIX } from './load/mix.data.ts'
import { errorsOf, printRun, printVerdict, say } from './load/report.ts'
import { drawSchedule } from './load/schedule.ts'
import { openStreams } from './load/streams.ts'
import { spreadOf } from './measures/quantile.ts'
import { createRandom } from './stage/random.ts'
import { startWhole, type Whole } from './stage/whole.ts'

const CROWD = { organisations: 50, members: 4, notifications: 2_000 }
const STREAMS = 40
const WARM_UP_S = 5
const BARE_S = 15
const CLOSED_S = 5
const CONNECTIONS = 16
const TOKEN_LIFE_S = 3_600

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})
const [perSecond, seconds, seed] = [Number(values.rate), Number(values.seconds), Number(values.seed)]
const random = createRandom(seed)
const crowd = createCrowd(CROWD, random)

async function main(): Promise<number> {
  if (values.help || ![perSecond, seconds, seed + 1].every((value) => value > 0 && Number.isFinite(value))) {
    say('Usage: npm run bench -- load [--rate PER_SECOND] [--seconds SECONDS] [--seed WHOLE_NUMBER]')
    return values.help ? 0 : 2
  }
  say(`seed ${seed}; ${perSecond} requests/s for ${seconds} s; Node ${process.version}`)
  say(`mix: ${MIX.map(({ name, weight }) => `${name} ${weight} %`).join(', ')}`)
  const whole = await startWhole()
  try {
    const rows = await seedCrowd(whole.database, crowd)
    say(`${crowd.length} members of ${CROWD.organisations} organisations, ${rows} rows, ${STREAMS} event streams`)
    return await measure(whole)
  } finally {
    await whole.stop()
  }
}

async function measure(whole: Whole): Promise<number> {
  const tokens = await signTokens(whole)
  const product = createSender(whole.origin, tokens)
  const bare = await startBare(await sizesOf(product), tokens)
  const before = await runBare(bare.sender)
  const streams = openStreams(whole.origin, crowd.slice(0, STREAMS), tokens)
  await runOpenLoop(product, draw(WARM_UP_S), streams.answered)
  const disk = startDiskProbe(dirname(whole.clusterDir))
  const gauges = await watchGauges(whole.opsOrigin)
  const run = await runOpenLoop(product, draw(seconds), streams.answered)
  const told = await gauges.stop()
  const syncs = spreadOf(await disk.stop())
  const after = await runBare(bare.sender)
  const missing = streams.missing()
  streams.close()

  const latency = printRun('product', run)
  const peer = printRun('bare node:http', {
    samples: [...before.samples, ...after.samples],
    seconds: before.seconds + after.seconds,
  })
  say(
    `ratio to bare: p50 ${(latency.p50 / peer.p50).toFixed(1)}×, p95 ${(latency.p95 / peer.p95).toFixed(1)}×, p99 ${(latency.p99 / peer.p99).toFixed(1)}×`,
  )
  const { p50, p99, max } = syncs
  say(`fdatasync beside it: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`)
  const cpuMs = (told.cpuS * 1_000) / run.samples.length
  say(
    `server: RSS ${told.rssMb.toFixed(0)} MB, event loop lag p99 ${told.loopLagP99Ms.toFixed(1)} ms (worst of 5 s), ${cpuMs.toFixed(2)} ms of processor per request`,
  )
  const delay = spreadOf(streams.delaysMs)
  say(
    `events: ${streams.received()} received on ${STREAMS} streams (${streams.connections()} connections), ${missing.length} missing; after the answer: p50 ${delay.p50.toFixed(1)}, p99 ${delay.p99.toFixed(1)} ms`,
  )
  await printCeilings(product, bare.sender)
  product.close()
  await bare.stop()
  const errors = [...errorsOf(run.samples).values()].reduce((sum, count) => sum + count, 0)
  return printVerdict({ latency, errors, gauges: told, disk: syncs, missingEvents: missing.length })
}

function draw(forSeconds: number) {
  return drawSchedule({ perSecond, seconds: forSeconds, operations: MIX, crowd, random })
}

async function signTokens({ issuer }: Whole): Promise<Map<string, string>> {
  const roles = ['ca:user', 'odt:user', 'payments:user']
  const signed = crowd.map(async ({ subject, organisation }): Promise<[string, string]> => {
    return [subject, await issuer.token({ subject, organisation, roles, lifeS: TOKEN_LIFE_S })]
  })
  return new Map(await Promise.all(signed))
}

/** Returns the size in bytes of the product's answer to each operation, so that the bare server sends answers of the same size. */
async function sizesOf(product: Sender): Promise<Record<string, number>> {
  const member = crowd[0] as Member
  const sizes: Record<string, number> = {}
  for (const { name, request } of MIX) sizes[name] = (await product.send(member, request(member, 0))).bytes
  return sizes
}

async function startBare(sizes: Record<string, number>, tokens: ReadonlyMap<string, string>) {
  const paths = Object.fromEntries(MIX.map(({ name }, place) => [String(place), sizes[name] ?? 0]))
  const door = startDoor('bench/load/bare-server.ts', {}, [JSON.stringify(paths)])
  const { port } = JSON.parse(await door.line(/is ready"/)) as { port: number }
  const sender = createSender(`http://127.0.0.1:${port}`, tokens)
  return {
    sender,
    async stop() {
      sender.close()
      door.kill('SIGTERM')
      await door.ended
    },
  }
}

/** Sends the same mix, bodies and arrivals to the bare server, each request to the path whose answer has the same size. */
function runBare(sender: Sender): Promise<OpenLoop> {
  const operations = MIX.map((operation, place) => ({
    ...operation,
    request: (member: Member, drawn: number) => ({ ...operation.request(member, drawn), path: `/${place}` }),
  }))
  return runOpenLoop(sender, drawSchedule({ perSecond, seconds: BARE_S, operations, crowd, random }))
}

async function printCeilings(product: Sender, bare: Sender): Promise<void> {
  say(`\nclosed loop, ${CONNECTIONS} connections, ${CLOSED_S} s each`)
  const loop = { crowd, connections: CONNECTIONS, seconds: CLOSED_S }
  for (const [place, { name, request }] of MIX.entries()) {
    if (!name.startsWith('GET userconfig') && !name.startsWith('GET openapi')) continue
    const ours = await runClosedLoop(product, { ...loop, request: (member) => request(member, 0) })
    const theirs = await runClosedLoop(bare, { ...loop, request: () => ({ method: 'GET', path: `/${place}` }) })
    const ratio = (100 * ours.perSecond) / theirs.perSecond
    say(
      `${name.padEnd(22)}${ours.perSecond.toFixed(0)}/s, bare ${theirs.perSecond.toFixed(0)}/s, ${ratio.toFixed(1)} % of it; errors ${ours.errors}`,
    )
  }
}

// The process ends by exit(), so that the embedded database is stopped, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await main()
