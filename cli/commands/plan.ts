import { type AllowedDirections, directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import { ECLIPSE_DEPTHS, type EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import type { DynamicsName } from '@apsis/astro/manoeuvre/dynamics.ts'
import { DYNAMICS } from '@apsis/astro/manoeuvre/dynamics.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { missing } from '@apsis/astro/missing.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import {
  type Command,
  type ExitCode,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { oneOf, requireNumber, requirePositive } from '../terminal/options.ts'
import { ROW_FORM_OPTIONS, rowForm, writeForPrograms } from '../terminal/print.ts'
import { planFile } from './plan/plan-file.ts'
import { KINDS, type Kind, type PlannedEvent, type PlannedFile, type PlanOptions } from './plan/plan-row.ts'
import { describePlans } from './plan/plan-text.ts'
import { toPlanned } from './plan/planned-burn.ts'
import { toWhen, WHEN_OPTIONS } from './plan/when.ts'

export const planCommand: Command = {
  help: `Usage: apsis plan CDM... [--target-probability P | --target-miss METRES]
                  [--lead-orbits N,... | --at TIME | --window FROM,TO] [--strategy short-term|long-term]
                  [--planned-burn TIME,R,T,N] [--kind KIND] [--direction free|...]
                  [--cone AXIS,DEG | --thrusters AXIS,...] [--attitude-frame RTN|TNW]
                  [--dynamics two-body|j2|full] [--hbr METRES] [--execution-error none|PERCENT,DEG|MATRIX]
                  [--no-burn-in umbra|penumbra]
                  [--areas LEAST,MOST] [--density-sigma PERCENT] [--attitude-hbr METRES]
                  [--json|--ndjson|--csv]

  CDM                     Conjunction Data Messages in KVN, XML or JSON. - is standard input. Object 1 is moved. A
                          covariance of position alone is enough.
  --target-probability P  the collision probability after the burn; 3e-6 if it is not given, which is 0.03 of 1e-4
  --target-miss METRES    in place of a probability: the least miss distance after the burn
  --lead-orbits N,...     burn so many osculating Kepler periods before TCA, one plan for each; if it is not given,
                          0.5,1.5,2.5, or 6, 12 and 24 hours before TCA if one period is 1300 min or longer
  --at TIME               burn at this time, in UTC
  --window FROM,TO        burn at the best time between these, in UTC
  --strategy S            burn at the best time of a strategy, from the CREATION_DATE of the message on, or in --window.
                          short-term: at most 3.5 periods before TCA. long-term: 5 periods or more before, along the
                          track if no --direction is given and --cone or --thrusters do not rule it out. If one period
                          is 1300 min or longer: at most 24 hours, and 48 hours or more
  --planned-burn TIME,R,T,N
                          in place of a burn that is sized: the next burn that object 1 plans for after TCA, with its
                          own Δv in m/s, moved forward. Its Δv is in R, T, N at TIME, or TIME,X,Y,Z,FRAME names the axes
                          (EME2000, TNW). It is moved by the fewest whole revolutions that reach the target, else to the
                          latest time that does, from the CREATION_DATE of the message on, or in --window or --strategy;
                          to --at or --lead-orbits if one is given. It costs nothing more ("plannedBurn")
  --kind KIND             ${KINDS.join(', ')}; impulse if it is not given.
                          arc: constant thrust from burnTime on for a fifth of a revolution ("durationS"); its direction
                          stands still in inertial space, and deltaVRtnMps is the sum of the whole arc.
                          return: two more burns bring the object back within 6 m and 6 mm/s of its old orbit ("burns",
                          "returnErrorM", "returnErrorMps"), half a revolution and one and a half after TCA, or one and
                          a quarter where those do not lead back. deltaVMps is the sum of all three. A plan that does
                          not come back has "confirmed": false, and "notBack" says why.
                          drag: the shortest time ("durationS") with a larger or a smaller area, from burnTime on.
                          attitude: the smallest area until TCA. none: what remains for an object that cannot move
  --direction D           free (if it is not given), radial, along-track, cross-track, or a line R,T,N in the axes of
                          object 1 at the burn; the burn may go either way along a line
  --cone R,T,N,DEG        object 1 can burn in a cone alone: its axis, and the angle from there to its edge. This is
                          where the burn pushes it to. The plan is the best one in the cone. For impulse and arc
  --thrusters R,T,N,...   object 1 has thrusters that stand still, three numbers each; one of them burns
  --attitude-frame FRAME  the axes of --cone and --thrusters: RTN if it is not given, or TNW of the velocity
  --dynamics D            ${DYNAMICS.join(', ')}; j2 if it is not given. full has EGM2008 to degree 36, Sun and Moon,
                          and drag and sunlight if the message has CD_AREA_OVER_MASS and CR_AREA_OVER_MASS
  --hbr METRES            combined hard-body radius; if it is not given, the one in the comments of the message
  --execution-error E     the error of the burn, which counts into the probability: one sigma of its size in per cent
                          and of its direction in degrees; 10,2 if it is not given. none: the burn is exact.
                          PERCENT,DEG,MPS,MPS: beside them fixed parts along the burn and across, m/s.
                          RR,TR,TT,NR,NT,NN: its covariance, (m/s)² in the axes of object 1 at the burn
  --no-burn-in DEPTH      umbra: no impulse and no arc in the umbra of the Earth; penumbra: none in its penumbra either.
                          --window avoids the eclipses; a given start in an eclipse has no plan. For a return, this
                          holds for its first burn
  --areas LEAST,MOST      for drag and attitude: the areas that object 1 can show to the air, as multiples of the area
                          in the message (CD_AREA_OVER_MASS); 0.5,2 if it is not given
  --density-sigma PERCENT one sigma of the density over its forecast; if it is not given, the one in the comments of the
                          message, else 25
  --attitude-hbr METRES   combined hard-body radius in the attitude of the smallest area, if it depends on the attitude
  --json, --ndjson, --csv
                          for programs, an array with one object for each file: { "file", "probability", "plans":
                          [{ "kind", "leadOrbits", "burnTime", "deltaVRtnMps", "deltaVMps", "probability", "missM",
                          "tca", "confirmed" }] }. The first probability is the one before the burn, as apsis pc
                          computes it. deltaVRtnMps is in the axes of object 1 just before the burn. The probability,
                          missM and tca of a plan are propagated through the burn, and TCA is searched again. If there
                          are several messages of one event, the newest is planned. If a file has several events,
                          "events" has each of them with its "messageId", and the other members are those of the newest
                          message. If there is no plan, "error" says why. A plan that does not reach the target has
                          "confirmed": false, and "limit" says what prevents it:
                          "delta-v", "time", "direction", when a burn outside of --cone or --thrusters would reach it,
                          "planned-burn", when it is too small or points elsewhere, wherever it is moved to,
                          "passage", when objects that meet again come too near at another passage,
                          "method", when the method that pc chooses has no value there or
                          one that a larger burn does not lower enough, or "execution-error", when the burn
                          leaves too much where it comes out too weak, however large it is. A plan for a distance
                          has "nearestM", of objects that meet again the least of all passages, and
                          "coldNearestM", the same of a burn that is 3 sigma too weak. A planned burn that is moved
                          has "plannedBurn": { "ignition", "movedByS", "revolutions", "extraDeltaVMps" }

Each plan is the smallest burn whose propagated probability is the target, by the method that apsis pc chooses for the
message, and within 1.01 of it. Around TCA the transition matrix carries a covariance of position and velocity; a
covariance of position alone stays as it is in the RTN axes of its object.

A plan by drag reaches the target with the mean over the density; SEDR of the message scales the density. Its leads are
15,30,45 if --lead-orbits is not given. "drag" has the probability with the density of the forecast, and the worst
between the 5th and the 95th percentile of the density. If turning back early can be worse than doing nothing, it also
has the highest probability that this leads to.

Examples:
  apsis plan conjunction.cdm
  apsis plan conjunction.cdm --target-probability 1e-6 --lead-orbits 0.5,2.5 --execution-error none --json
  apsis plan conjunction.cdm --strategy long-term
  apsis plan conjunction.cdm --planned-burn 2026-11-26T06:00:00,0,0.05,0
  apsis plan conjunction.cdm --target-miss 2000 --direction along-track --dynamics full`,
  run: runPlan,
}

/** This is 0.03 of the 1e-4 that most operators accept (domain.md part 3). */
const USUAL_TARGET = 3e-6
/** The errors are 10 % and 2°, the defaults in the propulsion of a satellite. */
const USUAL_ERROR = { magnitude: 0.1, pointingRad: degToRad(2) }

async function runPlan(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    'target-probability': { type: 'string' },
    'target-miss': { type: 'string' },
    ...WHEN_OPTIONS,
    'planned-burn': { type: 'string' },
    kind: { type: 'string', default: 'impulse' },
    direction: { type: 'string', default: 'free' },
    cone: { type: 'string' },
    thrusters: { type: 'string' },
    'attitude-frame': { type: 'string' },
    dynamics: { type: 'string', default: 'j2' },
    hbr: { type: 'string' },
    'execution-error': { type: 'string' },
    'no-burn-in': { type: 'string' },
    areas: { type: 'string', default: '0.5,2' },
    'density-sigma': { type: 'string' },
    'attitude-hbr': { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const kind = oneOf<Kind>(values.kind, KINDS, '--kind')
  const directionRtn = toDirection(values.direction)
  const allowed = toAllowed(values, kind, directionRtn)
  const asked: PlanOptions = {
    target: toTarget(values['target-probability'], values['target-miss']),
    when: toWhen(values, kind),
    kind,
    directionRtn,
    allowed,
    planned: toPlanned(values['planned-burn'], { kind, directionRtn, allowed }),
    dynamics: oneOf<DynamicsName>(values.dynamics, DYNAMICS, '--dynamics'),
    radiusM: values.hbr === undefined ? null : requirePositive(values.hbr, '--hbr'),
    executionError: toError(values['execution-error']),
    noBurnIn: toDepth(values['no-burn-in'], kind),
    drag: {
      areas: toAreas(values.areas),
      densitySigma: toShare(values['density-sigma']),
      attitudeRadiusM:
        values['attitude-hbr'] === undefined ? null : requirePositive(values['attitude-hbr'], '--attitude-hbr'),
    },
  }
  const found: PlannedFile[] = []
  const files = requireFiles(positionals)
  for (const file of files) {
    terminal.progress(`${file}: file ${found.length + 1} of ${files.length}`)
    found.push(await planFile(terminal, file, asked))
  }
  noteErrors(terminal, found)
  if (form !== 'text') await writeForPrograms(terminal, form, found.map(toJson))
  else {
    const texts = found.flatMap(eventsOf).filter(({ error, plans }) => error === null || plans.length > 0)
    if (texts.length > 0) await terminal.write(`${texts.map(describePlans).join('\n\n')}\n`)
  }
  const isDone = ({ error, plans }: Omit<PlannedEvent, 'messageId'>) =>
    error === null && plans.every(({ confirmed }) => confirmed)
  return found.every((one) => isDone(one) && (one.events ?? []).every(isDone)) ? 0 : 1
}

/**
 * Reports for each file the reason why it has no plan, or why some requests have no plan. The same is reported for each event of the file
 * that has a different reason.
 */
function noteErrors(terminal: Terminal, found: readonly PlannedFile[]): void {
  for (const { file, error, events = [] } of found) {
    if (error !== null) terminal.note(error.replace(/^/gm, `${file}: `))
    const others = events.filter((event) => event.error !== null && !error?.includes(event.error))
    for (const event of others) terminal.note(`${file}, ${event.messageId}: ${event.error}`)
  }
}

/** Returns each event of a file with its name, for people. */
function eventsOf(one: PlannedFile): Omit<PlannedFile, 'events'>[] {
  return one.events?.map(({ messageId, ...event }) => ({ ...event, file: `${one.file}, ${messageId}` })) ?? [one]
}

function toTarget(probability: string | undefined, miss: string | undefined): Target {
  if (probability !== undefined && miss !== undefined) {
    throw new UsageError('give one of --target-probability and --target-miss')
  }
  if (miss !== undefined) return { kind: 'miss', missM: requirePositive(miss, '--target-miss') }
  if (probability === undefined) return { kind: 'probability', probability: USUAL_TARGET }
  const value = requirePositive(probability, '--target-probability')
  if (!(value < 1)) throw new UsageError(`--target-probability is below 1, not ${probability}`)
  return { kind: 'probability', probability: value }
}

const LINES: Readonly<Record<string, Vec3 | null>> = {
  free: null,
  radial: [1, 0, 0],
  'along-track': [0, 1, 0],
  'cross-track': [0, 0, 1],
}

function toDirection(text: string): Vec3 | null {
  const known = LINES[text]
  if (known !== undefined) return known
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [r = 0, t = 0, n = 0] = numbers
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || norm([r, t, n]) === 0) {
    throw new UsageError(`--direction is ${Object.keys(LINES).join(', ')} or R,T,N, not ${JSON.stringify(text)}`)
  }
  return [r, t, n]
}

interface DirectionOptions {
  readonly cone?: string | undefined
  readonly thrusters?: string | undefined
  readonly 'attitude-frame'?: string | undefined
}

/** Returns the directions in which object 1 may burn; null if all are allowed. */
function toAllowed(
  { cone, thrusters, 'attitude-frame': name }: DirectionOptions,
  kind: Kind,
  directionRtn: Vec3 | null,
): PlanOptions['allowed'] {
  if (cone === undefined && thrusters === undefined) {
    if (name !== undefined) throw new UsageError('--attitude-frame goes with --cone or --thrusters')
    return null
  }
  if (cone !== undefined && thrusters !== undefined) throw new UsageError('give one of --cone and --thrusters')
  const option = cone === undefined ? '--thrusters' : '--cone'
  if (kind !== 'impulse' && kind !== 'arc')
    throw new UsageError(`${option} goes with --kind impulse or arc, not with ${kind}`)
  const frame = oneOf(name ?? 'RTN', ['RTN', 'TNW'], '--attitude-frame')
  const numbers = (cone ?? thrusters ?? '').split(',').map((part) => requireNumber(part, option))
  const degrees = cone === undefined ? 0 : numbers.at(-1)
  const axes = cone === undefined ? numbers : numbers.slice(0, -1)
  const vectors = Array.from({ length: Math.ceil(axes.length / 3) }, (_, k): Vec3 => {
    const [r = Number.NaN, t = Number.NaN, n = Number.NaN] = axes.slice(3 * k, 3 * k + 3)
    return [r, t, n]
  })
  const [axis] = vectors
  if (axis === undefined || !vectors.every((one) => norm(one) > 0) || (cone !== undefined && vectors.length > 1))
    throw new UsageError(`${option} is ${cone === undefined ? 'R,T,N,R,T,N,...' : 'R,T,N,DEG'}, and no axis is 0,0,0`)
  if (cone !== undefined && (degrees === undefined || !(degrees >= 0 && degrees <= 180)))
    throw new UsageError('the angle of --cone is 0 to 180')
  const set = cone === undefined ? { thrusters: vectors } : { axis, halfAngleRad: degToRad(degrees ?? 0) }
  const allowed: AllowedDirections = { frame, ...set }
  // In the axes of the velocity, the direction depends on the time of the burn, so the plan reports a direction that is not allowed.
  if (frame === 'RTN' && directionRtn !== null && !hasSense(allowed, directionRtn))
    throw new UsageError(`object 1 cannot burn along --direction: ${option} has neither sense of it`)
  return allowed
}

/** Returns true if a burn along a line in R, T, N is possible in at least one direction. */
function hasSense(allowed: AllowedDirections, directionRtn: Vec3): boolean {
  // Any state can be used, because the axes follow from its position.
  const set = directionsAt(allowed, { r: [1, 0, 0], v: [0, 1, 0] })
  return sensesWithin(set, directionRtn).thrusters.length > 0
}

function toError(text: string | undefined): PlanOptions['executionError'] {
  if (text === undefined) return USUAL_ERROR
  if (text === 'none') return null
  const parts = text.split(',')
  if (parts.length !== 2 && parts.length !== 4 && parts.length !== 6) {
    throw new UsageError(
      `--execution-error is none, PERCENT,DEG, PERCENT,DEG,MPS,MPS or RR,TR,TT,NR,NT,NN, not ${JSON.stringify(text)}`,
    )
  }
  const numbers = parts.map((part) => requireNumber(part, '--execution-error'))
  if (numbers.length === 6) return toCovariance(numbers)
  const [magnitude, pointing, fixedMagnitudeMps = 0, fixedPointingMps = 0] = numbers as [
    number,
    number,
    number?,
    number?,
  ]
  if (!numbers.every((number) => number >= 0)) throw new UsageError('--execution-error is not below 0')
  return { magnitude: magnitude / 100, pointingRad: degToRad(pointing), fixedMagnitudeMps, fixedPointingMps }
}

function toDepth(text: string | undefined, kind: Kind): EclipseDepth | null {
  if (text === undefined) return null
  if (kind !== 'impulse' && kind !== 'arc' && kind !== 'return')
    throw new UsageError(`--no-burn-in goes with a burn, not with --kind ${kind}`)
  const depths = ECLIPSE_DEPTHS.map((depth) => depth.toLowerCase())
  return ECLIPSE_DEPTHS[depths.indexOf(oneOf(text, depths, '--no-burn-in'))] ?? missing()
}

/** The smallest eigenvalue of a covariance with rounded digits, as a fraction of the largest. */
const COVARIANCE_ROUNDING = 1e-6

/** Returns a covariance from the six numbers of its lower triangle, row by row. */
function toCovariance([
  rr = 0,
  tr = 0,
  tt = 0,
  nr = 0,
  nt = 0,
  nn = 0,
]: readonly number[]): PlanOptions['executionError'] {
  const covarianceRtn = [
    [rr, tr, nr],
    [tr, tt, nt],
    [nr, nt, nn],
  ]
  const [largest = 0, , least = 0] = symmetricEigen(covarianceRtn).values
  if (least < -COVARIANCE_ROUNDING * largest || largest < 0)
    throw new UsageError('--execution-error is no covariance: along some line its variance is below 0')
  return { covarianceRtn }
}

function toAreas(text: string): readonly [number, number] {
  const [least, largest, ...more] = text.split(',').map((part) => requirePositive(part, '--areas'))
  if (least === undefined || largest === undefined || more.length > 0 || least > largest || least === largest) {
    throw new UsageError(`--areas is LEAST,MOST, not ${JSON.stringify(text)}`)
  }
  return [least, largest]
}

function toShare(text: string | undefined): number | null {
  if (text === undefined) return null
  const percent = requireNumber(text, '--density-sigma')
  if (!(percent >= 0 && percent <= 200)) throw new UsageError('--density-sigma is 0 to 200 %')
  return percent / 100
}

function toJson({ file, events, ...own }: PlannedFile): object {
  const more = events?.map(({ messageId, ...event }) => ({ messageId, ...plansOf(event) }))
  return { file, ...plansOf(own), ...(more === undefined ? {} : { events: more }) }
}

function plansOf({ probability, plans, error }: Omit<PlannedEvent, 'messageId'>): object {
  const rows = plans.map(({ limit, ...plan }) => (limit === null ? plan : { ...plan, limit }))
  return { probability, plans: rows, ...(error === null ? {} : { error }) }
}
