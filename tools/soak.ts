// Tests every property of the unit and web tests with new cases; in `npm test` their seed is always the same (tools/property.setup.ts).
// `npm run tool -- soak astro/orbit` tests the files whose path contains that text.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { diskTree, type Tree } from './house/tree.ts'
import { isStarted } from './named-command.ts'
import { binary, ROOT, run, seconds, stopChildrenOnTermination } from './run/step.ts'
import { closingLine, countsOf, type Failure, failedOf, failuresOf, type StepResult, totalOf } from './run/total.ts'

const USAGE = 'Usage: npm run tool -- soak [--seeds N] [--from N] [part of a path…]'
const REPORT = join(ROOT, 'node_modules', '.cache', 'apsis-tests', 'soak.json')
/** fast-check accepts seeds of 32 bits. */
const SEEDS = 2 ** 31

export type Wish = { readonly seeds: readonly number[]; readonly parts: readonly string[] }

/** Returns the seeds and files that the arguments name, or undefined if the arguments are wrong; without a first seed, the clock gives it. */
export function parseWish(args: readonly string[], now: number): Wish | undefined {
  try {
    const options = { seeds: { type: 'string', default: '20' }, from: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [count, from] = [Number(values.seeds), Number(values.from ?? Math.floor(now / 1000) % SEEDS)]
    if (!Number.isInteger(count) || count < 1 || !Number.isInteger(from) || from < 0 || from + count > SEEDS) return
    return { seeds: Array.from({ length: count }, (_, i) => from + i), parts: positionals }
  } catch {
    return
  }
}

/** Returns the test files of the unit and web projects that state properties. Those of the server are left out, because each starts a database. */
export function listPropertyTests(tree: Tree, parts: readonly string[]): string[] {
  return tree
    .files()
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('server/') && !file.endsWith('.db.test.ts'))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .filter((file) => /^import .* from 'fast-check'$/m.test(tree.read(file)))
}

/** Returns the facts of a failure: its file, its test, and its message up to the stack, with seed, path and counterexample. */
export function formatFailure({ file, test, message }: Failure): string {
  const lines = message.split('\n')
  const end = lines.findIndex((line) => /^(Hint: |\s+at )/.test(line))
  const said = lines.slice(0, end < 0 ? undefined : end).flatMap((line) => (line.trim() === '' ? [] : `    ${line}`))
  return [`  ${file.replace(`${ROOT}/`, '')} › ${test}`, ...said].join('\n')
}

async function soak(seed: number, files: readonly string[]): Promise<StepResult> {
  rmSync(REPORT, { force: true })
  const started = performance.now()
  const ran = await run(`seed ${seed}`, {
    program: binary('vitest'),
    args: ['run', '--project=unit', '--project=web', '--reporter=json', `--outputFile.json=${REPORT}`, ...files],
    env: { APSIS_PROPERTY_SEED: String(seed), APSIS_PROPERTY_SHRINK: 'true', NO_COLOR: '1' },
  })
  const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : undefined
  const result = { ...ran, name: `seed ${seed}`, runsTests: true, ...(report && { counts: countsOf(report) }) }
  const failed = failedOf(result) > 0
  const line = closingLine(totalOf([result]))
  console.log(`${failed ? '✗' : '✓'} seed ${seed}  ${seconds(performance.now() - started)}  ${line}`)
  const failures = report ? failuresOf(report) : []
  for (const failure of failures) console.log(formatFailure(failure))
  if (failed && failures.length === 0) console.log(ran.output.trimEnd() || `exit code ${ran.code}, no output`)
  return result
}

async function main(): Promise<number> {
  const wish = parseWish(process.argv.slice(2), Date.now())
  if (!wish) {
    console.error(USAGE)
    return 2
  }
  const files = listPropertyTests(diskTree(ROOT), wish.parts)
  if (files.length === 0) {
    console.error(`No test file with properties has ${wish.parts.join(' or ')} in its path.`)
    return 2
  }
  mkdirSync(join(REPORT, '..'), { recursive: true })
  const broken: number[] = []
  for (const seed of wish.seeds) if (failedOf(await soak(seed, files)) > 0) broken.push(seed)
  console.log(`${wish.seeds.length} seeds over ${files.length} files, ${broken.length} failed`)
  if (broken.length > 0)
    console.log(`Again: npm run tool -- soak --seeds 1 --from ${[broken[0], ...wish.parts].join(' ')}`)
  return broken.length > 0 ? 1 : 0
}

if (isStarted(import.meta)) {
  stopChildrenOnTermination()
  process.exitCode = await main()
}
