/**
 * Determines orbits from simulated passes over three radars in six hours, and compares with plain differential correction in the same run:
 * both get the same measurements, forces and start, in turn. The plain method is written here from textbooks, and is not another product:
 * it shows the costs and benefits of editing and damping. Gates: both orbits are within the noise of the truth if no measurement is wrong,
 * and the orbit of Apsis also if one in fifty is wrong by kilometres, which the plain method cannot handle.
 */
import { parseArgs } from 'node:util'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { invert, transformRow } from '@apsis/astro/matrix.ts'
import { compare } from '@apsis/astro/measurement/compare.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { type CartesianState, toCartesian } from '@apsis/astro/orbit/elements.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { plainBatch } from './peers/plain-batch.ts'
import { machineLine, median } from './stage/machine.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, help: { type: 'boolean', default: false } },
})
const RUNS = Number(values.runs)
const SPAN_S = 6 * 3600
const STEP_S = 30
const LOWEST_RAD = degToRad(10)
const RANGE_SIGMA_M = 10
const ANGLE_SIGMA_RAD = degToRad(0.01)
/** χ² of six degrees of freedom exceeds this in one case of a thousand. */
const LARGEST_CHI = 22.46

const epoch = parseTime('2026-11-20T00:00:00')
const last = addSeconds(epoch, SPAN_S)
const sky = makeEnvironment(epoch, { outside: 'hold' })
const places = [
  [48.2, 16.4],
  [-35, 149],
  [20, -156],
] as const
const sites = new Map(
  places.map(([lat, lon], k) => [
    String(k),
    makeGroundSite({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM: 200 }, sky),
  ]),
)
const { forces, transitionForces } = orbitForces(sky, null)
const fly = numericalFlight({ epoch, first: epoch, last, forces, transitionForces })
const truth = toCartesian(
  { semiMajorAxisM: 7.4e6, eccentricity: 0.002, incRad: 1.2, raanRad: 1, argPeriapsisRad: 0, trueAnomalyRad: 0 },
  GM_EARTH,
)
const start: CartesianState = {
  r: [truth.r[0] + 2000, truth.r[1] - 1000, truth.r[2] + 1500],
  v: [truth.v[0] + 2, truth.v[1] - 1, truth.v[2] + 1],
}

/** Simulates the ranges and angles of each site while it sees the object. */
function simulate(seed: number): Observation[] {
  const flight = fly(truth)
  if (flight === null) throw new RangeError('the true orbit does not fly')
  const normal = standardNormal(seededRandom(seed))
  const found: Observation[] = []
  for (let t = 0; t <= SPAN_S; t += STEP_S) {
    for (const [sensorId, site] of sites) {
      const tag = { epoch: addSeconds(epoch, t), sensorId }
      const range = {
        ...tag,
        kind: 'range',
        way: 'two-way',
        timeOf: 'receive',
        rangeM: 0,
        sigmaM: RANGE_SIGMA_M,
      } as const
      const angles = {
        ...tag,
        kind: 'azimuth-elevation',
        azimuthRad: 0,
        elevationRad: 0,
        azimuthSigmaRad: ANGLE_SIGMA_RAD,
        elevationSigmaRad: ANGLE_SIGMA_RAD,
      } as const
      const [distance, direction] = [compare(range, site, flight.stateAt), compare(angles, site, flight.stateAt)]
      if ('reason' in distance || 'reason' in direction) continue
      const [azimuth, elevation] = direction
      if (!((elevation?.elevationRad ?? -1) > LOWEST_RAD)) continue
      found.push({ ...range, rangeM: -(distance[0]?.residual ?? 0) + RANGE_SIGMA_M * normal() })
      found.push({
        ...angles,
        azimuthRad: -(azimuth?.residual ?? 0) + ANGLE_SIGMA_RAD * normal(),
        elevationRad: -(elevation?.residual ?? 0) + ANGLE_SIGMA_RAD * normal(),
      })
    }
  }
  return found
}

const offBy = (state: CartesianState) => norm(subtract(state.r, truth.r))

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const began = performance.now()
  const result = work()
  return { result, ms: performance.now() - began }
}

const ours: number[] = []
const plain: number[] = []
let isGood = true
const fail = (text: string) => {
  isGood = false
  console.log(`✗ ${text}`)
}
console.log(machineLine())
for (let run = 0; run < RUNS; run += 1) {
  const observations = simulate(run + 1)
  const mine = timed(() => determineOrbit({ start, fly, sites, observations }))
  const peer = timed(() => plainBatch({ epoch, last, forces, sites, observations, start }))
  if (!mine.result.ok) {
    fail(`run ${run}: ${mine.result.reason}`)
    continue
  }
  ours.push(mine.ms)
  plain.push(peer.ms)
  const { state, covariance } = mine.result
  const error = [...subtract(state.r, truth.r), ...subtract(state.v, truth.v)]
  const weighted = transformRow(invert(covariance) ?? [], error)
  const chi = error.reduce((sum, value, k) => sum + value * (weighted[k] ?? 0), 0)
  if (!(chi < LARGEST_CHI)) fail(`run ${run}: χ² ${chi.toFixed(1)} of the truth`)
  if (peer.result === null) fail(`run ${run}: the plain method does not settle`)
  const wrong = observations.map((one, k) =>
    one.kind === 'range' && k % 50 === 0 ? { ...one, rangeM: one.rangeM + 5000 } : one,
  )
  const edited = determineOrbit({ start, fly, sites, observations: wrong })
  const misled = plainBatch({ epoch, last, forces, sites, observations: wrong, start })
  const off = edited.ok ? offBy(edited.state) : Number.NaN
  if (!(off < 10 * Math.max(1, offBy(state))))
    fail(`run ${run}: wrong measurements move the orbit by ${off.toFixed(0)} m`)
  const peerOff = [peer.result, misled].map((one) => (one === null ? '-' : offBy(one).toFixed(1)))
  console.log(
    `run ${run}: ${observations.length} measurements; off by ${offBy(state).toFixed(1)} m (plain ${peerOff[0]}), with wrong ones ${off.toFixed(1)} m (plain ${peerOff[1]})`,
  )
}
console.log(
  `Apsis ${median(ours).toFixed(0)} ms, plain differential correction (ours, after the textbooks) ${median(plain).toFixed(0)} ms an orbit`,
)
process.exitCode = isGood ? 0 : 1
