import { GM_EARTH } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { invert as invertMatrix, type Matrix, transformRow } from '@apsis/astro/matrix.ts'
import { compare } from '@apsis/astro/measurement/compare.ts'
import type { Bias, DeterminedOrbit, ResidualRow } from '@apsis/astro/measurement/determination.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import { type Fly, numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { type GroundSite, makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { gibbs } from '@apsis/astro/measurement/initial/gibbs.ts'
import type { AzElObservation, Observation } from '@apsis/astro/measurement/observation.ts'
import { orbitForces, type Sphere } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { add, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { messageOf } from '@apsis/ccsds/block/read-message.ts'
import { readCrd } from '@apsis/ccsds/ilrs/crd.ts'
import { crdObservations, laserBiases } from '@apsis/ccsds/ilrs/crd-observations.ts'
import { LASER_SATELLITES } from '@apsis/ccsds/ilrs/laser-satellites.data.ts'
import { folderOf, type Json, listFiles, readJson, readTable, readText } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import { type Check, resultOf, type Tally } from './run/tally.ts'

const HELD: EarthModel = { outside: 'hold' }

/** The starts from which the orbit must be found (F20): displaced by 10 km and 10 m/s, along either axis and both together. */
const DISPLACED: readonly (readonly [Vec3, Vec3])[] = [
  [
    [10_000, 0, 0],
    [0, 10, 0],
  ],
  [
    [0, -10_000, 0],
    [0, 0, -10],
  ],
  [
    [-5_774, 5_774, 5_774],
    [5.774, -5.774, 5.774],
  ],
]
/** The limits for the orbit of a laser-ranged satellite: 90 of 95 points are used. */
const [POSITION_M, VELOCITY_MPS, RESIDUAL_M, LARGEST_EDITED_SHARE, LEFT_OUT_M] = [1.5, 5e-4, 0.4, 5 / 95, 5]
/**
 * The limits for a radar pass: the distance from published orbits, the ratio to its noise, and the distance of the first orbit in units of its own
 * covariance.
 */
const [RADAR_M, RADAR_MPS, NOISE_FACTOR, CHI_SQUARE] = [1000, 5, 1.3, 17]

/** The sites that observed an object, and how its orbit is propagated and determined. */
interface Setting {
  readonly epoch: Epoch
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly fly: Fly
}

/** Makes the setting of observations from places with names. */
function makeSetting(
  epoch: Epoch,
  observations: readonly Observation[],
  places: readonly (readonly [string, Json])[],
  { massKg, sphere }: { readonly massKg: number; readonly sphere: Sphere | null },
): Setting {
  const sky = makeEnvironment(epoch, HELD)
  const sites = places.map(([id, place]): [string, GroundSite] => {
    const [lat, lon] = [place.number('latitude_deg'), place.number('longitude_deg')]
    const at = { latRad: degToRad(lat), lonRad: degToRad(lon), heightM: place.number('altitude_m') }
    return [id, makeGroundSite(at, sky)]
  })
  const epochs = observations.map((one) => one.epoch).sort(compareEpochs)
  const [first = epoch, last = epoch] = [epochs[0], epochs.at(-1)]
  const fly = numericalFlight({ epoch, first, last, massKg, ...orbitForces(sky, sphere) })
  return { epoch, observations, sites: new Map(sites), fly }
}

const determine = (
  { fly, sites }: Setting,
  start: CartesianState,
  observations: readonly Observation[],
  biases: readonly Bias[],
) => resultOf(determineOrbit({ start, fly, sites, observations, biases }))

const laserBiasesOf = (observations: readonly Observation[]) =>
  laserBiases(observations.map(({ sensorId }) => sensorId))

function inGcrf(epoch: Epoch, named: string, { r, v }: CartesianState): CartesianState {
  const frame = named === 'J2000' ? 'EME2000' : named
  if (frame !== 'EME2000' && frame !== 'GCRF') throw new RangeError(`the frame ${named} is not read`)
  return transformState({ frame, epoch, r, v }, 'GCRF', HELD)
}

const used = ({ residuals }: DeterminedOrbit) => residuals.filter(({ edited }) => edited === null)

function spread(rows: readonly ResidualRow[]): number {
  const mean = rows.reduce((sum, { residual }) => sum + residual, 0) / rows.length
  return Math.sqrt(rows.reduce((sum, { residual }) => sum + (residual - mean) ** 2, 0) / rows.length)
}

function compareLaser(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const folder = folderOf(file)
  const crds = listFiles(folder)
    .filter((name) => /\.(npt|crd|frd|np2)$/i.test(name))
    .map((name) => messageOf(readCrd(readText(`${folder}/${name}`))))
  const known = LASER_SATELLITES[crds[0]?.sessions[0]?.noradId ?? '']
  const centreOfMassM = set.numberOr(known?.centreOfMassM ?? 0, 'range_centre_of_mass_correction_m')
  const observations = crds.flatMap((crd) => crdObservations(crd, { centreOfMassM }))
  const epoch = parseTime(set.text('initial', 'epoch_utc'))
  const stateOf = (row: Json) =>
    inGcrf(epoch, row.text('frame'), { r: row.vector('position_m'), v: row.vector('velocity_mps') })
  const places = set.rows('stations').map((station) => [station.text('id'), station] as const)
  const body = { massKg: set.numberOr(known?.massKg ?? 1000, 'mass_kg'), sphere: known ?? null }
  const setting = makeSetting(epoch, observations, places, body)
  const [start, truth] = [stateOf(set.at('initial')), stateOf(set.at('expected'))]
  for (const [k, [r, v]] of DISPLACED.entries()) {
    tally.run(`${set.text('object')}, start ${k + 1} displaced`, (check) => {
      const from = { r: add(start.r, r), v: add(start.v, v) }
      const found = determine(setting, from, observations, laserBiasesOf(observations))
      check.apart('position', found.state.r, truth.r, POSITION_M, 'm')
      check.apart('velocity', found.state.v, truth.v, VELOCITY_MPS, 'm/s')
      const rows = used(found)
      check.near('residual sigma', spread(rows), 0, RESIDUAL_M, 'm')
      check.near('edited', 1 - rows.length / found.residuals.length, 0, LARGEST_EDITED_SHARE, 'of the points')
    })
  }
  // Each station is left out once, and its ranges are predicted from the others.
  for (const [sensorId, site] of setting.sites) {
    const [rest, out] = [true, false].map((isOther) =>
      observations.filter((one) => (one.sensorId !== sensorId) === isOther),
    ) as [Observation[], Observation[]]
    if (out.length === 0 || new Set(rest.map((one) => one.sensorId)).size < 2) continue
    tally.run(`${sensorId} predicted`, (check) => {
      const flight = setting.fly(determine(setting, start, rest, laserBiasesOf(rest)).state)
      if (flight === null) throw new Error('no motion')
      for (const one of out) {
        const rows = compare(one, site, flight.stateAt)
        check.near('predicted range', 'reason' in rows ? undefined : rows[0]?.residual, 0, LEFT_OUT_M, 'm')
      }
    })
  }
}

function compareRadar(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const [noise, expected] = [set.at('noise_sigma'), set.at('expected')]
  const observations = readTable(`${folderOf(file)}/observations.csv`).flatMap((row): Observation[] => {
    const epoch = parseTime(row.text('utc').replace(/Z$/, ''))
    const tag = { epoch, sensorId: 'radar' } as const
    const [rangeM, sigmaM] = [1000 * row.number('range_km'), noise.number('range_m')]
    return [
      { ...tag, kind: 'range', way: 'two-way', timeOf: 'bounce', rangeM, sigmaM },
      {
        ...tag,
        kind: 'azimuth-elevation',
        azimuthRad: degToRad(row.number('azimuth_deg')),
        elevationRad: degToRad(row.number('elevation_deg')),
        azimuthSigmaRad: degToRad(noise.number('azimuth_deg')),
        elevationSigmaRad: degToRad(noise.number('elevation_deg')),
      },
    ]
  })
  const epoch = parseTime(expected.text('epoch_utc'))
  const setting = makeSetting(epoch, observations, [['radar', set.at('site')]], { massKg: 1000, sphere: null })
  const bias = set.at('known_bias_to_subtract')
  const biases: Bias[] = [
    { sensorId: 'radar', quantity: 'range', value: bias.numberOr(0, 'range_m'), sigma: 0 },
    { sensorId: 'radar', quantity: 'azimuth', value: degToRad(bias.numberOr(0, 'azimuth_deg')), sigma: 0 },
    { sensorId: 'radar', quantity: 'elevation', value: degToRad(bias.numberOr(0, 'elevation_deg')), sigma: 0 },
  ]
  tally.run(set.text('object'), (check) => {
    const found = determine(setting, startOf(setting), observations, biases)
    const published = expected.rows('solutions').map((solution) => {
      const state = { r: solution.vector('position_km', 1000), v: solution.vector('velocity_kmps', 1000) }
      return inGcrf(epoch, expected.text('frame'), state)
    })
    compareFound(check, published, found, setting)
  })
}

function compareFound(
  check: Check,
  published: readonly CartesianState[],
  found: DeterminedOrbit,
  setting: Setting,
): void {
  for (const { r, v } of published) {
    check.apart('position', found.state.r, r, RADAR_M, 'm')
    check.apart('velocity', found.state.v, v, RADAR_MPS, 'm/s')
  }
  for (const quantity of ['range', 'azimuth', 'elevation'] as const) {
    const rows = used(found).filter((row) => row.quantity === quantity)
    const share = spread(rows) / (rows[0]?.sigma ?? Number.NaN)
    check.near(`${quantity} residuals`, share, 0, NOISE_FACTOR, 'of the noise')
  }
  const [first] = published
  if (first === undefined) return
  const offset = [...subtract(first.r, found.state.r), ...subtract(first.v, found.state.v)]
  const error = chiSquare(offset, found.covariance)
  const because = 'the published orbit misses the measurements, biases taken off, by that much more than the one found'
  const upTo = 1.05 * (misfitOf(first, found, setting) - found.chiSquare)
  const known = error > CHI_SQUARE ? { upTo, because } : undefined
  check.within('χ² of the first solution', { error, limit: CHI_SQUARE, unit: '' }, known)
}

/** Returns the sum of squares of a state's residuals in units of their sigma, after the known biases are subtracted. */
function misfitOf(state: CartesianState, found: DeterminedOrbit, { fly, observations, sites }: Setting): number {
  const flight = fly(state)
  if (flight === null) return Number.NaN
  let sum = 0
  for (const one of observations) {
    const site = sites.get(one.sensorId)
    const rows = site === undefined ? [] : compare(one, site, flight.stateAt)
    if ('reason' in rows) continue
    for (const { quantity, residual, sigma } of rows) {
      const bias = found.biases.find((each) => each.quantity === quantity)?.value ?? 0
      sum += ((residual - bias) / sigma) ** 2
    }
  }
  return sum
}

function chiSquare(offset: readonly number[], covariance: Matrix): number {
  const inverse = invertMatrix(covariance)
  if (inverse === null) return Number.NaN
  const weighted = transformRow(inverse, offset)
  return offset.reduce((sum, value, k) => sum + value * (weighted[k] ?? 0), 0)
}

/** Returns a start from the first, middle and last position of the pass, by Gibbs, propagated to the epoch on its Kepler orbit. */
function startOf({ observations, sites, epoch }: Setting): CartesianState {
  const places = observations.flatMap((one, k) => {
    const before = observations[k - 1]
    if (one.kind !== 'azimuth-elevation' || before?.kind !== 'range') return []
    return [{ epoch: one.epoch, r: () => positionOf(one, before.rangeM, sites) }]
  })
  const [a, b, c] = [places[0], places[Math.floor(places.length / 2)], places.at(-1)]
  if (a === undefined || b === undefined || c === undefined) throw new RangeError('a pass of less than three positions')
  const r = b.r()
  const { v } = resultOf(gibbs([a.r(), r, c.r()], GM_EARTH))
  return propagateTwoBody({ r, v }, secondsBetween(b.epoch, epoch), GM_EARTH).state
}

/** Returns the position of the object from a range, an azimuth and an elevation, in GCRF. */
function positionOf(angles: AzElObservation, rangeM: number, sites: ReadonlyMap<string, GroundSite>): Vec3 {
  const pose = sites.get(angles.sensorId)?.at(angles.epoch)
  if (pose === undefined) throw new RangeError(`no site ${angles.sensorId}`)
  const [level, up] = [Math.cos(angles.elevationRad), Math.sin(angles.elevationRad)]
  const direction: Vec3 = [-level * Math.cos(angles.azimuthRad), level * Math.sin(angles.azimuthRad), up]
  return add(pose.r, scale(transform(transpose(pose.toSez), direction), rangeM))
}

export const DETERMINATION_SETS: readonly ReferenceSet[] = [
  { name: 'tracking/slr_*/case.json', compare: compareLaser },
  { name: 'tracking/radar_*/case.json', compare: compareRadar },
]
