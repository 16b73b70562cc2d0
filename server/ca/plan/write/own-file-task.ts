import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { deltaVInAxes } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { J2 } from '@apsis/astro/manoeuvre/dynamics.ts'
import { pointingOf, sizeShare } from '@apsis/astro/manoeuvre/execution-error.ts'
import {
  chainOf,
  epochOf,
  type FrozenOwnBurn,
  factorOf,
  flyOwnPath,
  type OwnPath,
  onReference,
  type PathPart,
  shareOf,
} from '@apsis/astro/manoeuvre/own-path.ts'
import type { ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { formatOcm } from '@apsis/ccsds/ocm/format-ocm.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { Oem, OemSegment } from '@apsis/ccsds/oem/oem.ts'
import { formatOpm, type Opm } from '@apsis/ccsds/opm/opm.ts'
import type { PathCase } from '@apsis/contract/ca/plan/path-screening.ts'
import { firstInside, lastInside } from '../../ephemeris/record/inside-span.ts'
import { packOrbit } from '../../ephemeris/record/packed-orbit.ts'
import { type AlongBurn, type JoinedBurns, joinAlong, type ToJoin } from '../design/along.ts'
import { errorOf } from '../design/planned-event.ts'
import { type OrbitToFly, openReference } from '../design/reference-orbit.ts'
import {
  axesOf,
  type FileTask,
  headerOf,
  inFrame,
  lifted,
  massRemark,
  metadataOf,
  offRemark,
  STATE_BEFORE_S,
  spacecraftOf,
} from './file-task.ts'
import { ocmOf } from './ocm-of-plan.ts'
import type { FlownPath } from './path-task.ts'

/** A plan without an event as a file: its orbit with its burns. */
export type OwnFileTask = Omit<FileTask, 'message' | 'burn' | 'deltaMassKg'> & {
  readonly orbit: OrbitToFly
  readonly burns: readonly FrozenOwnBurn[]
  /** Other burns of the satellite, which its path also contains. */
  readonly along: readonly AlongBurn[]
  readonly told: ToJoin['told']
  readonly isLater: boolean
}

/** Maps the case of a file to the case of a path. */
const CASES = { nominal: 'nominal', hot: 'hot', cold: 'cold', 'no-burn': 'missed' } as const

/** Returns a plan without an event as a message of CCSDS 502.0-B. Throws RangeError if its path cannot be propagated. Runs in the worker pool. */
export async function writeOwnPlan(task: OwnFileTask): Promise<string> {
  const flight = openFlight(task, await openReference(task.orbit))
  const notation = task.notation === 'xml' ? 'XML' : 'KVN'
  if (task.kind === 'opm' || task.kind === 'withdrawal') return formatOpm(opmOf(task, flight), { notation })
  const oem = oemOf(task, flight, pathOf(task, flight, CASES[task.case]))
  if (task.kind === 'oem') return formatOem(oem, { notation })
  const { name, objectName, objectId, burns } = task
  const flown = task.case === 'no-burn' ? [] : burnsOf(task, flight)
  return formatOcm(
    ocmOf({ name, objectName, objectId, oem, ignition: epochOf(burns[0]?.ignition ?? ''), burns: flown }),
    { notation },
  )
}

/** The orbit with the burns that are added to it. */
type Flight = { readonly reference: ReferenceOrbit; readonly joined: JoinedBurns }
type ToFly = Pick<OwnFileTask, 'burns' | 'along' | 'told' | 'isLater' | 'propulsion' | 'errors'>

/** Throws RangeError if the orbit contains a burn of the plan, because the burn would count twice. */
function openFlight(task: ToFly, reference: ReferenceOrbit): Flight {
  const joined = joinAlong(reference, task)
  for (const { ignition } of joined.held)
    throw new RangeError(`the ephemeris of the satellite holds the burn of ${ignition} already`)
  return { reference, joined }
}

const pathOf = ({ propulsion, errors }: ToFly, { reference, joined }: Flight, which: PathCase): OwnPath =>
  flyOwnPath(reference, { burns: joined.burns, error: errorOf(propulsion, errors), case: which })

function oemOf(task: OwnFileTask, flight: Flight, { parts }: OwnPath): Oem {
  const remarks = parts.some(({ covariances }) => covariances.length > 0)
    ? []
    : ['The orbit that this is flown from states no covariance: none is given here.']
  return {
    header: headerOf(task, [...alongRemarks(flight), ...remarks]),
    segments: parts.map((part) => segmentOf(task, part)),
  }
}

/** Returns a line for each other burn that the path contains. */
function alongRemarks({ joined }: Flight): string[] {
  const held = joined.flown.filter(({ isOnPath }) => isOnPath)
  if (held.length === 0) return []
  return [
    'The path holds these burns, too, which are not of this plan:',
    ...held.map(
      ({ kind, name, ignition }) => `- ${ignition}, ${kind === 'PLAN' ? 'plan' : 'announced by'} ${ascii(name)}`,
    ),
  ]
}

/** Replaces other characters: CCSDS messages contain only printable ASCII. */
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

function segmentOf(task: Pick<OwnFileTask, 'objectName' | 'objectId'>, part: PathPart): OemSegment {
  const { start, stop } = part
  const states = part.states.map(({ epoch, state }) => inFrame(epoch, state))
  return {
    metadata: {
      ...metadataOf(task),
      startTime: start,
      stopTime: stop,
      useableStartTime: start,
      useableStopTime: stop,
      interpolation: 'HERMITE',
      interpolationDegree: Math.min(7, 2 * states.length - 1),
    },
    comments: [],
    states,
    covariances: part.covariances.map(({ epoch, rtn }) => ({
      comments: [],
      epoch,
      refFrame: 'RTN',
      matrix: lifted(rtn),
    })),
  }
}

/** Returns the burns of a case as they are written, each with the propellant that it takes from the remaining mass. */
function burnsOf(task: OwnFileTask, { joined }: Flight) {
  const { burns, propulsion, errors, massKg, case: which } = task
  const error = errorOf(propulsion, errors)
  const factor = which === 'no-burn' ? 0 : factorOf(which, shareOf(joined.burns, error))
  const exhaustMps = 'ispS' in propulsion ? propulsion.ispS * STANDARD_GRAVITY : null
  let leftKg = massKg
  return burns.map(({ ignition, durationS, deltaVRtn }) => {
    const planned = deltaVRtn as Vec3
    // The Δv was already rounded before it was judged (flight rule F7).
    const flown = factor === 1 ? planned : scale(planned, factor)
    const usedKg = leftKg === null || exhaustMps === null ? null : leftKg * (1 - Math.exp(-norm(flown) / exhaustMps))
    leftKg = leftKg === null || usedKg === null ? leftKg : leftKg - usedKg
    return {
      ignition: epochOf(ignition),
      durationS,
      deltaVRtn: flown,
      deltaMassKg: usedKg,
      errors:
        error === null
          ? null
          : {
              magnitudePercent: 100 * sizeShare(planned, error),
              directionDeg: (pointingOf(planned, error) * 180) / Math.PI,
            },
    }
  })
}

function opmOf(task: OwnFileTask, flight: Flight): Opm {
  const { origin } = chainOf(task.burns)
  // Whole seconds are used, so that every reader computes the same instant.
  const wanted = parseTime(formatTime(addSeconds(origin, -STATE_BEFORE_S - 1), { digits: 0 }))
  const epoch = within(flight.reference, wanted)
  const isLeftOut = task.kind === 'withdrawal' || task.case === 'no-burn'
  return {
    header: headerOf(task, [...remarksOf(task), ...alongRemarks(flight), ...massRemark(task)]),
    metadata: metadataOf(task),
    state: { comments: [], ...inFrame(epoch, stateBehind(task, flight, epoch)) },
    ...spacecraftOf(task),
    manoeuvres: isLeftOut ? [] : manoeuvresOf(task, flight),
    unknown: [],
  }
}

/** Returns the wanted time of the state, or the beginning of an ephemeris that begins later. */
function within({ span }: ReferenceOrbit, epoch: Epoch): Epoch {
  return span !== null && compareEpochs(epoch, span.start) < 0 ? span.start : epoch
}

/**
 * Returns the satellite shortly before the plan's burns. If another burn precedes them, the satellite has the orbit
 * after that burn, even at a time before it.
 */
function stateBehind(task: OwnFileTask, flight: Flight, epoch: Epoch): CartesianState {
  const { reference, joined } = flight
  const [first] = joined.burns
  if (first?.isAlong !== true) return reference.stateAt(epoch)
  const { before } = pathOf(task, flight, 'missed')
  const leg = { fromS: 0, toS: secondsBetween(before.epoch, epoch) }
  const back = (state: CartesianState) => J2.fly(state, leg, 'primary')
  return onReference(reference.stateAt(epoch), back(reference.stateAt(before.epoch)), back(before.state))
}

/** Returns each burn in its axes, at the place to which the earlier burns have moved the satellite. */
function manoeuvresOf(task: OwnFileTask, flight: Flight): Opm['manoeuvres'] {
  const { parts } = pathOf(task, flight, task.case === 'no-burn' ? 'missed' : task.case)
  return burnsOf(task, flight).map(({ ignition, durationS, deltaVRtn, deltaMassKg }, place) => {
    const refFrame = axesOf(task, durationS)
    const state = stateBefore(parts, ignition)
    const at = { frame: 'GCRF', epoch: ignition, ...state } as const
    const inertial = () => transform(transpose(rtnAxes(state)), deltaVRtn)
    const isOwn = refFrame === 'RSW_INERTIAL' || refFrame === 'RSW'
    return {
      comments: [`Burn ${place + 1} of ${task.burns.length}.`],
      ignition,
      durationS,
      ...(deltaMassKg === null ? {} : { deltaMassKg: -deltaMassKg }),
      refFrame,
      deltaVMps: isOwn ? deltaVRtn : deltaVInAxes(refFrame, at, inertial()),
    }
  })
}

/** Returns the last state before an ignition, in the part of the path that contains the ignition or ends with it. */
function stateBefore(parts: readonly PathPart[], ignition: Epoch): CartesianState {
  const part = parts.find(({ stop }) => compareEpochs(ignition, stop) <= 0)
  const state = part?.states.findLast(({ epoch }) => compareEpochs(epoch, ignition) <= 0)
  if (state === undefined) throw new RangeError('a burn begins outside of the orbit')
  return state.state
}

/** Returns the comments of an OPM on its burns, or on the reason why it has none. */
function remarksOf({ kind, case: which }: OwnFileTask): string[] {
  if (kind === 'withdrawal')
    return ['WITHDRAWN. DO NOT EXECUTE the manoeuvres of this name. There is no manoeuvre in this file.']
  if (which === 'no-burn') return ['WITHOUT THE MANOEUVRES: they are left out of this file.']
  const off = { nominal: [], hot: [offRemark('stronger')], cold: [offRemark('weaker')] }[which]
  return [
    ...off,
    'MAN_DV is velocity after minus before, in MAN_REF_FRAME at ignition. The state is without the manoeuvres.',
  ]
}

/** The fields of a plan that are needed to propagate its paths. */
export type OwnFlight = ToFly & Pick<OwnFileTask, 'orbit' | 'objectName' | 'objectId'>

/** Returns the paths in the files of a plan without an event, as the screening uses them. Runs in the worker pool. */
export async function flyOwnCases(task: OwnFlight): Promise<FlownPath[]> {
  const flight = openFlight(task, await openReference(task.orbit))
  const isExact = shareOf(flight.joined.burns, errorOf(task.propulsion, task.errors)) === 0
  const cases: readonly PathCase[] = isExact ? ['nominal', 'missed'] : ['nominal', 'hot', 'cold', 'missed']
  return cases.map((one) => {
    const { parts, periodS } = pathOf(task, flight, one)
    const ephemeris = toTemeEphemeris(parts.map((part) => segmentOf(task, part)))
    const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
    if (first === undefined || last === undefined) throw new TypeError('a path has segments')
    return {
      case: one,
      packed: packOrbit(ephemeris),
      periodS,
      from: firstInside(first.start),
      to: lastInside(last.stop),
    }
  })
}
