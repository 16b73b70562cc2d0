/**
 * Measures collision probabilities per second on one core. It compares, in the same run, with the method of NASA CARA's PcElrod, which
 * decides whether the goal is reached, and with a plain fixed-grid quadrature of the same integral.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { conjunctionPlane, type EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { type PrincipalMiss, principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { alfano2005 } from '@apsis/astro/conjunction/probability/alfano-2005.ts'
import { assess } from '@apsis/astro/conjunction/probability/assess.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { foster1992 } from '@apsis/astro/conjunction/probability/foster-1992.ts'
import { laas2015 } from '@apsis/astro/conjunction/probability/laas-2015.ts'
import { patera2005 } from '@apsis/astro/conjunction/probability/patera-2005.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { settledValue } from '@apsis/astro/testing/settled-value.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { ELROD_ORDER, elrod2019 } from './peers/elrod-2019.ts'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- probability [--rounds N]'
const COLLECTION = 'pc/armellin_esa_2170.csv'
const OWN = new URL('../astro/conjunction/encounter.reference.json', import.meta.url)
const MESSAGES = new URL('../astro/conjunction/probability/cara.reference.json', import.meta.url)
// The accuracy that both methods must have: the worst relative error over all encounters.
const ACCURACY = 1e-10

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, help: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)

interface Planar {
  readonly miss: PrincipalMiss
  readonly radiusM: number
}
interface Contestant {
  readonly name: string
  readonly probability: (encounter: Planar) => number
}

function main(): number {
  if (values.help || !(Number.isInteger(rounds) && rounds > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const encounters = readEncounters()
  const exact = encounters.map(({ miss, radiusM }) => plainGrid(miss, radiusM, 96, 384))
  const plain = sizePlainGrid(encounters, exact)
  say(machineLine())
  say(
    `${encounters.length} encounters; median of ${rounds} rounds, contestants in turn, processor time; errors against a grid of 96 × 384`,
  )
  const contestants: Contestant[] = [
    { name: `plain grid ${plain.radial} × ${plain.angular}`, probability: (e) => plain.run(e) },
    {
      name: `PcElrod, order ${ELROD_ORDER}`,
      probability: ({ miss, radiusM }) => elrod2019(miss, radiusM),
    },
    { name: 'circle2d', probability: ({ miss, radiusM }) => circle2d(miss, radiusM) },
    { name: 'laas2015', probability: ({ miss, radiusM }) => settledValue(laas2015(miss, radiusM)) },
    { name: 'patera2005', probability: ({ miss, radiusM }) => settledValue(patera2005(miss, radiusM)) },
    { name: 'alfano2005', probability: ({ miss, radiusM }) => alfano2005(miss, radiusM) },
    { name: 'foster1992', probability: ({ miss, radiusM }) => foster1992(miss, radiusM) },
  ]
  const rates = compare(contestants, encounters, exact)
  say(`ratio of circle2d to PcElrod  ${((rates[2] ?? Number.NaN) / (rates[1] ?? Number.NaN)).toFixed(2)} ×`)
  timeAssessments()
  return 0
}

function compare(
  contestants: readonly Contestant[],
  encounters: readonly Planar[],
  exact: readonly number[],
): number[] {
  const times = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    contestants.forEach(({ probability }, i) => {
      const start = process.cpuUsage()
      for (const encounter of encounters) probability(encounter)
      const { user, system } = process.cpuUsage(start)
      times[i]?.push((user + system) / 1000)
    })
  }
  const rates = times.map((list) => (1000 * encounters.length) / median(list))
  contestants.forEach(({ name, probability }, i) => {
    const rate = rates[i] ?? Number.NaN
    const error = worstError(encounters.map(probability), exact)
    const ratio = rate / (rates[0] ?? Number.NaN)
    say(
      `${name.padEnd(22)} ${rate.toFixed(0).padStart(9)} /s  ${ratio.toFixed(2).padStart(7)} ×  worst error ${error.toExponential(1)}`,
    )
  })
  return rates
}

/** Measures whole assessments of CDMs: geometry, checks, all values that a decision needs, and 3D-Nc if the encounter plane is invalid. */
function timeAssessments(): void {
  const { messages } = JSON.parse(readFileSync(MESSAGES, 'utf8')) as { messages: readonly Message[] }
  const inputs = messages.map(({ objects, HBR_m }) => {
    const [primary, secondary] = objects.map(objectOf) as [EncounterObject, EncounterObject]
    return { primary, secondary, radiusM: HBR_m }
  })
  const measured = inputs.map((input) => {
    const start = performance.now()
    const { method } = assess(input)
    return { method, ms: performance.now() - start }
  })
  for (const wanted of ['circle-2d', 'hall-3d'] as const) {
    const list = measured.filter(({ method }) => method === wanted).map(({ ms }) => ms)
    say(`assess() ending in ${wanted.padEnd(9)} ${list.length} CDMs, median ${median(list).toFixed(1)} ms`)
  }
}

interface Message {
  readonly HBR_m: number
  readonly objects: readonly {
    readonly r_km: number[]
    readonly v_kmps: number[]
    readonly rtn_covariance_m2: number[]
  }[]
}

function objectOf({ r_km, v_kmps, rtn_covariance_m2 }: Message['objects'][number]): EncounterObject {
  const state = { r: inMetres(r_km), v: inMetres(v_kmps) }
  const six = [0, 1, 2, 3, 4, 5]
  const at = (i: number, j: number) =>
    rtn_covariance_m2[(Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j)] ?? 0
  return {
    ...state,
    covariance: covarianceFromRtn(
      state,
      six.map((i) => six.map((j) => at(i, j))),
    ),
  }
}

/** Returns all encounters of R. Armellin's table if the reference collection is there, otherwise the encounters of the project. */
function readEncounters(): Planar[] {
  const rows = hasCollection(COLLECTION)
    ? readFileSync(collectionPath(COLLECTION), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').map(Number))
    : (JSON.parse(readFileSync(OWN, 'utf8')) as { events: number[][] }).events
  return rows.flatMap((row) => {
    const radiusM = 1000 * (row[1] ?? 0)
    const plane = conjunctionPlane(tableObject(row, 2), tableObject(row, 14))
    const principal = plane === null ? null : principalMiss(plane.missM, plane.combined, radiusM)
    return principal?.ok ? [{ miss: principal.miss, radiusM }] : []
  })
}

function tableObject(row: readonly number[], from: number): EncounterObject {
  const state = { r: inMetres(row.slice(from, from + 3)), v: inMetres(row.slice(from + 3, from + 6)) }
  const [rr = 0, tt = 0, nn = 0, rt = 0, rn = 0, tn = 0] = row.slice(from + 6, from + 12).map((value) => value * 1e6)
  return {
    ...state,
    covariance: covarianceFromRtn(state, [
      [rr, rt, rn],
      [rt, tt, tn],
      [rn, tn, nn],
    ]),
  }
}

function inMetres([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return [1000 * x, 1000 * y, 1000 * z]
}

/** Integrates the density over the circle on a fixed grid: Gauss–Legendre nodes along the radius, equal steps around. */
function plainGrid(miss: PrincipalMiss, radiusM: number, radial: number, angular: number): number {
  const { nodes, weights } = gaussLegendre(radial)
  let sum = 0
  for (let i = 0; i < radial; i += 1) {
    const r = (radiusM * (1 + (nodes[i] ?? 0))) / 2
    let ring = 0
    for (let k = 0; k < angular; k += 1) {
      const angle = (2 * Math.PI * k) / angular
      const x = (r * Math.cos(angle) - miss.xM) / miss.sigmaXM
      const y = (r * Math.sin(angle) - miss.yM) / miss.sigmaYM
      ring += Math.exp(-(x * x + y * y) / 2)
    }
    sum += (weights[i] ?? 0) * r * ring
  }
  return (sum * radiusM) / (2 * angular * miss.sigmaXM * miss.sigmaYM)
}

/**
 * Finds the smallest grid, by doubling its sizes, that is accurate enough for every encounter: since the grid is fixed, the worst encounter decides.
 */
function sizePlainGrid(encounters: readonly Planar[], exact: readonly number[]) {
  for (const radial of [4, 6, 8, 12, 16, 24, 32, 48, 64]) {
    const angular = 4 * radial
    const run = ({ miss, radiusM }: Planar) => plainGrid(miss, radiusM, radial, angular)
    if (worstError(encounters.map(run), exact) <= ACCURACY) return { radial, angular, run }
  }
  throw new Error(`no plain grid reaches ${ACCURACY}`)
}

function worstError(actual: readonly number[], exact: readonly number[]): number {
  return Math.max(...actual.map((value, i) => Math.abs(value / (exact[i] ?? Number.NaN) - 1)))
}

const RULES = new Map<number, { readonly nodes: number[]; readonly weights: number[] }>()

/** Returns nodes and weights on [−1, 1], by Newton's method on the Legendre polynomial. */
function gaussLegendre(count: number): { readonly nodes: number[]; readonly weights: number[] } {
  const known = RULES.get(count)
  if (known !== undefined) return known
  const rule = { nodes: [] as number[], weights: [] as number[] }
  for (let i = 0; i < count; i += 1) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5))
    let slope = 1
    for (let step = 0; step < 20; step += 1) {
      let [before, now] = [1, x]
      for (let n = 2; n <= count; n += 1) [before, now] = [now, ((2 * n - 1) * x * now - (n - 1) * before) / n]
      slope = (count * (x * now - before)) / (x * x - 1)
      x -= now / slope
    }
    rule.nodes.push(x)
    rule.weights.push(2 / ((1 - x * x) * slope * slope))
  }
  RULES.set(count, rule)
  return rule
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = main()
