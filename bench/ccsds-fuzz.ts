/** Reads mutated messages of every format and counts crashes, hangs, faults without a place, and data that change. */
import { parseArgs } from 'node:util'
import { fuzz, listFormats } from './ccsds/fuzz.ts'
import { machineLine } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- fuzz [--count N] [--only NAME] [--seed N]'
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

function main(): number {
  const [count, seed] = [Number(values.count), Number(values.seed)]
  if (values.help || !Number.isSafeInteger(count) || !Number.isSafeInteger(seed)) {
    process.stdout.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  process.stdout.write(`${machineLine()}\n${count} mutations of each format, from seed ${seed}\n`)
  let failed = 0
  for (const format of listFormats().filter(({ name }) => values.only === undefined || name === values.only)) {
    const start = performance.now()
    const { read, refused, longestMs, longestSeed, failures } = fuzz(format, count, seed)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    const longest = `longest ${longestMs.toFixed(0)} ms (seed ${longestSeed})`
    process.stdout.write(
      `${format.name.padEnd(9)} ${read} read, ${refused} refused, ${failures.length} failures, ${longest}, ${seconds} s\n`,
    )
    for (const { seed: at, what } of failures.slice(0, 20)) process.stdout.write(`  seed ${at}: ${what}\n`)
    failed += failures.length
  }
  return failed === 0 ? 0 : 1
}

process.exitCode = main()
