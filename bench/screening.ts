/** The sweep beside the exhaustive reference: whether both find the same encounters, and how long each takes, one thread. */
import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { screenExhaustively } from '@apsis/astro/screening/exhaustive.ts'
import { type Encounter, type ScreeningResult, screenedElements } from '@apsis/astro/screening/screened-object.ts'
import { sweep } from '@apsis/astro/screening/sweep.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { buildKernel } from '@apsis/engine/build.ts'
import { KERNEL_BUILDS, type KernelBuild, WASM_ENGINE } from '@apsis/engine/host.ts'
import { machineLine } from './machine.ts'

const USAGE = 'Usage: npm run bench:screening -- [--objects N] [--hours N] [--seed N] [--real [--exhaustive]]'
const COLLECTION = new URL('../../shared/reference/catalogue/celestrak_gp_2024-11-01.csv', import.meta.url)
const START = parseTime('2024-11-01T00:00:00.000')
const THRESHOLD_M = 5000
/** Slower pairs have flat minima: there a second and ten metres are asked for, else a millisecond and a metre. */
const SLOW_MPS = 50
const BOUNDS = { fast: { seconds: 1e-3, missM: 1 }, slow: { seconds: 1, missM: 10 } }

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '2000' },
    hours: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    real: { type: 'boolean', default: false },
    exhaustive: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [objects, hours, seed] = [Number(values.objects), Number(values.hours), Number(values.seed)]
const options = { durationS: 3600 * hours, thresholdM: THRESHOLD_M }

async function main(): Promise<number> {
  if (values.help || !(Number.isInteger(objects) && objects > 0 && hours > 0 && Number.isInteger(seed))) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const load = loadavg().map((value) => value.toFixed(1))
  say(`${machineLine()}; one thread; load averages ${load.join(', ')}`)
  const models = readModels()
  say(`${models.length} objects, ${hours} h, nearer than ${THRESHOLD_M / 1000} km`)
  const results: ScreeningResult[] = []
  for (const build of KERNEL_BUILDS) results.push(await sweepWith(build, models))
  let isSame = compare('baseline and relaxed', results[0], results[1])
  if (!values.real || values.exhaustive) {
    const list = models.map((model, place) => screenedElements(String(place), model, START))
    const truth = timed('exhaustive reference', () => screenExhaustively(list, options))
    isSame = compare('sweep and exhaustive reference', results[1], truth) && isSame
  }
  return isSame ? 0 : 1
}

function readModels(): Sgp4Model[] {
  if (!values.real) return makeCatalogue({ seed, size: objects, epoch: START }).map(initSgp4)
  if (!existsSync(COLLECTION))
    throw new Error('the real catalogue lies beside the checkout only where Apsis is developed')
  const [head = '', ...rows] = readFileSync(COLLECTION, 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return rows.map((row) => {
    const cells = new Map(row.split(',').map((cell, k) => [names[k] ?? '', cell]))
    const number = (name: string) => Number(cells.get(name))
    return initSgp4(
      fromPublished({
        ...UNSAID,
        noradId: number('NORAD_CAT_ID'),
        epoch: parseTime(cells.get('EPOCH') ?? ''),
        meanMotionRevPerDay: number('MEAN_MOTION'),
        eccentricity: number('ECCENTRICITY'),
        inclinationDeg: number('INCLINATION'),
        raanDeg: number('RA_OF_ASC_NODE'),
        argPeriapsisDeg: number('ARG_OF_PERICENTER'),
        meanAnomalyDeg: number('MEAN_ANOMALY'),
        bstar: number('BSTAR'),
      }),
    )
  })
}

async function sweepWith(build: KernelBuild, models: readonly Sgp4Model[]): Promise<ScreeningResult> {
  const kernel = { engine: WASM_ENGINE, bytes: await buildKernel(build) }
  const catalogue: KernelCatalogue = await loadKernelCatalogue(kernel, models, START)
  return timed(`sweep, ${build} kernel`, () => sweep(catalogue, options))
}

function timed(name: string, screen: () => ScreeningResult): ScreeningResult {
  const began = performance.now()
  const result = screen()
  const elapsed = ((performance.now() - began) / 1000).toFixed(2)
  const { encounters, notScreened } = result
  const pairs = new Set(encounters.map(({ first, second }) => `${first} ${second}`)).size
  const ends = encounters.filter(({ kind }) => kind !== 'minimum').length
  say(
    `  ${name.padEnd(24)} ${elapsed.padStart(8)} s: ${encounters.length} encounters of ${pairs} pairs, ${ends} at the ends, ` +
      `${notScreened.length} objects lost`,
  )
  return result
}

/** Says what one has that the other has not, and how far the same encounters are apart. */
function compare(name: string, one: ScreeningResult | undefined, other: ScreeningResult | undefined): boolean {
  const [ours, theirs] = [one?.encounters ?? [], [...(other?.encounters ?? [])]]
  const byPair = Map.groupBy(theirs, pairOf)
  const worst = { seconds: 0, missM: 0 }
  const extra = ours.filter((encounter) => {
    const candidates = byPair.get(pairOf(encounter)) ?? []
    const at = candidates.findIndex((candidate) => isSameAs(encounter, candidate))
    const [match] = at < 0 ? [] : candidates.splice(at, 1)
    if (match === undefined) return true
    worst.seconds = Math.max(worst.seconds, Math.abs(match.seconds - encounter.seconds))
    worst.missM = Math.max(worst.missM, Math.abs(match.missM - encounter.missM))
    return false
  })
  const missed = [...byPair.values()].reduce((sum, { length }) => sum + length, 0)
  const lost = [one, other].map((result) => JSON.stringify(result?.notScreened.map(({ place }) => place).sort()))
  const isSame = missed === 0 && extra.length === 0 && lost[0] === lost[1]
  say(
    `${name}: ${isSame ? 'the same' : 'NOT THE SAME'}; ${theirs.length - missed} of ${theirs.length} found, ` +
      `${extra.length} extra, ΔTCA ≤ ${worst.seconds.toExponential(1)} s, Δmiss ≤ ${worst.missM.toExponential(1)} m`,
  )
  return isSame
}

function pairOf({ first, second, kind }: Encounter): string {
  return `${first} ${second} ${kind}`
}

function isSameAs(a: Encounter, b: Encounter): boolean {
  const bounds = a.relativeSpeedMps < SLOW_MPS ? BOUNDS.slow : BOUNDS.fast
  return Math.abs(a.seconds - b.seconds) <= bounds.seconds && Math.abs(a.missM - b.missM) <= bounds.missM
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
