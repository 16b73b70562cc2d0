/**
 * Measures how long it takes to merge the sources of the whole catalogue: 30,000 sets of Space-Track, 14,000 of a group of CelesTrak and 9,000
 * supplemental ones. The process measures its own peak memory, which does not include the reading of the texts. A process of its own then reads
 * ephemerides of neighbours (exchange/neighbours.ts).
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { seededRandom } from '@apsis/astro/random.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { readGp } from '@apsis/server/tle/gp-format.ts'
import { type ListedSet, mergeCatalogue } from '@apsis/server/tle/merge-catalogue.ts'
import { gpRow } from '@apsis/tools/services/space-track/records.ts'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- exchange [--rounds N] [--files N] [--satellites N]'
const [OBJECTS, ACTIVE, SUPPLEMENTAL] = [30_000, 14_000, 9_000]
const NOW = parseTime('2026-11-30T12:00:00')
const HOUR_S = 3_600
const MOST_S = 2
const MOST_MIB = 300

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    files: { type: 'string', default: '60' },
    satellites: { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const [files, satellites] = [Number(values.files), Number(values.satellites)]

async function main(): Promise<number> {
  if (values.help || ![rounds, files, satellites].every((count) => Number.isInteger(count) && count > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const sources = simulatedSources()
  const merging = Array.from({ length: rounds }, () => {
    const started = performance.now()
    mergeCatalogue(
      sources.flatMap(({ sets }) => sets),
      NOW,
    )
    return (performance.now() - started) / 1_000
  })
  const objects = mergeCatalogue(
    sources.flatMap(({ sets }) => sets),
    NOW,
  ).length
  const mergeS = median(merging)
  const mostMib = process.resourceUsage().maxRSS / 1_024
  // The texts are written after the memory was measured: the product reads them in a process of the pool.
  const text = `[${(sources[0]?.sets ?? []).map((set) => JSON.stringify(gpRow(set))).join(',')}]`
  const read = performance.now()
  const { sets } = readGp(text, 'omm-json')
  const readS = (performance.now() - read) / 1_000
  const count = OBJECTS + ACTIVE + SUPPLEMENTAL
  say(`${machineLine()}; median of ${rounds} rounds`)
  say(`merge   ${count} sets to ${objects} objects: ${mergeS.toFixed(3)} s (at most ${MOST_S} s)`)
  say(`memory  ${mostMib.toFixed(0)} MiB at most in this process (at most ${MOST_MIB} MiB)`)
  say(
    `read    ${sets.length} sets, ${(text.length / 1_048_576).toFixed(0)} MiB of Space-Track's JSON: ${readS.toFixed(2)} s`,
  )
  const isMerged = mergeS <= MOST_S && mostMib <= MOST_MIB
  // The process has one thread for all work, so that its processor time is that of one core.
  const reader = fork(new URL('exchange/neighbours.ts', import.meta.url), [`${files}`, `${satellites}`], {
    execArgv: ['--single-threaded-gc'],
  })
  const [code] = await once(reader, 'exit')
  return isMerged && code === 0 ? 0 : 1
}

type Source = { readonly sets: readonly (ListedSet & ElementSet)[] }

/** SIMULATED: three sources publish the same objects, each with its own epochs. */
function simulatedSources(): Source[] {
  const catalogue = makeCatalogue({ seed: 7, size: OBJECTS, epoch: NOW })
  const random = seededRandom(48)
  return [catalogue, catalogue.slice(0, ACTIVE), catalogue.slice(0, SUPPLEMENTAL)].map((some, rank) => ({
    sets: some.map((set) => ({
      ...set,
      epoch: addSeconds(set.epoch, -24 * HOUR_S * random()),
      isSupplemental: rank === 2,
      rank,
    })),
  }))
}

const say = (line: string) => process.stdout.write(`${line}\n`)

process.exitCode = await main()
