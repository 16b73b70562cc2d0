/** States per second of the kernels, near Earth and deep space, one thread, beside satellite.js's WebAssembly in bulk. */
import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chooseKernelBuild } from '@apsis/astro/kernel/engine.ts'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { toJulianDate } from '@apsis/astro/time/julian-date.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { buildKernel } from '@apsis/engine/build.ts'
import { KERNEL_BUILDS, WASM_ENGINE } from '@apsis/engine/host.ts'
import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator, type SatRec, twoline2satrec } from 'satellite.js'
import { machineLine, median } from './machine.ts'

const USAGE = 'Usage: npm run bench:kernel -- [--objects N] [--times N] [--rounds N] [--synthetic]'
const STEP_MIN = 5
const COLLECTION = new URL('../../shared/reference/catalogue/spacetrack_3le_2022-01-22.txt', import.meta.url)
/** What both must agree to, m: satellite.js has its time as one double of a Julian date, whose grain is 40 µs. */
const AGREEMENT_M = 0.5

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1500' },
    times: { type: 'string', default: '288' },
    rounds: { type: 'string', default: '9' },
    synthetic: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [limit, times, rounds] = [Number(values.objects), Number(values.times), Number(values.rounds)]
const START = '2022-01-22T00:00:00.000'
const origin = parseTime(START)
const minutes = Float64Array.from({ length: times }, (_, k) => k * STEP_MIN)

interface Twin {
  readonly model: Sgp4Model
  readonly record: SatRec
}
interface Contestant {
  readonly name: string
  /** Propagates all objects to all times. */
  readonly run: () => void
}

async function main(): Promise<number> {
  if (values.help || ![limit, times, rounds].every((value) => Number.isInteger(value) && value > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  say(`${machineLine()}; kernels of the ${chooseKernelBuild(WASM_ENGINE)} build are chosen here`)
  const load = loadavg().map((value) => value.toFixed(1))
  say(`processor time, one thread, medians of ${rounds} rounds, contestants in turn; load averages ${load.join(', ')}`)
  const twins = readTwins()
  for (const [name, isDeep] of [
    ['near Earth, SGP4', false],
    ['deep space, SDP4', true],
  ] as const) {
    await compare(name, spread(twins.filter(({ model }) => (model.deep !== undefined) === isDeep)))
  }
  return 0
}

/**
 * The published lines for both, initialised at their own epochs and then moved to one: it changes no work done, and takes
 * the rounding of epochs out of the comparison.
 */
function readTwins(): Twin[] {
  const [day, fraction] = toJulianDate(origin, 'UTC')
  return readPairs().map(([line1, line2]) => ({
    model: { ...initSgp4(parseTle(line1, line2)), epoch: origin },
    record: { ...twoline2satrec(line1, line2), jdsatepoch: day + fraction },
  }))
}

function readPairs(): [string, string][] {
  if (values.synthetic || !existsSync(COLLECTION)) {
    say('synthetic catalogue')
    const sets = makeCatalogue({ seed: 1, size: 10 * limit, epoch: origin })
    return sets.map((set) => formatTle(set).slice(-2) as [string, string])
  }
  const lines = readFileSync(COLLECTION, 'utf8').split(/\r?\n/)
  say('public catalogue of 2022-01-22')
  return [...readTles(lines)].flatMap((entry): [string, string][] =>
    entry.ok ? [[lines[entry.line - 1] ?? '', lines[entry.line] ?? '']] : [],
  )
}

/** As many as wanted, taken evenly from all. */
function spread(all: readonly Twin[]): Twin[] {
  const step = Math.max(1, all.length / limit)
  return all.filter((_, k) => Math.floor(k / step) !== Math.floor((k - 1) / step)).slice(0, limit)
}

async function compare(name: string, all: readonly Twin[]): Promise<void> {
  const models = all.map(({ model }) => model)
  const test = await loadCatalogue('baseline', models)
  // Those that fail somewhere in the day would be decided by the scalar code.
  const set = all.filter((_, place) => test.propagateTimes(place, minutes).failures === 0)
  const peer = await startPeer(set)
  const ours = await Promise.all(
    KERNEL_BUILDS.map((build) =>
      loadCatalogue(
        build,
        set.map(({ model }) => model),
      ),
    ),
  )
  const contestants = [
    { name: 'satellite.js WASM bulk', run: peer.run },
    ...KERNEL_BUILDS.flatMap((build, k) => layouts(build, ours[k])),
  ]
  try {
    say(`\n${name}: ${set.length} objects, ${times} times, ${STEP_MIN} min apart`)
    say(`  largest difference from satellite.js ${differenceFrom(peer.positions(), ours[1], set.length)}`)
    report(contestants, set.length * times)
  } finally {
    peer.dispose()
  }
}

async function loadCatalogue(
  build: (typeof KERNEL_BUILDS)[number],
  models: readonly Sgp4Model[],
  start: Epoch = origin,
) {
  return await loadKernelCatalogue({ engine: WASM_ENGINE, bytes: await buildKernel(build) }, models, start)
}

function layouts(build: string, catalogue: KernelCatalogue | undefined): Contestant[] {
  if (catalogue === undefined) return []
  return [
    {
      name: `apsis ${build}, lanes are times`,
      run: () => {
        for (let place = 0; place < catalogue.size; place += 1) catalogue.propagateTimes(place, minutes)
      },
    },
    {
      name: `apsis ${build}, satellites`,
      run: () => {
        for (const time of minutes) catalogue.propagateAll(time)
      },
    },
  ]
}

function report(contestants: readonly Contestant[], states: number): void {
  const spent = contestants.map((): number[] => [])
  for (const { run } of contestants) run()
  for (let round = 0; round < rounds; round += 1) {
    contestants.forEach(({ run }, k) => {
      const began = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(began)
      spent[k]?.push(user + system)
    })
  }
  const peer = spent[0] ?? []
  contestants.forEach(({ name }, k) => {
    const own = spent[k] ?? []
    const rate = states / median(own)
    // Of each round by itself: what slows one down in a round slows the other down too.
    const ratio = median(own.map((micros, round) => (peer[round] ?? Number.NaN) / micros))
    say(
      `  ${name.padEnd(32)} ${rate.toFixed(2).padStart(6)} M states/s, ${ratio.toFixed(2).padStart(5)} × satellite.js`,
    )
  })
}

interface Peer {
  readonly run: () => void
  /** Of all objects one after the other, x, y, z of each time, km. */
  readonly positions: () => Float64Array
  readonly dispose: () => void
}

async function startPeer(set: readonly Twin[]): Promise<Peer> {
  const runtime = await createSingleThreadRuntime()
  const propagator = new BulkPropagator({
    runtime,
    calculators: [new EciBaseCalculator()],
    satRecsCount: set.length,
    datesCount: times,
  })
  propagator.setSatRecs(set.map(({ record }) => record))
  const first = Date.parse(`${START}Z`)
  propagator.setDates(Array.from(minutes, (time) => new Date(first + time * 60_000)))
  return {
    // With one thread it has run when it returns.
    run: () => void propagator.run(),
    positions: () => {
      void propagator.run()
      return propagator.getRawOutput().eci.position
    },
    dispose: () => propagator.dispose(),
  }
}

/** The largest distance between both over all objects and times; theirs may be in either order. */
function differenceFrom(theirs: Float64Array, catalogue: KernelCatalogue | undefined, objects: number): string {
  if (catalogue === undefined || theirs.length !== 3 * objects * times) throw new Error('the results do not match')
  let worst = 0
  for (let place = 0; place < objects; place += 1) {
    const { x, y, z } = catalogue.propagateTimes(place, minutes)
    for (let k = 0; k < times; k += 1) {
      const at = 3 * (place * times + k)
      const gap = Math.hypot(
        (x[k] ?? 0) - 1000 * (theirs[at] ?? 0),
        (y[k] ?? 0) - 1000 * (theirs[at + 1] ?? 0),
        (z[k] ?? 0) - 1000 * (theirs[at + 2] ?? 0),
      )
      worst = Math.max(worst, gap)
    }
  }
  return `${worst.toExponential(1)} m${worst < AGREEMENT_M ? '' : ` (more than ${AGREEMENT_M} m)`}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
