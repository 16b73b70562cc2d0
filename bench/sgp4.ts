/** Measures states per second of SGP4 and SDP4, for one object and in bulk, compared with satellite.js in the same run on one core. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4Bulk, propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { toJulianDate } from '@apsis/astro/time/julian-date.ts'
import {
  BulkPropagator,
  createSingleThreadRuntime,
  EciBaseCalculator,
  type SatRec,
  sgp4,
  twoline2satrec,
} from 'satellite.js'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- sgp4 [--objects N] [--rounds N] [--catalogue FILE of 3LE]'
const TIMES = 144
const STEP_MIN = 10
const COLLECTION = 'catalogue/spacetrack_3le_2022-01-22.txt'
const VERIFICATION = new URL('../astro/sgp4/sgp4.reference.json', import.meta.url)

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    catalogue: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [limit, rounds] = [Number(values.objects), Number(values.rounds)]

interface Root {
  readonly devDependencies: Readonly<Record<string, string>>
}
interface Twin {
  readonly model: Sgp4Model
  readonly record: SatRec
}
interface Contestant {
  readonly name: string
  /** Propagates all objects to all times and returns the sum of the x coordinates, m. */
  readonly run: () => number
}

async function main(): Promise<number> {
  if (values.help || !(Number.isInteger(limit) && limit > 0 && Number.isInteger(rounds) && rounds > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const root = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Root
  say(`${machineLine()}; satellite.js ${root.devDependencies['satellite.js']}`)
  say(`processor time, which neighbours disturb less than the clock; medians of ${rounds} rounds, contestants in turn`)
  const twins = readTwins()
  for (const [name, isDeep] of [
    ['near Earth, SGP4', false],
    ['deep space, SDP4', true],
  ] as const) {
    const set = twins.filter(({ model }) => (model.deep !== undefined) === isDeep).slice(0, limit)
    if (set.length > 0) await compare(name, set)
  }
  return 0
}

/** Reads the same objects for both programs, from the lines as published; objects that fail at some time of the day are left out. */
function readTwins(): Twin[] {
  const pairs = readPairs()
  const twins = pairs.map(([line1, line2]) => ({
    model: initSgp4(parseTle(line1, line2, { checksum: 'ignore' })),
    record: twoline2satrec(line1, line2),
  }))
  const times = Array.from({ length: TIMES }, (_, k) => k * STEP_MIN)
  return twins.filter(({ model }) => times.every((minutes) => propagateSgp4Minutes(model, minutes).ok))
}

function readPairs(): [string, string][] {
  const file = values.catalogue ?? collectionPath(COLLECTION)
  if (values.catalogue === undefined && !hasCollection(COLLECTION)) {
    say('No catalogue here: the verification sets of AIAA 2006-6753 over and over.')
    const { cases } = JSON.parse(readFileSync(VERIFICATION, 'utf8')) as { cases: { line1: string; line2: string }[] }
    return Array.from({ length: 100 }, () => cases.map(({ line1, line2 }): [string, string] => [line1, line2])).flat()
  }
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  return [...readTles(lines)].flatMap((entry): [string, string][] =>
    entry.ok ? [[lines[entry.line - 1] ?? '', lines[entry.line] ?? '']] : [],
  )
}

async function compare(name: string, set: readonly Twin[]): Promise<void> {
  const bulk = await startPeerBulk(set)
  try {
    const contestants = [
      { name: 'apsis propagateSgp4Minutes', run: () => runOurs(set) },
      { name: 'apsis propagateSgp4Bulk', run: () => runOursBulk(set) },
      { name: 'satellite.js sgp4', run: () => runPeer(set) },
      { name: 'satellite.js WASM bulk', run: bulk.run },
    ]
    report(name, set.length, contestants)
  } finally {
    bulk.dispose()
  }
}

function report(name: string, objects: number, contestants: readonly Contestant[]): void {
  const states = objects * TIMES
  say(`\n${name}: ${objects} objects, ${TIMES} times of a day`)
  const times = new Map<string, number[]>(contestants.map((contestant) => [contestant.name, []]))
  const sums = contestants.map(({ run }) => run())
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      const began = process.cpuUsage()
      contestant.run()
      const { user, system } = process.cpuUsage(began)
      times.get(contestant.name)?.push((user + system) / 1000)
    }
  }
  const perSecond = (contestant: string) => (states / median(times.get(contestant) ?? [])) * 1000
  const fastest = Math.max(
    ...contestants.filter(({ name }) => !name.startsWith('apsis')).map(({ name }) => perSecond(name)),
  )
  for (const [index, contestant] of contestants.entries()) {
    const rate = perSecond(contestant.name)
    const mean = Math.abs((sums[index] ?? 0) - (sums[0] ?? 0)) / states
    const agreement = index === 0 ? '' : `, mean x apart ${mean.toExponential(0)} m`
    say(
      `  ${contestant.name.padEnd(28)} ${(rate / 1e6).toFixed(2).padStart(6)} M states/s, ` +
        `${(rate / fastest).toFixed(2)} × satellite.js at its fastest${agreement}`,
    )
  }
}

function runOurs(set: readonly Twin[]): number {
  let sum = 0
  for (const { model } of set) {
    for (let k = 0; k < TIMES; k += 1) {
      const state = propagateSgp4Minutes(model, k * STEP_MIN)
      if (state.ok) sum += state.r[0]
    }
  }
  return sum
}

const minutes = Float64Array.from({ length: TIMES }, (_, k) => k * STEP_MIN)
const batch = { states: new Float64Array(6 * TIMES), codes: new Uint8Array(TIMES) }

function runOursBulk(set: readonly Twin[]): number {
  let sum = 0
  for (const { model } of set) {
    propagateSgp4Bulk(model, minutes, batch)
    for (let k = 0; k < TIMES; k += 1) sum += batch.states[6 * k] ?? 0
  }
  return sum
}

function runPeer(set: readonly Twin[]): number {
  let sum = 0
  for (const { record } of set)
    for (let k = 0; k < TIMES; k += 1) sum += (sgp4(record, k * STEP_MIN)?.position.x ?? 0) * 1e3
  return sum
}

/**
 * Starts the peer's bulk mode, which takes dates instead of minutes: the objects are moved to one epoch, which leaves the amount of work unchanged.
 */
async function startPeerBulk(set: readonly Twin[]): Promise<{ run: () => number; dispose: () => void }> {
  const runtime = await createSingleThreadRuntime()
  const propagator = new BulkPropagator({
    runtime,
    calculators: [new EciBaseCalculator()],
    satRecsCount: set.length,
    datesCount: TIMES,
  })
  const [first] = set
  if (first === undefined) throw new Error('no objects')
  const [day, fraction] = toJulianDate(first.model.epoch, 'UTC')
  const start = Math.round((day - 2_440_587.5 + fraction) * 86_400_000)
  const epoch = start / 86_400_000 + 2_440_587.5
  propagator.setSatRecs(set.map(({ record }) => ({ ...record, jdsatepoch: epoch })))
  propagator.setDates(Array.from({ length: TIMES }, (_, k) => new Date(start + k * STEP_MIN * 60_000)))
  return {
    run: () => {
      // With one thread, the run has ended when the call returns.
      void propagator.run()
      const { position } = propagator.getRawOutput().eci
      let sum = 0
      for (let k = 0; k < position.length; k += 3) sum += (position[k] ?? 0) * 1e3
      return sum
    },
    dispose: () => propagator.dispose(),
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
