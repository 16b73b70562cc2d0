// Makes small seeded changes, one at a time, in a copy of the checkout, and runs the tests near each. A change that they do not notice is checked by
// the compiler and by tests further away. A change that nothing notices is printed, and the share that was noticed is the score. `npm run tool --
// mutate --count 200 --seed 7 astro ccsds/tdm` changes files of a member and of a folder in another; a single file is named likewise. With `--record FILE`
// each verdict is stored in the file, and a stopped run continues where it was. With `--pages` only components are changed, and only the tests of
// their pages run.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '@apsis/astro/random.ts'
import { source } from './house/source.ts'
import { diskTree, memberOf, type Tree } from './house/tree.ts'
import { EQUIVALENT } from './mutate/equivalent.data.ts'
import { applied, type Mutation, mutationsOf } from './mutate/mutations.ts'
import { type Nearby, nearbyTests } from './mutate/nearby.ts'
import { openPlace, type Place } from './mutate/place.ts'
import type { Outcome } from './mutate/runner.ts'
import { switched } from './mutate/switched.ts'
import { ROOT, seconds } from './run/step.ts'

const USAGE =
  'Usage: npm run tool -- mutate [--count N] [--seed N] [--workers N] [--record FILE] [--pages] [--verbose] [member or path…]'

/** The files of each member that are changed: those with decisions, not texts and tables. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  astro: /^astro\/(?!kernel\/assembly).*\.ts$/,
  ccsds: /^ccsds\/.*\.ts$/,
  cli: /^cli\/.*\.ts$/,
  contract: /^contract\/.*\.ts$/,
  engine: /^engine\/.*\.ts$/,
  identity: /^identity\/.*\.ts$/,
  server: /^server\/.*\.ts$/,
  web: /^web\/.*\.tsx?$/,
}
const LEFT_OUT = /\.(test|data|d|setup|config)\.tsx?$|\/testing\//

/** The verdict on a change: a test noticed it, or none did; or it was not made, because it is known that nothing can notice it. */
type Verdict = {
  readonly mutation: Mutation
  readonly outcome: 'noticed' | 'survived' | 'equivalent'
  /** The message of the test, or the names of the tests that did not notice the change. */
  readonly words: string
}

/**
 * Draws the requested number of changes, shared evenly among the paths, each in a file that has a test near it. The changes alternate between the
 * paths, so that a stopped run has tried each path.
 */
function choose(tree: Tree, wish: Wish, nearby: Nearby) {
  const random = seededRandom(wish.seed)
  const each = Math.ceil(wish.count / wish.paths.length)
  const byPath = wish.paths.map((path) => {
    const files = filesIn(tree, path).filter((file) => !wish.pages || file.endsWith('.tsx'))
    const all = files.flatMap((file) => mutationsOf(source(tree, file)))
    const chosen: Mutation[] = []
    while (chosen.length < each && all.length > 0) {
      const [mutation] = all.splice(Math.floor(random() * all.length), 1)
      if (mutation !== undefined && hasTests(nearby, mutation.file, wish)) chosen.push(mutation)
    }
    return chosen
  })
  return Array.from({ length: each }, (_, turn) => byPath.flatMap((chosen) => chosen[turn] ?? [])).flat()
}

const hasTests = ({ near, ofPages }: Nearby, file: string, { pages }: { readonly pages: boolean }) =>
  (!pages && near(file).length > 0) || ofPages(file).length > 0

/** Returns the files of a member, or of a path in it, that are changed. */
function filesIn(tree: Tree, path: string): string[] {
  const isWithin = (file: string) => file === path || file.startsWith(`${path}/`)
  return tree.files().filter((file) => isWithin(file) && MEMBERS[memberOf(path)]?.test(file) && !LEFT_OUT.test(file))
}

/** Returns the files without a test: no change of them is ever tried, and the score does not cover them. */
function withoutTests(tree: Tree, wish: Wish, nearby: Nearby): string[] {
  return wish.paths
    .flatMap((path) => filesIn(tree, path))
    .filter((file) => !hasTests(nearby, file, wish) && mutationsOf(source(tree, file)).length > 0)
}

function isEquivalent(tree: Tree, { file, line, before, after }: Mutation): boolean {
  const text = () => tree.read(file).split('\n')[line - 1]?.trim()
  return EQUIVALENT.some(
    (known) => known.file === file && known.before === before && known.after === after && known.line === text(),
  )
}

/** A copy of the checkout whose pages were built with every drawn change, each of which can be switched on alone; and the number of each change. */
type Pages = { readonly place: Place; readonly numbers: ReadonlyMap<Mutation, number> }

/** Opens the copy for the changes that pages show; the pages are built in it when the first test opens them. */
function openPages(tree: Tree, drawn: readonly Mutation[], { ofPages }: Nearby): Pages {
  const place = openPlace(ROOT, tree)
  const numbers = new Map<Mutation, number>()
  const shown = drawn.filter(({ file }) => memberOf(file) === 'web' && ofPages(file).length > 0)
  for (const [file, ofFile] of Map.groupBy(shown, (mutation) => mutation.file)) {
    const numbered = new Map(ofFile.map((mutation) => [drawn.indexOf(mutation) + 1, mutation]))
    const { text, left } = switched(source(tree, file), numbered)
    writeFileSync(join(place.copy.root, file), text)
    for (const [number, mutation] of numbered) if (!left.includes(number)) numbers.set(mutation, number)
  }
  return { place, numbers }
}

/** Pages are opened one after the other, because they share a copy. */
let lastPages: Promise<unknown> = Promise.resolve()

function inPages({ place, numbers }: Pages, mutation: Mutation, { ofPages }: Nearby): Promise<Verdict | null> {
  const change = numbers.get(mutation)
  if (change === undefined) return Promise.resolve(null)
  const verdict = lastPages.then(() => tryPages(place, { mutation, change, tests: ofPages(mutation.file) }))
  lastPages = verdict.catch(() => undefined)
  return verdict
}

type PageTrial = { readonly mutation: Mutation; readonly change: number; readonly tests: readonly string[] }

async function tryPages(place: Place, { mutation, change, tests }: PageTrial): Promise<Verdict | null> {
  const usable = tests.filter((test) => !failUnchanged.has(test))
  const outcome = await place.runTests({ changed: [], tests: usable, change })
  if (outcome.failure === null) return { mutation, outcome: 'survived', words: usable.join(' ') }
  switch (await runUnchanged(place, outcome)) {
    case 'passes':
      return { mutation, outcome: 'noticed', words: outcome.failure.split('\n')[0] ?? '' }
    case 'fails':
      return tryPages(place, { mutation, change, tests })
    case 'stuck':
      return null
  }
}

/**
 * Judges a change by the tests near it, by those of its pages, then by the compiler, and then by tests further away: all of them are part of `npm
 * test`.
 */
async function judge(place: Place, pages: Pages, mutation: Mutation, nearby: Nearby): Promise<Verdict | null> {
  const { near, farther } = nearby
  const first = await tryOne(place, mutation, near(mutation.file))
  if (first?.outcome !== 'survived') return first
  if (nearby.ofPages(mutation.file).length > 0 && memberOf(mutation.file) === 'web') {
    const shown = await inPages(pages, mutation, nearby)
    if (shown?.outcome !== 'survived') return shown
  }
  const typeError = await inFile(place, mutation, () => place.findTypeError(mutation.file))
  if (typeError !== null) return { mutation, outcome: 'noticed', words: typeError.split('\n')[0] ?? '' }
  const second = await tryOne(place, mutation, farther(mutation.file))
  return second?.outcome === 'survived'
    ? { ...second, words: `${first.words} and ${second.words.split(' ').length} farther` }
    : second
}

/** Runs a function while a file of the copy is changed. */
function inFile<T>({ copy }: Place, mutation: Mutation, work: () => Promise<T>): Promise<T> {
  const path = join(copy.root, mutation.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, applied(text, mutation))
  return work().finally(() => writeFileSync(path, text))
}

/**
 * `isSecond` means that the tests did not end the first time, which may happen on a busy machine; if it happens twice, the change is the
 * cause.
 */
async function tryOne(
  place: Place,
  mutation: Mutation,
  tests: readonly string[],
  isSecond = false,
): Promise<Verdict | null> {
  const usable = tests.filter((test) => !failUnchanged.has(test))
  const outcome = await inFile(place, mutation, () => place.runTests({ changed: [mutation.file], tests: usable }))
  if (outcome.failure === null) return { mutation, outcome: 'survived', words: usable.join(' ') }
  switch (await runUnchanged(place, outcome)) {
    case 'passes':
      if (outcome.isStuck && !isSecond) return tryOne(place, mutation, tests, true)
      return { mutation, outcome: 'noticed', words: outcome.failure.split('\n')[0] ?? '' }
    case 'fails':
      return tryOne(place, mutation, tests, isSecond)
    case 'stuck':
      return null
  }
}

const passUnchanged = new Set<string>()
/** Tests that also fail without a change: they are left out from then on. */
const failUnchanged = new Set<string>()

/**
 * A test that failed must pass once without the change. A test that did not end runs again, because a busy machine may be the reason. If it does not
 * end without the change either, there is no verdict.
 */
async function runUnchanged(place: Place, { failedTest, isStuck }: Outcome): Promise<'passes' | 'fails' | 'stuck'> {
  if (failedTest === undefined || (passUnchanged.has(failedTest) && isStuck !== true)) return 'passes'
  const unchanged = await place.runTests({ changed: [], tests: [failedTest] })
  if (unchanged.isStuck) return 'stuck'
  if (unchanged.failure === null) passUnchanged.add(failedTest)
  else {
    console.log(`${failedTest} fails without a change, and is left out: ${unchanged.failure}`)
    failUnchanged.add(failedTest)
  }
  return unchanged.failure === null ? 'passes' : 'fails'
}

function describe({ file, line, before, after }: Mutation, tree: Tree): string {
  const text = tree.read(file).split('\n')[line - 1]?.trim() ?? ''
  return `${file}:${line}: ${before.replace(/\s+/g, ' ').slice(0, 60)} → ${after}    in: ${text.slice(0, 110)}`
}

/** Prints the share of all drawn changes that were noticed, and the share of those that something could notice. */
function printScores(verdicts: readonly Verdict[]): void {
  const score = (of: readonly Verdict[]) => {
    const [noticed, equivalent] = (['noticed', 'equivalent'] as const).map(
      (outcome) => of.filter((verdict) => verdict.outcome === outcome).length,
    ) as [number, number]
    const share = (whole: number) => `${noticed} of ${whole} (${((100 * noticed) / whole).toFixed(0)} %)`
    return `${share(of.length)} noticed; ${share(of.length - equivalent)} without ${equivalent} known to be equivalent`
  }
  for (const [member, of] of Map.groupBy(verdicts, ({ mutation }) => memberOf(mutation.file))) {
    console.log(`${member.padEnd(10)} ${score(of)}`)
  }
  console.log(`all        ${score(verdicts)}`)
}

/** Reads the verdicts of a stopped run; the verdicts of this run are added to the same file. */
function openRecord(file: string | undefined) {
  const isThere = file !== undefined && existsSync(file)
  const kept = isThere ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(kept.map((line) => JSON.parse(line) as Verdict).map((each) => [keyOf(each.mutation), each]))
  return {
    find: (mutation: Mutation) => known.get(keyOf(mutation)),
    add: (verdict: Verdict) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(verdict)}\n`)
    },
  }
}

const keyOf = ({ file, start, before, after }: Mutation) => JSON.stringify([file, start, before, after])

type Wish = {
  readonly count: number
  readonly seed: number
  readonly workers: number
  readonly paths: readonly string[]
  readonly record: string | undefined
  /** True if only components are changed, and only the tests of their pages judge them. */
  readonly pages: boolean
  readonly verbose: boolean
}

/** Returns the settings that the arguments name, or undefined if the arguments are wrong. */
function parseWish(args: readonly string[]): Wish | undefined {
  try {
    const options = {
      count: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string' },
      record: { type: 'string' },
      pages: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const paths = positionals.length > 0 ? positionals : values.pages ? ['web'] : Object.keys(MEMBERS)
    const [count, seed] = [Number(values.count), Number(values.seed)]
    const workers = Number(values.workers ?? availableParallelism())
    const isKnown = paths.every((path) => memberOf(path) in MEMBERS)
    if (!isKnown || !(count > 0) || !Number.isInteger(seed) || !(workers > 0)) return
    return { count, seed, workers, paths, record: values.record, pages: values.pages, verbose: values.verbose }
  } catch {
    return
  }
}

async function main(): Promise<number> {
  const wish = parseWish(process.argv.slice(2))
  if (wish === undefined) {
    console.error(`${USAGE}\n  members: ${Object.keys(MEMBERS).join(', ')}`)
    return 2
  }
  const { seed, paths, verbose } = wish
  const started = performance.now()
  const tree = diskTree(ROOT)
  const nearby = nearbyTests(tree)
  const left = choose(tree, wish, nearby)
  if (left.length === 0) {
    console.error(`Nothing can be changed in ${paths.join(' ')}: no file that is changed, or no test near it.`)
    return 2
  }
  const places = Array.from({ length: wish.workers }, () => openPlace(ROOT, tree))
  const pages = openPages(tree, left, nearby)
  try {
    console.log(`${left.length} changes of ${new Set(left.map(({ file }) => file)).size} files, seed ${seed}`)
    const untried = withoutTests(tree, wish, nearby)
    console.log(`${untried.length} files have no test near them${verbose ? `: ${untried.join(' ')}` : ''}`)
    const record = openRecord(wish.record)
    const verdicts: Verdict[] = []
    await inAll(places, left, async (place, mutation) => {
      const verdict =
        record.find(mutation) ??
        (isEquivalent(tree, mutation)
          ? ({ mutation, outcome: 'equivalent', words: '' } as const)
          : wish.pages
            ? await inPages(pages, mutation, nearby)
            : await judge(place, pages, mutation, nearby))
      if (verdict === null) return console.log(`unjudged  ${describe(mutation, tree)}`)
      if (record.find(mutation) === undefined) record.add(verdict)
      verdicts.push(verdict)
      if (verdict.outcome === 'survived' || verbose)
        console.log(`${verdict.outcome.padEnd(10)}${describe(mutation, tree)}    (${verdict.words})`)
    })
    printScores(verdicts)
    console.log(seconds(performance.now() - started))
    return 0
  } finally {
    await Promise.all([...places, pages.place].map((place) => place.close()))
  }
}

/** Does the work for each item, as many at a time as there are places. */
async function inAll<T>(places: readonly Place[], items: readonly T[], work: (place: Place, item: T) => Promise<void>) {
  const left = [...items]
  await Promise.all(
    places.map(async (place) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(place, item)
    }),
  )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await main()
