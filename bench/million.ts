/** What a screening costs as catalogues grow, measured; and how long a cluster takes for a million objects, simulated. */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '@apsis/astro/random.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import { machineLine } from './machine.ts'
import { simulateCluster } from './million/simulate-cluster.ts'

const START = parseTime('2026-03-01T00:00:00.000')
const DAY_S = 86_400
const THRESHOLD_M = 5000

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '27000,100000,300000,1000000' },
    cores: { type: 'string', default: '2,16,64,256,1024' },
    'parts-s': { type: 'string', default: '480,3200' },
    // How much of a day is measured, from eight hours on.
    'measured-s': { type: 'string', default: '3200' },
  },
})
const [sizes, cores, partLengths] = [values.sizes, values.cores, values['parts-s']].map((list) =>
  list.split(',').map(Number),
) as [number[], number[], number[]]

const measuredS = Number(values['measured-s'])

interface Cost {
  readonly size: number
  readonly threadS: number
  readonly events: number
}

async function main(): Promise<void> {
  const load = loadavg().map((value) => value.toFixed(1))
  say(`${machineLine()}; one thread; load averages ${load.join(', ')}; synthetic catalogues, nearer than 5 km`)
  const costs: Cost[] = []
  for (const size of sizes) costs.push(await measure(size))
  const largest = costs.at(-1)
  if (largest === undefined) return
  say(
    `\n${largest.size} objects × 24 h on a cluster, simulated: durations of parts vary by a third, a worker is killed in`,
  )
  say('every hundredth part and found out after 45 s, a part is claimed and its rows are stored in 0.1 s')
  for (const partS of partLengths) {
    const parts = Math.ceil(DAY_S / partS)
    const meanS = (largest.threadS * partS) / DAY_S
    for (const workers of cores) {
      const random = seededRandom(workers)
      const { makespanS, busy } = simulateCluster({ parts, meanS, workers, random, ...RISKS })
      say(
        `  parts of ${String(partS).padStart(5)} s, ${String(workers).padStart(5)} cores: ${makespanS.toFixed(1).padStart(8)} s, ` +
          `${(100 * busy).toFixed(0).padStart(3)} % of the cores at work`,
      )
    }
  }
}

const RISKS = { spread: 1 / 3, overheadS: 0.1, killShare: 0.01, detectionS: 45 }

async function measure(size: number): Promise<Cost> {
  const began = performance.now()
  const models = makeCatalogue({ seed: 1, size, epoch: START }).map(initSgp4)
  const made = performance.now()
  const screener = await openScreener(models, START, { threads: 1 })
  try {
    const question = { durationS: DAY_S, thresholdM: THRESHOLD_M }
    await screener.screen({ ...question, span: { fromS: 0, toS: 480 } })
    const ready = performance.now()
    const { encounters } = await screener.screen({ ...question, span: { fromS: 28_800, toS: 28_800 + measuredS } })
    const seconds = (performance.now() - ready) / 1000
    const factor = DAY_S / measuredS
    const cost = { size, threadS: seconds * factor, events: encounters.length * factor }
    say(
      `${String(size).padStart(8)} objects: ${seconds.toFixed(2).padStart(7)} s for ${measuredS} s, so ${cost.threadS.toFixed(0).padStart(6)} ` +
        `thread-seconds and ${cost.events.toFixed(0).padStart(9)} encounters a day; elements ${((made - began) / 1000).toFixed(1)} s, ` +
        `loading ${((ready - made) / 1000).toFixed(1)} s, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB in all`,
    )
    return cost
  } finally {
    await screener.close()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
