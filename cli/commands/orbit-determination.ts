import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { Bias, BiasQuantity, DeterminedOrbit } from '@apsis/astro/measurement/determination.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import { firstOrbits } from '@apsis/astro/measurement/first-orbits.ts'
import {
  fitWithoutStart,
  LARGEST_WEIGHTED_RMS,
  type Misfit,
  misfitOf,
  type NoStart,
  withHalfRanges,
} from '@apsis/astro/measurement/fit-without-start.ts'
import { type Fly, numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { type GroundSite, makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { type Observation, TIME_EVENTS, type TimeEvent } from '@apsis/astro/measurement/observation.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { laserBiases } from '@apsis/ccsds/ilrs/crd-observations.ts'
import type { LaserSatellite } from '@apsis/ccsds/ilrs/laser-satellites.data.ts'
import { readMeasurements } from '../input/measurement-file.ts'
import { type MeasuringSensor, readSensorFile } from '../input/sensor-file.ts'
import { openSource, readWhole } from '../input/source.ts'
import { carried, readStart, type StartState } from '../input/start-state.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requireInstant, requirePositive } from '../terminal/options.ts'
import { ROW_FORM_OPTIONS, type RowForm, rowForm, writeForPrograms } from '../terminal/print.ts'
import { answerOf, initialAnswer, textOfInitial, textOfOrbit } from './orbit-answer.ts'

/** Biases that --estimate can name, each with an a priori sigma so large that only the measurements determine it; SI units. */
const ESTIMATED: Readonly<Record<string, readonly [BiasQuantity, number]>> = {
  range: ['range', 1e4],
  'range-rate': ['range-rate', 100],
  azimuth: ['azimuth', degToRad(1)],
  elevation: ['elevation', degToRad(1)],
  time: ['time', 1],
}
const UNKNOWN_MASS_KG = 1000

export const orbitDeterminationCommand: Command = {
  help: `Usage: apsis orbit-determination FILE... --sensors FILE [options]

  FILE                measurements: tracking data messages (TDM, KVN or XML), laser ranges (CRD), or a table (CSV) with
                      the columns utc, range_km, range_rate_kmps, azimuth_deg, elevation_deg, ra_deg, dec_deg, sensor.
                      - is standard input.
  --sensors FILE      JSON: an array of sensors, or an object with "sensors", "stations" or "site". A sensor has "id",
                      "latitude_deg", "longitude_deg", "altitude_m", and may have "noise_sigma" and
                      "known_bias_to_subtract" with "range_m", "range_rate_mps", "azimuth_deg", "elevation_deg",
                      and "direction_arcsec" (noise) or "time_s" (bias); "refracted": true if elevations are not
                      corrected for the air; "range_corrected": true if the ranges are corrected for the delay of
                      the air, false if they are not. Where it is not given, those of a TDM are not, those of a table
                      are
  --time-tag EVENT    of what the times of ranges and range rates in a table (CSV) are: bounce (the reflection by the
                      object; if it is not given), receive or transmit. Those of its directions are of reception. A TDM
                      and a CRD tell it themselves. One taken for the other moves a low orbit by tens of metres
  --initial FILE      the orbit to start from: JSON with "epoch_utc", "frame", "position_m", "velocity_mps"; a laser
                      prediction (CPF); or OPM, OEM, OCM, OMM, TLE. Without it an initial orbit is determined from
                      positions (Gibbs, Herrick-Gibbs, Lambert, in both senses of motion) or three directions (Gooding)
                      of each track, and what fits all measurements best is taken
  --initial-only      only determine the initial orbit of the longest track: every root, with the reason for the
                      preferred one
  --epoch TIME        the epoch of the orbit in UTC; if it is not given, the epoch of --initial in JSON, or the time of
                      the first measurement; if a laser prediction does not reach that time, its nearest time
  --object NAME       the object, as the file names it, where a file has measurements of several objects
  --estimate LIST     what to estimate of each sensor: range, range-rate, azimuth, elevation, time; laser stations
                      always have their range and place estimated
  --edit-limit N      do not use measurements whose residual is more than N times the spread; 4 if it is not given
  --json, --ndjson, --csv
                      for programs: { "epoch", "frame", "positionM", "velocityMps", "covariance", "scaleFactor",
                      "correlationFactor", "chiSquare", "degreesOfFreedom", "weightedRms", "iterations", "used",
                      "edited", "biases", "residualConvention", "residuals" }, or with --initial-only { "epoch",
                      "frame", "method", "preference", "orbits" }

The orbit is a weighted least-squares fit with the gravity field of the Earth, Sun, Moon, tides and relativity.
Residuals are measured minus computed; those of right ascension are multiplied by the cosine of the declination. The
covariance is multiplied by chi-square per degree of freedom if that is above 1, and again if neighbouring residuals are
alike. A bias of a clock is an along-track time offset: in one track it cannot be told from an error of the orbit along
its path. Two-way ranges may be given as the way there and back: the orbit of --initial decides it, or, without one,
which of the two fits all measurements. The exit code is 1 if there is no orbit: if the weighted RMS of the fit is above
${LARGEST_WEIGHTED_RMS}, or if all measurements of one track had to be left out.

Examples:
  apsis orbit-determination pass.tdm --sensors sensors.json --json
  apsis orbit-determination pass.tdm --sensors sensors.json --initial-only`,
  run: runOrbitDetermination,
}

interface DeterminationInput {
  readonly observations: readonly Observation[]
  readonly sensors: readonly MeasuringSensor[]
  readonly satellite: LaserSatellite | null
  readonly isLaser: boolean
  /** The event to which the times of ranges in the tables refer; null if there is no table. */
  readonly timeOfTable: TimeEvent | null
  /** True if all files are tables. */
  readonly isAllTable: boolean
  readonly initial: string | undefined
  readonly epoch: Epoch | null
  readonly estimate: readonly (readonly [BiasQuantity, number])[]
  readonly editLimit: number | undefined
  readonly form: RowForm
}

async function runOrbitDetermination(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    sensors: { type: 'string' },
    initial: { type: 'string' },
    'initial-only': { type: 'boolean', default: false },
    epoch: { type: 'string' },
    object: { type: 'string' },
    estimate: { type: 'string' },
    'edit-limit': { type: 'string' },
    'time-tag': { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const files = requireFiles(positionals)
  if (values.sensors === undefined) throw new UsageError('--sensors is missing: a JSON file of sensors')
  const limit = values['edit-limit']
  const estimate = parseEstimate(values.estimate)
  const sensors = readSensorFile(values.sensors, await textOf(terminal, values.sensors))
  const timeOf = parseTimeTag(values['time-tag'])
  const read = []
  for (const file of files)
    read.push(readMeasurements(file, await textOf(terminal, file), { sensors, object: values.object, timeOf }))
  if (values['time-tag'] !== undefined && !read.some((one) => one.isTable))
    throw new UsageError('--time-tag is for tables (CSV): a TDM and a CRD tell it themselves')
  for (const note of read.flatMap(({ notes }) => notes)) terminal.note(note)
  const observations = read.flatMap((one) => one.observations).sort((a, b) => compareEpochs(a.epoch, b.epoch))
  if (observations.length === 0) throw new InputError(`${files.join(', ')}: there are no measurements`)
  const asked: DeterminationInput = {
    observations,
    sensors,
    satellite: read.find((one) => one.satellite !== null)?.satellite ?? null,
    isLaser: read.some((one) => one.isLaser),
    timeOfTable: read.some((one) => one.isTable) ? timeOf : null,
    isAllTable: read.every((one) => one.isTable),
    initial: values.initial,
    epoch: values.epoch === undefined ? null : requireInstant(values.epoch, '--epoch'),
    estimate,
    editLimit: limit === undefined ? undefined : requirePositive(limit, '--edit-limit'),
    form,
  }
  return values['initial-only'] ? writeInitial(terminal, asked) : writeOrbit(terminal, asked)
}

async function textOf(terminal: Terminal, file: string): Promise<string> {
  return (await readWhole(await openSource(terminal, file))).join('')
}

function parseEstimate(text: string | undefined): (readonly [BiasQuantity, number])[] {
  if (text === undefined) return []
  return text.split(',').map((name) => {
    const found = ESTIMATED[name.trim()]
    if (found === undefined) throw new UsageError(`--estimate takes ${Object.keys(ESTIMATED).join(', ')}, not ${name}`)
    return found
  })
}

function parseTimeTag(text = 'bounce'): TimeEvent {
  const found = TIME_EVENTS.find((event) => event === text)
  if (found === undefined) throw new UsageError(`--time-tag takes ${TIME_EVENTS.join(', ')}, not ${text}`)
  return found
}

/** Returns the sites of the measurements. They share the orientation of the Earth, which is computed once for the arc. */
function sitesAt({ sensors, observations }: DeterminationInput, epoch: Epoch): ReadonlyMap<string, GroundSite> {
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const used = new Set(observations.map(({ sensorId }) => sensorId))
  return new Map(sensors.filter(({ id }) => used.has(id)).map(({ id, place }) => [id, makeGroundSite(place, sky)]))
}

const firstEpoch = ({ observations }: DeterminationInput): Epoch => observations[0]?.epoch ?? { taiS: 0, taiFs: 0 }

/** The start of the fit of all measurements, and whether the ranges are two-way; null if `--initial` is needed. */
interface Start {
  readonly state: StartState
  readonly areRangesThereAndBack: boolean | null
}

async function startOf(terminal: Terminal, asked: DeterminationInput): Promise<Start | NoStart> {
  const at = asked.epoch ?? firstEpoch(asked)
  if (asked.initial !== undefined) {
    const start = await readStart(terminal, asked.initial, at)
    return { state: asked.epoch === null ? start : flown(asked, start, asked.epoch), areRangesThereAndBack: null }
  }
  const found = fitWithoutStart({
    observations: asked.observations,
    sites: sitesAt(asked, at),
    flightOf: (observations, epoch) => flightOf({ ...asked, observations }, epoch),
    // A bias that a single track cannot separate from its orbit is estimated when all tracks are fitted.
    biases: biasesOf({ ...asked, estimate: [] }),
  })
  if (!found.ok) return found
  const state = flown(asked, { epoch: found.epoch, ...found.state }, at)
  return { state, areRangesThereAndBack: found.areRangesThereAndBack }
}

/** Returns a state propagated to another epoch with the forces of the fit, because Kepler's motion is wrong by tens of kilometres after hours. */
function flown(asked: DeterminationInput, start: StartState, to: Epoch): StartState {
  const sky = makeEnvironment(start.epoch, { outside: 'hold' })
  const [first, last] = compareEpochs(start.epoch, to) < 0 ? [start.epoch, to] : [to, start.epoch]
  const massKg = asked.satellite?.massKg ?? UNKNOWN_MASS_KG
  const motion = numericalFlight({ epoch: start.epoch, first, last, massKg, ...orbitForces(sky, asked.satellite) })(
    start,
  )
  // If the orbit reaches the ground meanwhile, it is propagated as if there were no ground, because the fit may still raise it.
  return motion === null ? carried(start, to) : { epoch: to, ...motion.stateAt(to) }
}

async function writeOrbit(terminal: Terminal, asked: DeterminationInput): Promise<ExitCode> {
  const from = await startOf(terminal, asked)
  if ('reason' in from) return refused(terminal, from)
  const start = from.state
  const sites = sitesAt(asked, start.epoch)
  const fly = flightOf(asked, start.epoch)
  const areThereAndBack = from.areRangesThereAndBack ?? areRangesDoubled(asked, { start, fly, sites })
  if (areThereAndBack)
    terminal.note('two-way ranges are taken for the way there and back: they are twice the distance of the orbit')
  const observations = areThereAndBack ? withHalfRanges(asked.observations) : asked.observations
  terminal.progress(`${observations.length} measurements of ${sites.size} sensors`)
  const found = determineOrbit({
    start,
    fly,
    observations,
    sites,
    biases: biasesOf(asked),
    ...(asked.editLimit === undefined ? {} : { editLimit: asked.editLimit }),
  })
  if (!found.ok) {
    terminal.note(`there is no orbit: ${WHY[found.reason]}`)
    return 1
  }
  const reason = misfitOf(observations, found)
  if (reason !== null) return refused(terminal, { ok: false, reason, weightedRms: found.weightedRms })
  noteOtherTimeTag(terminal, asked, { found, observations, fly, sites })
  const answer = answerOf(found, start.epoch, asked.timeOfTable)
  if (asked.form === 'text') await terminal.write(textOfOrbit(answer))
  else await writeForPrograms(terminal, asked.form, answer)
  return 0
}

/** The usual events of time tags in tables. */
const LIKELY_TIME_EVENTS = ['bounce', 'receive'] as const
/** The time tag of the other event is reported if its chi-square is lower by this much, which is five sigmas. */
const TELLING_CHI_SQUARE = 25

/** Reports if the ranges of a table fit better with times of another event. Most data cannot show this, because the orbit shifts instead. */
function noteOtherTimeTag(
  terminal: Terminal,
  asked: DeterminationInput,
  { found, observations, fly, sites }: FittedOrbit,
): void {
  const { timeOfTable } = asked
  if (timeOfTable === null || !asked.isAllTable || !observations.some((one) => 'timeOf' in one)) return
  const biases = biasesOf(asked)
  const usedOf = (fit: DeterminedOrbit) => fit.residuals.filter(({ edited }) => edited === null).length
  const others = LIKELY_TIME_EVENTS.filter((event) => event !== timeOfTable).flatMap((timeOf) => {
    const tagged = observations.map((one) => ('timeOf' in one ? { ...one, timeOf } : one))
    const fit = determineOrbit({ start: found.state, fly, observations: tagged, sites, biases })
    return fit.ok && usedOf(fit) >= usedOf(found) ? [{ timeOf, chiSquare: fit.chiSquare }] : []
  })
  const [best] = others.sort((a, b) => a.chiSquare - b.chiSquare)
  if (best === undefined || best.chiSquare > found.chiSquare - TELLING_CHI_SQUARE) return
  terminal.note(
    `the ranges fit better if their times are of ${best.timeOf} and not of ${timeOfTable}: chi-square ${best.chiSquare.toFixed(1)} instead of ` +
      `${found.chiSquare.toFixed(1)}. If that is so, give --time-tag ${best.timeOf}`,
  )
}

function refused(terminal: Terminal, why: NoStart): ExitCode {
  if (why.reason === 'no-initial-orbit') throw new InputError(NO_INITIAL_ORBIT)
  const text = 'weightedRms' in why ? misfitText(why.reason, why.weightedRms) : WHY['no-convergence']
  terminal.note(`there is no orbit: ${text}`)
  return 1
}

const NO_INITIAL_ORBIT =
  'an initial orbit needs three directions, or two ranges with angles, of one track that an orbit goes through: give --initial'

function misfitText(reason: Misfit, weightedRms: number): string {
  if (reason === 'track-left-out')
    return 'all measurements of one track are left out: it is of another orbit, or this one is false'
  return (
    `the weighted RMS of the best fit is ${weightedRms.toPrecision(3)}, above ${LARGEST_WEIGHTED_RMS}: the measurements are not of one ` +
    'orbit, the noise of the sensors is stated too small, or the orbit to start from is wrong'
  )
}

const WHY = {
  'not-observable': 'the measurements leave a part of it open',
  'no-convergence': 'the fit does not settle; a better --initial may help',
  'no-motion': 'the orbit to start from does not stay above the ground',
  'too-few-observations': 'there are too few measurements of known sensors',
} as const

function flightOf({ observations, satellite }: DeterminationInput, epoch: Epoch): Fly {
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const last = observations.at(-1)?.epoch ?? epoch
  const first = observations[0]?.epoch ?? epoch
  const massKg = satellite?.massKg ?? UNKNOWN_MASS_KG
  return numericalFlight({ epoch, first, last, massKg, ...orbitForces(sky, satellite) })
}

function biasesOf({ sensors, observations, isLaser, estimate }: DeterminationInput): Bias[] {
  const used = new Set(observations.map(({ sensorId }) => sensorId))
  const known = sensors.filter(({ id }) => used.has(id)).flatMap(({ biases }) => biases)
  const asked = Array.from(used).flatMap((sensorId) =>
    estimate.map(([quantity, sigma]): Bias => {
      const value = known.find((bias) => bias.sensorId === sensorId && bias.quantity === quantity)?.value ?? 0
      return { sensorId, quantity, value, sigma }
    }),
  )
  const isAsked = (one: Bias) =>
    asked.some(({ sensorId, quantity }) => sensorId === one.sensorId && quantity === one.quantity)
  const lasers = isLaser ? laserBiases(used) : []
  return [...asked, ...[...known, ...lasers].filter((one) => !isAsked(one))]
}

interface FittedOrbit {
  readonly found: DeterminedOrbit
  readonly observations: readonly Observation[]
  readonly fly: Fly
  readonly sites: ReadonlyMap<string, GroundSite>
}

interface Scene {
  readonly start: CartesianState
  readonly fly: Fly
  readonly sites: ReadonlyMap<string, GroundSite>
}

/**
 * If the ratio of measured to predicted range is above this, the range is two-way (ratio 2): no usable initial orbit is wrong by half of the range.
 */
const TWO_WAY_RANGE_RATIO = 1.5

/**
 * Returns true if the ranges are doubled: some files give a two-way range as half of the light's path and others as all of it; a comparison with the
 * orbit of --initial decides.
 */
function areRangesDoubled({ observations }: DeterminationInput, { start, fly, sites }: Scene): boolean {
  const flight = fly(start)
  if (flight === null) return false
  const ratios = observations.flatMap((one) => {
    const site = sites.get(one.sensorId)
    if (one.kind !== 'range' || one.way !== 'two-way' || site === undefined) return []
    const { r } = flight.stateAt(one.epoch)
    const here = site.at(one.epoch).r
    return [one.rangeM / norm([r[0] - here[0], r[1] - here[1], r[2] - here[2]])]
  })
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1
  return middle >= TWO_WAY_RANGE_RATIO
}

async function writeInitial(terminal: Terminal, asked: DeterminationInput): Promise<ExitCode> {
  const [found] = firstOrbits(asked.observations, sitesAt(asked, firstEpoch(asked)))
  if (found === undefined) throw new InputError(NO_INITIAL_ORBIT)
  const answer = initialAnswer(found)
  if (asked.form === 'text') await terminal.write(textOfInitial(answer))
  else await writeForPrograms(terminal, asked.form, answer)
  return 0
}
