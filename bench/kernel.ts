/** States per second of the kernels, near Earth and deep space, one thread, beside satellite.js's WebAssembly in bulk. */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chooseKernelBuild } from '@apsis/astro/kernel/engine.ts'
import { WASM_ENGINE } from '@apsis/engine/host.ts'
import { machineLine } from './machine.ts'
import { measureTheory } from './measures/kernel-rows.ts'
import { formatTable, type Row } from './measures/row.ts'
import { makeSyntheticCatalogue, readWholeCatalogue } from './screening/catalogue.ts'

const USAGE = 'Usage: npm run bench:kernel -- [--objects N] [--times N] [--rounds N] [--synthetic]'

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1500' },
    times: { type: 'string', default: '288' },
    rounds: { type: 'string', default: '9' },
    synthetic: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const options = { objects: Number(values.objects), times: Number(values.times), rounds: Number(values.rounds) }

async function main(): Promise<number> {
  if (values.help || !Object.values(options).every((value) => Number.isInteger(value) && value > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  say(`${machineLine()}; kernels of the ${chooseKernelBuild(WASM_ENGINE)} build are chosen here`)
  const load = loadavg().map((value) => value.toFixed(1))
  say(
    `processor time, one thread, medians of ${options.rounds} rounds, contestants in turn; load averages ${load.join(', ')}`,
  )
  const catalogue = values.synthetic ? makeSyntheticCatalogue(10 * options.objects) : readWholeCatalogue()
  say(catalogue.name)
  const rows: Row[] = []
  let isPassed = true
  for (const theory of ['SGP4', 'SDP4'] as const) {
    const measured = await measureTheory(catalogue, theory, options, say)
    rows.push(...measured.rows)
    isPassed &&= measured.isPassed
  }
  say(`\n${formatTable(rows)}`)
  return isPassed ? 0 : 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
