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
import { add, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { messageOf } from '@apsis/ccsds/block/read-message.ts'
import { readCrd } from '@apsis/ccsds/ilrs/crd.ts'
import { crdObservations, laserBiases } from '@apsis/ccsds/ilrs/crd-observations.ts'
import { LASER_SATELLITES } from '@apsis/ccsds/ilrs/laser-satellites.data.ts'
import { listFiles, numberCell, readJson, readTable, readText, vectorAt } from '../collection.ts'
import type { Source } from '../reference-set.ts'
import type { Check, Tally } from '../tally.ts'

const HELD: EarthModel = { outside: 'hold' }

interface SitePlace {
  readonly latitude_deg: number
  readonly longitude_deg: number
  readonly altitude_m: number
}

interface StateRow {
  readonly epoch_utc: string
  readonly frame: string
  readonly position_m: readonly number[]
  readonly velocity_mps: readonly number[]
}

interface LaserCase {
  readonly object: string
  readonly stations: readonly (SitePlace & { readonly id: string })[]
  readonly initial: StateRow
  readonly expected: StateRow
  readonly mass_kg?: number
  readonly range_centre_of_mass_correction_m?: number
}

/** From where the orbit must be found (F20): displaced by 10 km and 10 m/s, along either axis and both together. */
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
const POSITION_M = 1.5
const VELOCITY_MPS = 5e-4
const RESIDUAL_M = 0.4
/** 90 of 95. */
const LARGEST_EDITED_SHARE = 5 / 95
const LEFT_OUT_M = 5

interface Setting {
  readonly epoch: Epoch
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly fly: Fly
}

interface Scene {
  readonly epoch: Epoch
  readonly places: ReadonlyMap<string, SitePlace>
  readonly observations: readonly Observation[]
  readonly sphere: Sphere | null
  readonly massKg: number
}

function makeSetting({ epoch, places, observations, sphere, massKg }: Scene): Setting {
  const sky = makeEnvironment(epoch, HELD)
  const sites = [...places].map(([id, place]): [string, GroundSite] => [
    id,
    makeGroundSite(
      {
        latRad: degToRad(place.latitude_deg),
        lonRad: degToRad(place.longitude_deg),
        heightM: place.altitude_m,
      },
      sky,
    ),
  ])
  const epochs = observations.map((one) => one.epoch).sort(compareEpochs)
  const [first = epoch, last = epoch] = [epochs[0], epochs.at(-1)]
  const fly = numericalFlight({ epoch, first, last, massKg, ...orbitForces(sky, sphere) })
  return { epoch, sites: new Map(sites), fly }
}

function inGcrf(row: Pick<StateRow, 'position_m' | 'velocity_mps' | 'frame'>, epoch: Epoch): CartesianState {
  const frame = row.frame === 'J2000' ? 'EME2000' : row.frame
  if (frame !== 'EME2000' && frame !== 'GCRF') throw new RangeError(`the frame ${row.frame} is not read`)
  return transformState(
    { frame, epoch, r: vectorAt([...row.position_m]), v: vectorAt([...row.velocity_mps]) },
    'GCRF',
    HELD,
  )
}

function solved(input: Parameters<typeof determineOrbit>[0]): DeterminedOrbit {
  const found = determineOrbit(input)
  if (!found.ok) throw new Error(found.reason)
  return found
}

const used = ({ residuals }: DeterminedOrbit) => residuals.filter(({ edited }) => edited === null)

function spread(rows: readonly ResidualRow[]): number {
  const mean = rows.reduce((sum, { residual }) => sum + residual, 0) / rows.length
  return Math.sqrt(rows.reduce((sum, { residual }) => sum + (residual - mean) ** 2, 0) / rows.length)
}

export function compareLaser(tally: Tally, { files: [file = ''] }: Source): void {
  const one = readJson<LaserCase>(file)
  const folder = file.slice(0, file.lastIndexOf('/'))
  const crds = listFiles(folder)
    .filter((name) => /\.(npt|crd|frd|np2)$/i.test(name))
    .map((name) => messageOf(readCrd(readText(`${folder}/${name}`))))
  const noradId = crds[0]?.sessions[0]?.noradId ?? ''
  const known = LASER_SATELLITES[noradId]
  const centreOfMassM = one.range_centre_of_mass_correction_m ?? known?.centreOfMassM ?? 0
  const observations = crds.flatMap((crd) => crdObservations(crd, { centreOfMassM }))
  const epoch = parseTime(one.initial.epoch_utc)
  const setting = makeSetting({
    epoch,
    places: new Map(one.stations.map((station) => [station.id, station])),
    observations,
    sphere: known ?? null,
    massKg: one.mass_kg ?? known?.massKg ?? 1000,
  })
  const start = inGcrf(one.initial, epoch)
  const truth = inGcrf(one.expected, epoch)
  const biases = laserBiases(observations.map(({ sensorId }) => sensorId))
  for (const [k, [r, v]] of DISPLACED.entries()) {
    tally.run(`${one.object}, start ${k + 1} displaced`, (check) => {
      const from = { r: add(start.r, r), v: add(start.v, v) }
      const found = solved({ start: from, fly: setting.fly, sites: setting.sites, observations, biases })
      check.within('position', { error: norm(subtract(found.state.r, truth.r)), limit: POSITION_M, unit: 'm' })
      check.within('velocity', { error: norm(subtract(found.state.v, truth.v)), limit: VELOCITY_MPS, unit: 'm/s' })
      const rows = used(found)
      check.within('residual sigma', { error: spread(rows), limit: RESIDUAL_M, unit: 'm' })
      const share = 1 - rows.length / found.residuals.length
      check.within('edited', { error: share, limit: LARGEST_EDITED_SHARE, unit: 'of the points' })
    })
  }
  compareLeftOut(tally, { setting, start, observations })
}

interface LeftOut {
  readonly setting: Setting
  readonly start: CartesianState
  readonly observations: readonly Observation[]
}

/** Each station is left out once, and its ranges predicted from the others. */
function compareLeftOut(tally: Tally, { setting, start, observations }: LeftOut): void {
  for (const [sensorId, site] of setting.sites) {
    const [rest, out] = [
      observations.filter((one) => one.sensorId !== sensorId),
      observations.filter((one) => one.sensorId === sensorId),
    ]
    if (out.length === 0 || new Set(rest.map((one) => one.sensorId)).size < 2) continue
    tally.run(`${sensorId} predicted`, (check) => {
      const biases = laserBiases(rest.map((one) => one.sensorId))
      const found = solved({ start, fly: setting.fly, sites: setting.sites, observations: rest, biases })
      const flight = setting.fly(found.state)
      if (flight === null) throw new Error('no motion')
      for (const one of out) {
        const rows = compare(one, site, flight.stateAt)
        const error = 'reason' in rows ? Number.NaN : Math.abs(rows[0]?.residual ?? Number.NaN)
        check.within('predicted range', { error, limit: LEFT_OUT_M, unit: 'm' })
      }
    })
  }
}

interface RadarCase {
  readonly object: string
  readonly site: SitePlace
  readonly known_bias_to_subtract?: Readonly<Partial<Record<'range_m' | 'azimuth_deg' | 'elevation_deg', number>>>
  readonly noise_sigma: Readonly<Record<'range_m' | 'azimuth_deg' | 'elevation_deg', number>>
  readonly expected: {
    readonly epoch_utc: string
    readonly frame: string
    readonly solutions: readonly {
      readonly by: string
      readonly position_km: readonly number[]
      readonly velocity_kmps: readonly number[]
    }[]
  }
}

const RADAR_M = 1000
const RADAR_MPS = 5
const NOISE_FACTOR = 1.3
const CHI_SQUARE = 17

export function compareRadar(tally: Tally, { files: [file = ''] }: Source): void {
  const one = readJson<RadarCase>(file)
  const rows = readTable(`${file.slice(0, file.lastIndexOf('/'))}/observations.csv`)
  const observations = rows.flatMap((row): Observation[] => {
    const epoch = parseTime((row.utc ?? '').replace(/Z$/, ''))
    const tag = { epoch, sensorId: 'radar' } as const
    return [
      {
        ...tag,
        kind: 'range',
        way: 'two-way',
        timeOf: 'bounce',
        rangeM: 1000 * numberCell(row, 'range_km'),
        sigmaM: one.noise_sigma.range_m,
      },
      {
        ...tag,
        kind: 'azimuth-elevation',
        azimuthRad: degToRad(numberCell(row, 'azimuth_deg')),
        elevationRad: degToRad(numberCell(row, 'elevation_deg')),
        azimuthSigmaRad: degToRad(one.noise_sigma.azimuth_deg),
        elevationSigmaRad: degToRad(one.noise_sigma.elevation_deg),
      },
    ]
  })
  const epoch = parseTime(one.expected.epoch_utc)
  const setting = makeSetting({
    epoch,
    places: new Map([['radar', one.site]]),
    observations,
    sphere: null,
    massKg: 1000,
  })
  const bias = one.known_bias_to_subtract ?? {}
  const biases: Bias[] = [
    { sensorId: 'radar', quantity: 'range', value: bias.range_m ?? 0, sigma: 0 },
    { sensorId: 'radar', quantity: 'azimuth', value: degToRad(bias.azimuth_deg ?? 0), sigma: 0 },
    { sensorId: 'radar', quantity: 'elevation', value: degToRad(bias.elevation_deg ?? 0), sigma: 0 },
  ]
  tally.run(one.object, (check) => {
    const start = startOf(observations, setting)
    const found = solved({ start, fly: setting.fly, sites: setting.sites, observations, biases })
    checkRadar(check, one, { found, setting, observations })
  })
}

interface Radar {
  readonly found: DeterminedOrbit
  readonly setting: Setting
  readonly observations: readonly Observation[]
}

function checkRadar(check: Check, one: RadarCase, { found, setting, observations }: Radar): void {
  const epoch = parseTime(one.expected.epoch_utc)
  const published = one.expected.solutions.map(({ position_km, velocity_kmps }) =>
    inGcrf(
      {
        frame: one.expected.frame,
        position_m: position_km.map((value) => 1000 * value),
        velocity_mps: velocity_kmps.map((value) => 1000 * value),
      },
      epoch,
    ),
  )
  for (const { r, v } of published) {
    check.within('position', { error: norm(subtract(found.state.r, r)), limit: RADAR_M, unit: 'm' })
    check.within('velocity', { error: norm(subtract(found.state.v, v)), limit: RADAR_MPS, unit: 'm/s' })
  }
  for (const quantity of ['range', 'azimuth', 'elevation'] as const) {
    const rows = used(found).filter((row) => row.quantity === quantity)
    const share = spread(rows) / (rows[0]?.sigma ?? Number.NaN)
    check.within(`${quantity} residuals`, { error: share, limit: NOISE_FACTOR, unit: 'of the noise' })
  }
  const [first] = published
  if (first === undefined) return
  const offset = [...subtract(first.r, found.state.r), ...subtract(first.v, found.state.v)]
  const error = chiSquare(offset, found.covariance)
  const because = 'the published orbit misses the measurements, biases taken off, by that much more than the one found'
  const upTo = 1.05 * (misfitOf(first, { found, setting, observations }) - found.chiSquare)
  const known = error > CHI_SQUARE ? { upTo, because } : undefined
  check.within('χ² of the first solution', { error, limit: CHI_SQUARE, unit: '' }, known)
}

/** The sum of squares of a state's residuals in units of their sigma, with the known biases taken off. */
function misfitOf(state: CartesianState, { found, setting, observations }: Radar): number {
  const flight = setting.fly(state)
  if (flight === null) return Number.NaN
  let sum = 0
  for (const one of observations) {
    const site = setting.sites.get(one.sensorId)
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

/** A start from the first, middle and last position of the pass, by Gibbs, carried to the epoch on its Kepler orbit. */
function startOf(observations: readonly Observation[], { sites, epoch }: Setting): CartesianState {
  const pairs = observations.flatMap((one, k) => {
    const before = observations[k - 1]
    return one.kind === 'azimuth-elevation' && before?.kind === 'range' ? [{ angles: one, rangeM: before.rangeM }] : []
  })
  const three = [pairs[0], pairs[Math.floor(pairs.length / 2)], pairs.at(-1)].map((pair) => {
    if (pair === undefined) throw new RangeError('a pass of less than three positions')
    return { epoch: pair.angles.epoch, r: positionOf(pair, sites) }
  })
  const [a, b, c] = three
  if (a === undefined || b === undefined || c === undefined) throw new RangeError('a pass of less than three positions')
  const found = gibbs([a.r, b.r, c.r], GM_EARTH)
  if (!found.ok) throw new Error(found.reason)
  return propagateTwoBody({ r: b.r, v: found.v }, secondsBetween(b.epoch, epoch), GM_EARTH).state
}

interface Pair {
  readonly angles: AzElObservation
  readonly rangeM: number
}

/** Where a range, an azimuth and an elevation put the object, in GCRF. */
function positionOf({ angles, rangeM }: Pair, sites: ReadonlyMap<string, GroundSite>): Vec3 {
  const pose = sites.get(angles.sensorId)?.at(angles.epoch)
  if (pose === undefined) throw new RangeError(`no site ${angles.sensorId}`)
  const level = Math.cos(angles.elevationRad)
  const direction: Vec3 = [
    -level * Math.cos(angles.azimuthRad),
    level * Math.sin(angles.azimuthRad),
    Math.sin(angles.elevationRad),
  ]
  return add(pose.r, scale(transform(transpose(pose.toSez), direction), rangeM))
}
