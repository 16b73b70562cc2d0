import { createHash, type Hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { PROJECT_DIR } from './product.ts'

// To compute the demo fleet of an organisation a worker needs more than a minute of processor time, and the result is the same for the same code and
// the same clock start. So the fleet is stored outside the checkout under the hash of all its sources, with the time at which it was complete. Each
// run restores it in a product whose clock starts at that time, as if the same product had simply continued.

/** The time in the products at the start of a run: the same in each run, so that nothing depends on the time of day. */
export const INSTANT = process.env.APSIS_TEST_CLOCK ?? '2026-11-20T10:00:00Z'

/** The files from which imports are followed: those that compute a fleet, open it, and store it. */
const ENTRIES = ['server/worker.ts', 'server/api.ts', 'server/ca/demo/testing/kept-fleet.ts']
/** The data that the code reads, and the libraries that it uses. */
const DATA = [
  'server/migrations/*.sql',
  '{server,astro,ccsds,contract,engine}/**/*.{json,csv,wasm}',
  'identity/demo-accounts.json',
  'package-lock.json',
]
/** If there are more folders than this, fleets of older code are removed. */
const FOLDERS = 4

/** Returns the folder in which tests store expensive results; APSIS_TEST_CACHE names another one. */
export const cacheFolder = () =>
  process.env.APSIS_TEST_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'apsis-tests')

export type KeptFleets = {
  /** The organisations whose fleets were restored into the folder. */
  readonly organisations: readonly string[]
  /** The time at which the last of them was complete: the clock of a product starts there. */
  readonly clockStart: string
  /** Stores the contents of an organisation's folder for later runs. */
  keep(organisation: string): void
}

/** Copies the stored fleets of the present code into a folder, for a clock that started at `instant`. */
export function restoreFleets(folder: string, instant: string): KeptFleets {
  const place = join(cacheFolder(), 'fleets', hashOf(instant))
  const isFresh = process.env.APSIS_TEST_FRESH === 'true'
  const organisations = isFresh || !existsSync(place) ? [] : readdirSync(place).filter((name) => !name.startsWith('.'))
  // The dates of a used folder are renewed, so that it is not among the oldest, which are removed.
  if (organisations.length > 0) utimesSync(place, new Date(), new Date())
  for (const organisation of organisations) cpSync(join(place, organisation), folder, { recursive: true })
  const moments = organisations.map((organisation) => momentOf(folder, organisation))
  return {
    organisations,
    clockStart: [new Date(instant).toISOString(), ...moments].reduce((a, b) => (a > b ? a : b)),
    keep(organisation) {
      // If the process is killed here, it leaves a folder that nothing else uses.
      const making = join(place, `.${organisation}-${process.pid}`)
      mkdirSync(making, { recursive: true })
      for (const name of readdirSync(folder).filter((one) => one.startsWith(`${organisation}.`)))
        cpSync(join(folder, name), join(making, name))
      const made = join(place, organisation)
      if (isFresh) rmSync(made, { recursive: true, force: true })
      // Another run has stored the same fleet meanwhile, and further runs may be reading it.
      if (existsSync(made)) rmSync(making, { recursive: true })
      else renameSync(making, made)
      removeOld(dirname(place))
    },
  }
}

/** Returns the time that server/ca/demo/testing/kept-fleet.ts writes next to the rows. */
const momentOf = (folder: string, organisation: string) => readFileSync(join(folder, `${organisation}.moment`), 'utf8')

function removeOld(fleets: string): void {
  const age = (name: string) => statSync(join(fleets, name)).mtimeMs
  for (const name of readdirSync(fleets)
    .sort((a, b) => age(b) - age(a))
    .slice(FOLDERS))
    rmSync(join(fleets, name), { recursive: true, force: true })
}

let ofCode: string | undefined

/** Returns the hash of the files that the entries reach, of the data, of Node, and of the clock start. */
function hashOf(instant: string): string {
  ofCode ??= hashOfCode()
  return createHash('sha256').update(`${process.version} ${instant} ${ofCode}`).digest('hex').slice(0, 32)
}

function hashOfCode(): string {
  const hash = createHash('sha256')
  const paths = [...reached(ENTRIES), ...globSync(DATA, { cwd: PROJECT_DIR, exclude: isForeign })]
  for (const path of [...new Set(paths)].sort()) add(hash, path)
  return hash.digest('hex')
}

const isForeign = (path: string) => ['node_modules', 'dist'].includes(basename(path))
const add = (hash: Hash, path: string) =>
  hash
    .update(path)
    .update('\0')
    .update(readFileSync(join(PROJECT_DIR, path)))

/** Returns the files that some files name, and those that these name: as an import, as a thread or as a separate process. */
export function reached(entries: readonly string[]): string[] {
  const found = new Set(entries)
  // The loop also visits entries that are added to the set meanwhile.
  for (const path of found)
    for (const [, named = ''] of readFileSync(join(PROJECT_DIR, path), 'utf8').matchAll(/'([^'\n]+\.ts)'/g)) {
      const target = named.startsWith('@apsis/')
        ? named.slice('@apsis/'.length)
        : relative(PROJECT_DIR, join(PROJECT_DIR, dirname(path), named))
      if (!target.startsWith('..') && existsSync(join(PROJECT_DIR, target))) found.add(target)
    }
  return [...found]
}
