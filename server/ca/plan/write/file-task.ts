import { covarianceToRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { deltaVInAxes } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { executionCovariance, pointingOf, sizeShare, sumMatrices } from '@apsis/astro/manoeuvre/execution-error.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { buildMatrix, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { formatOcm } from '@apsis/ccsds/ocm/format-ocm.ts'
import type { Ocm } from '@apsis/ccsds/ocm/ocm.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { Oem, OemCovariance, OemSegment, OemState } from '@apsis/ccsds/oem/oem.ts'
import { formatOpm, type Opm, type OpmManoeuvre } from '@apsis/ccsds/opm/opm.ts'
import type { MAN_FRAMES } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { PLAN_ORIGINATOR } from '../../ephemeris/record/plan-originator.ts'
import { type DragPath, densityOf, openDragPath, pathEndS } from '../design/drag-path.ts'
import type { FrozenBurn } from '../design/planned-event.ts'
import { type ErrorsAsked, errorOf, type MessageToPlan, openEvent, type PlannedEvent } from '../design/planned-event.ts'
import { ocmOf } from './ocm-of-plan.ts'

export type FileTask = {
  readonly kind: 'opm' | 'oem' | 'ocm' | 'withdrawal'
  readonly version: '2.0' | '3.0'
  readonly notation: 'kvn' | 'xml'
  readonly manFrame: (typeof MAN_FRAMES)[number]
  readonly case: 'nominal' | 'no-burn' | 'hot' | 'cold'
  readonly message: MessageToPlan
  readonly burn: FrozenBurn
  readonly deltaMassKg: number | null
  readonly massKg: number | null
  /** The surface of the satellite in the air and in sunlight; null if no area is known. */
  readonly surface: SpacecraftSurface | null
  readonly propulsion: Propulsion
  readonly errors: ErrorsAsked
  readonly name: string
  readonly objectName: string
  readonly objectId: string
  readonly comments: readonly string[]
  readonly createdAt: string
}

type SpacecraftSurface = {
  readonly solarRadAreaM2: number
  readonly solarRadCoeff: number
  readonly dragAreaM2: number
  readonly dragCoeff: number
}

/** The state of an OPM is this long before ignition, and contains no burn (flight rule F16). */
export const STATE_BEFORE_S = 60
const STEP_S = 60
const [DAY_S, WEEK_S] = [SECONDS_PER_DAY, 7 * SECONDS_PER_DAY]
const OFF_SIGMAS = 3
/** The number of covariances per segment, besides those at its ends. */
const COVARIANCES = 12

/** Returns a plan as a message of CCSDS 502.0-B. Throws RangeError if the notation cannot express it. Runs in the worker pool. */
export function writePlan(task: FileTask): string {
  const event = openEvent(task.message, task.burn.dynamics)
  const notation = task.notation === 'xml' ? 'XML' : 'KVN'
  if (task.kind === 'ocm') return formatOcm(planOcm(task, event), { notation })
  return task.kind === 'oem' ? formatOem(oemOf(task, event), { notation }) : formatOpm(opmOf(task, event), { notation })
}

function planOcm(task: FileTask, event: PlannedEvent): Ocm {
  const { burn, name, objectName, objectId, deltaMassKg, propulsion, errors } = task
  const error = errorOf(propulsion, errors)
  const deltaVRtn = burn.deltaVRtn as Vec3
  const share = error === null ? 0 : sizeShare(deltaVRtn, error)
  const ignition = ignitionOf(task)
  const flown = {
    ignition,
    durationS: burn.manoeuvreDuration,
    deltaVRtn: flownDeltaV(task),
    deltaMassKg,
    errors:
      error === null
        ? null
        : { magnitudePercent: 100 * share, directionDeg: (pointingOf(deltaVRtn, error) * 180) / Math.PI },
  }
  return ocmOf({
    name,
    objectName,
    objectId,
    ignition,
    oem: oemOf(task, event),
    burns: task.case === 'no-burn' || burn.drag !== null ? [] : [flown],
    purpose: 'CA',
  })
}

/** Returns the Δv of the case in R, T, N: as planned, 3σ stronger or weaker, or zero. */
function flownDeltaV({ burn, propulsion, errors, case: which }: FileTask): Vec3 {
  const deltaV = burn.deltaVRtn as Vec3
  // The planned Δv was already rounded before it was judged (flight rule F7).
  if (which === 'nominal') return deltaV
  const error = errorOf(propulsion, errors)
  const share = error === null ? 0 : sizeShare(deltaV, error)
  const factor = { 'no-burn': 0, hot: 1 + OFF_SIGMAS * share, cold: 1 - OFF_SIGMAS * share }[which]
  return scale(deltaV, Math.max(0, factor))
}

function ignitionOf({ burn }: FileTask): Epoch {
  return parseTime(burn.ignitionEpoch.replace('Z', ''))
}

export function headerOf(
  { version, createdAt, name, comments }: Pick<FileTask, 'version' | 'createdAt' | 'name' | 'comments'>,
  also: readonly string[],
) {
  return {
    comments: [...comments, ...also],
    version,
    creationDate: parseTime(createdAt.replace('Z', '')),
    originator: PLAN_ORIGINATOR,
    ...(version === '3.0' ? { messageId: name } : {}),
  }
}

const FRAME = 'EME2000'
export function metadataOf({ objectName, objectId }: Pick<FileTask, 'objectName' | 'objectId'>) {
  return { comments: [], objectName, objectId, centreName: 'EARTH', refFrame: FRAME, timeSystem: 'UTC' }
}

export function inFrame(epoch: Epoch, { r, v }: CartesianState): OemState {
  const there = transformState({ frame: 'GCRF', epoch, r, v }, FRAME, { outside: 'hold' })
  return { epoch, r: there.r, v: there.v }
}

function opmOf(task: FileTask, { model, tca }: PlannedEvent): Opm {
  const ignition = ignitionOf(task)
  // Whole seconds are used, so that every reader computes the same instant.
  const epoch = parseTime(formatTime(addSeconds(ignition, -STATE_BEFORE_S - 1), { digits: 0 }))
  const leg = (at: Epoch) => ({ fromS: 0, toS: secondsBetween(tca, at) })
  const state = model.dynamics.fly(model.encounter.primary, leg(epoch), 'primary')
  return {
    header: headerOf(task, [...remarksOf(task, ignition), ...massRemark(task)]),
    metadata: metadataOf(task),
    state: { comments: [], ...inFrame(epoch, state) },
    ...spacecraftOf(task),
    manoeuvres:
      task.kind === 'withdrawal' || task.case === 'no-burn' || task.burn.drag !== null
        ? []
        : [manoeuvreOf(task, ignition, model.dynamics.fly(model.encounter.primary, leg(ignition), 'primary'))],
    unknown: [],
  }
}

/**
 * True if the file needs either a complete block of the spacecraft or none: in the schema of version 2 (ndmxml-1.0-opm-2.0, ndmxml-2.0.0) the
 * block has all five parameters. In KVN and in version 3.0 each parameter is separate.
 */
const needsWholeBlock = ({ notation, version }: Pick<FileTask, 'notation' | 'version'>) =>
  notation === 'xml' && version === '2.0'

/** The mass, areas and coefficients that are known and that the notation can express. */
type Spacecraft = Pick<FileTask, 'massKg' | 'surface' | 'notation' | 'version'>

export function spacecraftOf(task: Spacecraft): Pick<Opm, 'spacecraft'> {
  const { massKg, surface } = task
  if (massKg === null || (surface === null && needsWholeBlock(task))) return {}
  if (surface === null) return { spacecraft: { comments: [], massKg } }
  return {
    spacecraft: {
      comments: ['Areas as entered or by the shape of the satellite, coefficients as entered or the usual ones.'],
      massKg,
      ...surface,
    },
  }
}

/** Returns the mass as a comment if it has no field of its own, so that it is not lost. */
export function massRemark(task: Spacecraft): string[] {
  const { massKg, surface } = task
  return massKg !== null && surface === null && needsWholeBlock(task)
    ? [
        `MASS before the manoeuvre: ${massKg} kg. No area of the satellite is known, without which XML of version 2.0 has no MASS.`,
      ]
    : []
}

/** Returns the comments of an OPM on its manoeuvre, or on the reason why it has none. */
function remarksOf({ kind, case: which, burn }: FileTask, ignition: Epoch): string[] {
  if (kind === 'withdrawal')
    return ['WITHDRAWN. DO NOT EXECUTE the manoeuvre of this name. There is no manoeuvre in this file.']
  if (which === 'no-burn') return ['WITHOUT THE MANOEUVRE: it is left out of this file.']
  if (burn.drag !== null) return dragRemarks(burn.drag, ignition)
  const off = { nominal: [], hot: [offRemark('stronger')], cold: [offRemark('weaker')] }[which]
  return [
    ...off,
    'MAN_DV is velocity after minus before, in MAN_REF_FRAME at ignition. The state is without the manoeuvre.',
    ...(burn.manoeuvreDuration > 0
      ? []
      : ['MAN_DURATION 0: an impulse at MAN_EPOCH_IGNITION, as which the manoeuvre was planned and judged.']),
  ]
}

export const offRemark = (way: string) =>
  `OFF-NOMINAL: MAN_DV is ${OFF_SIGMAS} sigma ${way} than planned. Do not command it: command the nominal file.`

/** Returns the comments for a change of area, which has no manoeuvre in an OPM, with every commanded number. */
function dragRemarks({ usualAreaM2, heldAreaM2, holdS }: NonNullable<FrozenBurn['drag']>, start: Epoch): string[] {
  const area = (m2: number) => m2.toPrecision(6)
  return [
    `BY DRAG: from ${formatTime(start, { digits: 6 })} UTC for ${holdS} s, area ${area(heldAreaM2)} m**2 against the flow, usually ${area(usualAreaM2)} m**2.`,
    'There is no impulse. The state is before the change of area.',
  ]
}

/** The names of CCSDS 502.0-B-2 for local axes. It has no separate inertial axes: at the instant of an impulse they are equal. */
const LOCAL_OF_VERSION_2: Partial<Record<FileTask['manFrame'], string>> = { RSW_INERTIAL: 'RSW', TNW_INERTIAL: 'TNW' }

/** Returns the axes of MAN_DV. Version 2.0 cannot express that local axes are fixed during a burn, so an arc is written in EME2000. */
export function axesOf({ manFrame, version }: Pick<FileTask, 'manFrame' | 'version'>, durationS: number): string {
  const local = version === '2.0' ? LOCAL_OF_VERSION_2[manFrame] : undefined
  if (local === undefined) return manFrame
  return durationS > 0 ? FRAME : local
}

function manoeuvreOf(task: FileTask, ignition: Epoch, state: CartesianState): OpmManoeuvre {
  const { burn, deltaMassKg } = task
  const refFrame = axesOf(task, burn.manoeuvreDuration)
  const at = { frame: 'GCRF', epoch: ignition, ...state } as const
  // In RTN the file has exactly the rounded Δv with which the burn was checked (flight rule F7).
  const rtn = flownDeltaV(task)
  const inertial = () => transform(transpose(rtnAxes(state)), rtn)
  return {
    comments: [],
    ignition,
    durationS: burn.manoeuvreDuration,
    ...(deltaMassKg === null ? {} : { deltaMassKg: -deltaMassKg }),
    refFrame,
    deltaVMps: refFrame === 'RSW_INERTIAL' || refFrame === 'RSW' ? rtn : deltaVInAxes(refFrame, at, inertial()),
  }
}

/** Returns a path in segments that meet at the burn: each has its own state there, so that nobody interpolates across the burn (flight rule F16). */
export function oemOf(task: FileTask, event: PlannedEvent): Oem {
  const { model, tca } = event
  const { burn } = task
  const burnS = secondsBetween(tca, ignitionOf(task))
  const arcS = burn.manoeuvreDuration
  const error = errorOf(task.propulsion, task.errors)
  const trial = trialOf(model, { burnS })
  const byDrag = task.case === 'no-burn' ? null : openDrag(task, event)
  const deltaV = transform(transpose(trial.rtn), flownDeltaV(task))
  const fromS = secondsBetween(tca, instantAt(tca, burnS - Math.min(model.periodS, DAY_S)))
  const untilS = Math.max(DAY_S, burnS + WEEK_S)
  const fly = model.dynamics.fly
  const before = fly(trial.state, { fromS: burnS, toS: fromS }, 'primary')
  const { primary } = model.encounter
  const own = primary.covariance.length === 6 ? mapped(primary, primary.covariance, burnS) : null
  const unburnt = own === null ? null : { state: trial.state, atS: burnS, covariance: own }
  const first = pathOf(task, event, { state: before, fromS, toS: burnS, deltaV: null, known: unburnt })
  if (task.case === 'no-burn') {
    const rest = pathOf(task, event, { state: trial.state, fromS: burnS, toS: untilS, deltaV: null, known: unburnt })
    return { header: headerOf(task, []), segments: [first.segment, rest.segment] }
  }
  if (byDrag !== null) {
    const turnS = burnS + byDrag.holdS
    const moved = { state: trial.state, deltaV: null, known: unburnt, byDrag }
    const held = pathOf(task, event, { ...moved, fromS: burnS, toS: turnS })
    const rest = pathOf(task, event, { ...moved, state: held.end, fromS: turnS, toS: untilS })
    return { header: headerOf(task, [DRAG_REMARK]), segments: [first.segment, held.segment, rest.segment] }
  }
  const flown = error === null || own === null ? own : withError(own, executionCovariance(deltaV, error, trial.rtn))
  const knownAt = (state: CartesianState, atS: number, covariance: Matrix | null) =>
    covariance === null ? null : { state, atS, covariance }
  const segments = [first.segment]
  let end = { state: { r: trial.state.r, v: add(trial.state.v, deltaV) }, atS: burnS, covariance: flown }
  if (arcS > 0) {
    const known = knownAt(trial.state, burnS, flown)
    const arc = pathOf(task, event, { state: trial.state, fromS: burnS, toS: burnS + arcS, deltaV, known })
    segments.push(arc.segment)
    const covariance = flown === null ? null : mapped(trial.state, flown, arcS)
    end = { state: arc.end, atS: burnS + arcS, covariance }
  }
  const known = knownAt(end.state, end.atS, end.covariance)
  segments.push(pathOf(task, event, { state: end.state, fromS: end.atS, toS: untilS, deltaV: null, known }).segment)
  const remarks = own === null ? ['The message has a covariance of position alone: none is given here.'] : []
  return { header: headerOf(task, remarks), segments }
}

const DRAG_REMARK =
  'BY DRAG: the states are those of the message, moved by what the change of area does in air as this case has it. Covariances hold the density.'

type ByDrag = Pick<DragPath, 'offset' | 'sigma'> & { readonly holdS: number }

/** Returns the effect of a change of area on the path, with the density of the case; null for a burn, and if nothing changes. */
function openDrag({ burn, case: which }: FileTask, event: PlannedEvent): ByDrag | null {
  const { drag } = burn
  if (drag === null || drag.holdS === 0 || which === 'no-burn') return null
  const startS = secondsBetween(event.tca, parseTime(burn.ignitionEpoch.replace('Z', '')))
  const dense = densityOf(drag.densitySigma, which)
  return { ...openDragPath(event, { ...burn, drag }, pathEndS(startS) + STEP_S, dense), holdS: drag.holdS }
}

/** Returns a state moved by the change of area, and its covariance, in R, T, N, including the uncertainty of the density. */
function movedByDrag({ offset, sigma }: ByDrag, state: CartesianState, atS: number) {
  const { dr, dv } = offset.at(atS)
  const way = [...dr, ...dv]
  const density = buildMatrix(6, 6, (i, j) => sigma * sigma * (way[i] ?? missing()) * (way[j] ?? missing()))
  return { state: offset.moved(state, atS), density }
}

/** After days nearly all of the uncertainty lies along one direction, and rounding by 1e-15 of each variance can make the others negative. */
const ROUNDING_LIFT = 1e-12

/** Returns the covariance with slightly larger variances, so that rounding leaves it positive definite (flight rule F16). */
export function lifted(matrix: Matrix): Matrix {
  return matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 + ROUNDING_LIFT) : value)))
}

/** Propagates a covariance along the orbit of a state with the two-body transition matrix. */
function mapped(state: CartesianState, covariance: Matrix, seconds: number): Matrix {
  return seconds === 0 ? covariance : mapCovariance(propagateTwoBody(state, seconds, GM_EARTH).stm, covariance)
}

/** Adds the errors of a burn, which are in the velocity. */
function withError(covariance: Matrix, error: Matrix): Matrix {
  return sumMatrices(
    covariance,
    buildMatrix(6, 6, (i, j) => (i < 3 || j < 3 ? 0 : (error[i - 3]?.[j - 3] ?? missing()))),
  )
}

type Path = {
  readonly state: CartesianState
  readonly fromS: number
  readonly toS: number
  /** The displacement of every state by a change of area. */
  readonly byDrag?: ByDrag
  /** The Δv, spread evenly over the steps from one state to the next; null if there is none. */
  readonly deltaV: Vec3 | null
  /** The known covariance, which is propagated to every other time; null if it is unknown. */
  readonly known: { readonly state: CartesianState; readonly atS: number; readonly covariance: Matrix } | null
}

function pathOf(
  task: FileTask,
  { model, tca }: PlannedEvent,
  path: Path,
): { segment: OemSegment; end: CartesianState } {
  const { fromS, toS, deltaV, known, byDrag } = path
  const steps = Math.max(1, Math.ceil((toS - fromS) / STEP_S))
  const every = Math.max(1, Math.floor(steps / COVARIANCES))
  const [states, covariances]: [OemState[], OemCovariance[]] = [[], []]
  let { state } = path
  let beforeS = fromS
  for (let k = 0; k <= steps; k += 1) {
    const epoch = instantAt(tca, k === steps ? toS : fromS + ((toS - fromS) * k) / steps)
    const atS = secondsBetween(tca, epoch)
    if (k > 0) {
      const share = deltaV === null ? null : scale(deltaV, 1 / steps)
      state = stepOf(model, state, { fromS: beforeS, toS: atS, deltaV: share })
    }
    beforeS = atS
    const moved = byDrag === undefined ? null : movedByDrag(byDrag, state, atS)
    states.push(inFrame(epoch, moved?.state ?? state))
    if (known === null || (k < steps && k % every > 0)) continue
    const carried = covarianceToRtn(state, mapped(known.state, known.covariance, atS - known.atS))
    const matrix = moved === null ? carried : sumMatrices(carried, moved.density)
    covariances.push({ comments: [], epoch, refFrame: 'RTN', matrix: lifted(matrix) })
  }
  const [startTime, stopTime] = [instantAt(tca, fromS), instantAt(tca, toS)]
  const metadata = {
    ...metadataOf(task),
    startTime,
    stopTime,
    useableStartTime: startTime,
    useableStopTime: stopTime,
    interpolation: 'HERMITE',
    interpolationDegree: Math.min(7, 2 * states.length - 1),
  }
  return { segment: { metadata, comments: [], states, covariances }, end: state }
}

/** Returns an instant with the digits of the file, so that the state in the file is the orbit at exactly that instant. */
function instantAt(tca: Epoch, seconds: number): Epoch {
  return parseTime(formatTime(addSeconds(tca, seconds), { digits: 6 }))
}

/** Steps to the next state of an ephemeris; with thrust, by an impulse in the middle of the step. */
function stepOf(
  model: PlannedEvent['model'],
  state: CartesianState,
  { fromS, toS, deltaV }: { readonly fromS: number; readonly toS: number; readonly deltaV: Vec3 | null },
): CartesianState {
  const { fly } = model.dynamics
  if (deltaV === null) return fly(state, { fromS, toS }, 'primary')
  const middleS = (fromS + toS) / 2
  const middle = fly(state, { fromS, toS: middleS }, 'primary')
  return fly({ r: middle.r, v: add(middle.v, deltaV) }, { fromS: middleS, toS }, 'primary')
}
