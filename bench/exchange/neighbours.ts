/**
 * Measures one round of reading neighbours' ephemerides. Of 11,000 published objects, it chooses those that come near a fleet of 100; it
 * then fetches, reads, checks and packs their files, and uses them at TCA. The bench is a separate process with one thread for its memory,
 * so that its processor time is that of one core. The objects are SIMULATED, by rule with a seed; a server on this machine publishes them.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { interpolateCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { missing } from '@apsis/astro/missing.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { compareVersions } from '@apsis/server/ca/ephemeris/record/difference-task.ts'
import { unpackOrbit } from '@apsis/server/ca/ephemeris/record/packed-orbit.ts'
import { checkFile } from '@apsis/server/ca/ephemeris/record/read-task.ts'
import { median } from '../stage/machine.ts'
import { NEAR_HOURS, NEAR_KM, type Near, type NearObjects, NOW_MS, OBJECTS } from './near.ts'

const LEAST_MB_PER_S = 150
const MOST_MIB = 300
/** The first files are read while the code is compiled. */
const WARM_FILES = 60

async function main(files: number, satellites: number): Promise<number> {
  const { near, seconds: chooseS, mib: chooseMib } = await chosenBy(satellites)
  const server = fork(new URL('serve-ephemerides.ts', import.meta.url), [String(NOW_MS), String(OBJECTS)], {
    execArgv: [],
  })
  try {
    const [url] = (await once(server, 'message')) as [string]
    const address = `${url}/public-files/ephemerides/`
    const named = new Map<number, string>()
    for (const name of (await textAt(`${address}MANIFEST.txt`)).trimEnd().split('\n'))
      named.set(Number(name.split('_')[1]), name)
    const rates: FileCost[] = []
    let fetchS = 0
    for (const { noradId, tca } of near.slice(0, files + WARM_FILES)) {
      const name = named.get(noradId) ?? missing()
      const asked = performance.now()
      const source = Buffer.from(await (await fetch(`${address}${name}`)).arrayBuffer())
      fetchS += (performance.now() - asked) / 1_000
      rates.push(await costOf({ source, name, noradId, tca }))
    }
    const measured = rates.slice(WARM_FILES)
    const mbPerS = (of: (cost: FileCost) => number) => median(measured.map((cost) => cost.megabytes / of(cost)))
    const used = mbPerS(({ readS, useS }) => readS + useS)
    const mostMib = process.resourceUsage().maxRSS / 1_024
    const bytes = median(measured.map(({ megabytes }) => megabytes))
    say(
      `choose  ${near.length} of ${OBJECTS} objects come within ${NEAR_KM} km of ${satellites} satellites in ${NEAR_HOURS} h: ${chooseS.toFixed(0)} s, ${chooseMib.toFixed(0)} MiB`,
    )
    say(
      `fetch   ${rates.length} files of ${bytes.toFixed(1)} MB by HTTP, made as they are asked for: ${fetchS.toFixed(1)} s`,
    )
    say(`read    ${mbPerS(({ readS }) => readS).toFixed(0)} MB/s a core, from bytes to the checked and packed orbit`)
    say(`use     ${used.toFixed(0)} MB/s a core with its state and covariance at TCA (at least ${LEAST_MB_PER_S} MB/s)`)
    const compareMs = 1_000 * median(measured.map(({ compareS }) => compareS))
    say(`compare ${compareMs.toFixed(1)} ms a file with the version before, which the page of a neighbour shows`)
    say(`memory  ${mostMib.toFixed(0)} MiB at most in this process (at most ${MOST_MIB} MiB)`)
    return used >= LEAST_MB_PER_S && Math.max(mostMib, chooseMib) <= MOST_MIB ? 0 : 1
  } finally {
    server.kill()
  }
}

/** Returns the objects that a separate process chooses, because the product also reads files and searches in different processes. */
async function chosenBy(satellites: number): Promise<NearObjects> {
  const child = fork(new URL('choose-near.ts', import.meta.url), [String(satellites)], {
    execArgv: [],
    serialization: 'advanced',
  })
  const [chosen] = (await once(child, 'message')) as [NearObjects]
  return chosen
}

type FileCost = {
  readonly megabytes: number
  readonly readS: number
  readonly useS: number
  readonly compareS: number
}

async function costOf({ source, name, noradId, tca }: Near & { source: Buffer; name: string }): Promise<FileCost> {
  const object = { ids: [String(noradId)], names: [] }
  const [readS, { facts, packed, errors }] = await processorS(() =>
    checkFile({ source, name, object, since: new Date(NOW_MS).toISOString() }),
  )
  if (facts === undefined || packed === undefined) throw new TypeError(`${name} was refused: ${errors[0]?.message}`)
  const at = parseTime(new Date(Math.min(tca.getTime(), NOW_MS + 2 * DAY_MS)).toISOString())
  const [useS] = await processorS(async () => {
    const ephemeris = await unpackOrbit(packed)
    if (!interpolateState(ephemeris, at).ok || !interpolateCovariance(ephemeris, at).ok)
      throw new TypeError(`${name} has no state at TCA`)
  })
  const { from, to } = facts.usable
  // The previous version would be equally long, so the file is compared with itself: this takes the same time.
  const [compareS] = await processorS(() =>
    compareVersions({ reference: packed, other: packed, from, to, samples: 25 }),
  )
  return { megabytes: source.length / 1e6, readS, useS, compareS }
}

/** Returns the processor time of this process while work is done, s, and its result. */
async function processorS<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / 1e6, result]
}

const textAt = async (address: string) => (await fetch(address)).text()
const say = (line: string) => process.stdout.write(`${line}\n`)

const [files = 60, satellites = 100] = process.argv.slice(2).map(Number)
process.exitCode = await main(files, satellites)
