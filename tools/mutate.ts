// Makes small seeded changes, one at a time, in a copy of the checkout, and runs the tests near each: what no test notices is
// printed, and the share that was noticed is the score. `npm run mutate -- --count 200 --seed 7 astro ccsds` changes these members.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '@apsis/astro/random.ts'
import { source } from './house/source.ts'
import { diskTree, memberOf, type Tree } from './house/tree.ts'
import { type Copy, copyCheckout } from './mutate/copy.ts'
import { EQUIVALENT } from './mutate/equivalent.data.ts'
import { applied, type Mutation, mutationsOf } from './mutate/mutations.ts'
import { type Nearby, nearbyTests } from './mutate/nearby.ts'
import { run, seconds, stopChildrenOnTermination } from './step.ts'

const USAGE = 'Usage: npm run mutate -- [--count N] [--seed N] [--workers N] [member…]'
/** A change may turn a loop into one without an end: that is noticed, too. */
const SILENT_LIMIT_MS = 120_000

/** What is changed of each member: where decisions are, not words, tables and pages. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  astro: /^astro\/(?!kernel\/assembly).*\.ts$/,
  ccsds: /^ccsds\/.*\.ts$/,
  contract: /^contract\/.*\.ts$/,
  engine: /^engine\/.*\.ts$/,
  server: /^server\/.*\.(repository|service)\.ts$/,
  web: /^web\/.*\.ts$/,
}
const LEFT_OUT = /\.(test|data|d|setup|config)\.ts$|\/testing\//

type Verdict = { readonly mutation: Mutation; readonly tests: readonly string[]; readonly isKilled: boolean }

const projectOf = (file: string) => (['server', 'web'].includes(memberOf(file)) ? memberOf(file) : 'unit')

/** As many changes as asked for, shared evenly among the members, each in a file that has a test near it. */
function choose(
  tree: Tree,
  wish: { readonly count: number; readonly seed: number; readonly members: readonly string[] },
  nearby: Nearby,
) {
  const random = seededRandom(wish.seed)
  const each = Math.ceil(wish.count / wish.members.length)
  return wish.members.flatMap((member) => {
    const files = tree.files().filter((file) => MEMBERS[member]?.test(file) && !LEFT_OUT.test(file))
    const all = files
      .flatMap((file) => mutationsOf(source(tree, file)))
      .filter((mutation) => !isEquivalent(tree, mutation))
    const chosen: Mutation[] = []
    while (chosen.length < each && all.length > 0) {
      const [mutation] = all.splice(Math.floor(random() * all.length), 1)
      if (mutation !== undefined && nearby(mutation.file).length > 0) chosen.push(mutation)
    }
    return chosen
  })
}

function isEquivalent(tree: Tree, { file, line, before, after }: Mutation): boolean {
  const text = () => tree.read(file).split('\n')[line - 1]?.trim()
  return EQUIVALENT.some(
    (known) => known.file === file && known.before === before && known.after === after && known.line === text(),
  )
}

/** What the first tests that fail say; null where all pass. */
async function failureIn(copy: Copy, tests: readonly string[]): Promise<string | null> {
  for (const project of new Set(tests.map(projectOf))) {
    const files = tests.filter((test) => projectOf(test) === project)
    const ran = await run(`tests of ${files[0]}`, {
      program: process.execPath,
      args: [
        join(copy.root, 'node_modules', '.bin', 'vitest'),
        'run',
        '--root',
        copy.root,
        '--project',
        project,
        '--bail',
        '1',
        ...files,
      ],
      cwd: copy.root,
      silentLimitMs: SILENT_LIMIT_MS,
      env: { NO_COLOR: '1' },
    })
    if (ran.code !== 0) return ran.output
  }
  return null
}

async function tryOne(copy: Copy, mutation: Mutation, tests: readonly string[]): Promise<Verdict> {
  const path = join(copy.root, mutation.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, applied(text, mutation))
  try {
    return { mutation, tests, isKilled: (await failureIn(copy, tests)) !== null }
  } finally {
    writeFileSync(path, text)
  }
}

function describe({ file, line, before, after }: Mutation, tree: Tree): string {
  const text = tree.read(file).split('\n')[line - 1]?.trim() ?? ''
  return `${file}:${line}: ${before.replace(/\s+/g, ' ').slice(0, 60)} → ${after}    in: ${text.slice(0, 110)}`
}

function printScores(verdicts: readonly Verdict[], tree: Tree): void {
  for (const { mutation, tests } of verdicts.filter(({ isKilled }) => !isKilled)) {
    console.log(`survived  ${describe(mutation, tree)}    (${tests.join(' ')})`)
  }
  const score = (of: readonly Verdict[]) => {
    const killed = of.filter(({ isKilled }) => isKilled).length
    return `${killed} of ${of.length} noticed, ${((100 * killed) / of.length).toFixed(0)} %`
  }
  for (const [member, of] of Map.groupBy(verdicts, ({ mutation }) => memberOf(mutation.file))) {
    console.log(`${member.padEnd(10)} ${score(of)}`)
  }
  console.log(`all        ${score(verdicts)}; ${EQUIVALENT.length} known to be equivalent are not made`)
}

async function main(): Promise<number> {
  const options = {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const members = positionals.length === 0 ? Object.keys(MEMBERS) : positionals
  const [count, seed, workers] = [values.count, values.seed, values.workers ?? availableParallelism()].map(Number)
  if (
    !(Number(count) > 0) ||
    !Number.isInteger(seed) ||
    !(Number(workers) > 0) ||
    members.some((member) => !(member in MEMBERS))
  ) {
    console.error(`${USAGE}\n  members: ${Object.keys(MEMBERS).join(', ')}`)
    return 2
  }
  const started = performance.now()
  const tree = diskTree(join(import.meta.dirname, '..'))
  const nearby = nearbyTests(tree)
  const left = choose(tree, { count: Number(count), seed: Number(seed), members }, nearby)
  const copies = Array.from({ length: Number(workers) }, () => copyCheckout(join(import.meta.dirname, '..'), tree))
  try {
    const tests = [...new Set(left.flatMap(({ file }) => nearby(file)))]
    const [first] = copies
    const failure = first === undefined ? 'no copy was made' : await failureIn(first, tests)
    if (failure !== null) {
      console.error(`${failure}\nthe tests fail without a change: nothing can be said`)
      return 1
    }
    console.log(
      `${left.length} changes, ${tests.length} test files; unchanged they passed in ${seconds(performance.now() - started)}`,
    )
    const verdicts: Verdict[] = []
    const work = async (copy: Copy) => {
      for (let mutation = left.pop(); mutation !== undefined; mutation = left.pop()) {
        const verdict = await tryOne(copy, mutation, nearby(mutation.file))
        verdicts.push(verdict)
        if (!verdict.isKilled) console.log(`survived  ${describe(mutation, tree)}`)
      }
    }
    await Promise.all(copies.map(work))
    printScores(verdicts, tree)
    console.log(seconds(performance.now() - started))
    return 0
  } finally {
    for (const copy of copies) copy.remove()
  }
}

stopChildrenOnTermination()
process.exitCode = await main()
