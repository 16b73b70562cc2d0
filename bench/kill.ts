/** Kills the product again and again while 16 writers write, and counts which messages were acknowledged, lost and stored twice. */
import { parseArgs } from 'node:util'
import { type Kind, type Phase, runPhase, type Target } from './kill/phase.ts'
import { proveChecker } from './kill/prove.ts'
import { isClean, printHead, printPhase } from './kill/report.ts'
import { startParts } from './stage/parts.ts'
import { createRandom } from './stage/random.ts'
import { startWhole } from './stage/whole.ts'

const USAGE = 'Usage: npm run bench -- kill [--quick | --prove] [--seed N] [--only KIND]'
const FULL = { api: 50, worker: 10, database: 14, postmaster: 6, start: 5, everything: 5 }
const QUICK = { api: 5, worker: 1, database: 2, postmaster: 1, start: 1, everything: 1 }
type Counts = Readonly<Record<keyof typeof FULL, number>>

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    prove: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<number> {
  const seed = Number(values.seed)
  if (values.help || !Number.isSafeInteger(seed)) {
    process.stdout.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  process.stdout.write(`seed ${seed}\n`)
  const random = createRandom(seed)
  if (values.prove) return prove(random)
  const began = performance.now()
  printHead()
  const counts = values.quick ? QUICK : FULL
  const phases = [...(await killParts(counts, random)), ...(await killWhole(counts, random))]
  const clean = phases.length > 0 && phases.every(isClean)
  const kills = phases.reduce((sum, phase) => sum + phase.kills, 0)
  const acknowledged = phases.reduce((sum, phase) => sum + phase.verdict.acknowledged, 0)
  process.stdout.write(
    `${clean ? 'Nothing lost, nothing doubled' : 'NOT CLEAN'}: ${kills} kills, ${acknowledged} writes acknowledged, ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s, seed ${seed}\n`,
  )
  return clean ? 0 : 1
}

async function prove(random: () => number): Promise<number> {
  const parts = await startParts()
  try {
    const missed = await proveChecker(parts, random)
    process.stdout.write(missed.length === 0 ? 'The checker finds all that was planted.\n' : 'THE CHECKER IS BLIND.\n')
    return missed.length === 0 ? 0 : 1
  } finally {
    await parts.stop()
  }
}

async function runAll(target: Target, kinds: readonly Kind[], random: () => number): Promise<Phase[]> {
  const phases: Phase[] = []
  for (const kind of kinds) {
    if (values.only !== undefined && !kind.name.startsWith(values.only)) continue
    const phase = await runPhase(target, kind, random)
    printPhase(phase)
    phases.push(phase)
  }
  return phases
}

/** Kills the API, the worker and the database, which run separately, as in a deployment over several machines. */
async function killParts(counts: Counts, random: () => number): Promise<Phase[]> {
  const parts = await startParts()
  const casualties = () =>
    Object.entries({ API: parts.api(), worker: parts.worker() })
      .filter(([, door]) => door.hasEnded())
      .map(([name]) => `the ${name} process did not outlive the database`)
  const kinds: Kind[] = [
    {
      name: 'api',
      kills: counts.api,
      kill() {
        parts.api().kill('SIGKILL')
        parts.restartApi()
      },
    },
    {
      name: 'worker',
      kills: counts.worker,
      kill() {
        parts.worker().kill('SIGKILL')
        parts.restartWorker()
      },
    },
    { name: 'database, all of it', kills: counts.database, kill: () => parts.killDatabase(), casualties },
    { name: 'postmaster alone', kills: counts.postmaster, kill: () => parts.killPostmaster(), casualties },
  ]
  try {
    return await runAll(parts, kinds, random)
  } finally {
    await parts.stop()
  }
}

/** Kills processes of the whole product, as `npm start` runs it. */
async function killWhole(counts: Counts, random: () => number): Promise<Phase[]> {
  const whole = await startWhole()
  const kinds: Kind[] = [
    {
      name: 'start (API inside)',
      kills: counts.start,
      async kill() {
        whole.door().kill('SIGKILL')
        await whole.door().ended
        whole.restart()
      },
    },
    {
      name: 'everything at once',
      kills: counts.everything,
      async kill() {
        whole.door().kill('SIGKILL')
        whole.killDatabase()
        await whole.door().ended
        whole.restart()
      },
    },
  ]
  try {
    return await runAll(whole, kinds, random)
  } finally {
    await whole.stop()
  }
}

// The process ends by exit(), so that the embedded database is stopped, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await main()
