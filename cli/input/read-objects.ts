import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { type Frame, transformState } from '@apsis/astro/frames/frame.ts'
import { type ElementSet, SUPPLEMENTAL } from '@apsis/astro/sgp4/element-set.ts'
import { elementSetAt } from '@apsis/astro/sgp4/element-set-at.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { interpolationOf, requireEarthFrame, resolveStates, spanOf } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { type AnyMessage, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { type Ocm, statesOfTrajectory } from '@apsis/ccsds/ocm/ocm.ts'
import type { Oem, OemState } from '@apsis/ccsds/oem/oem.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { Opm } from '@apsis/ccsds/opm/opm.ts'
import type { Terminal } from '../terminal/command.ts'
import { readEphemerisText } from './ephemeris-text.ts'
import { type AnyObject, type FlyingObject, grounded, type Identity } from './flying-object.ts'
import type { Craft, ForceModel, Reach } from './force-model.ts'
import type { Thrust } from './manoeuvres.ts'
import { isEphemerisText, openSource, readWhole } from './source.ts'
import { describeTleFault, readElementSets } from './tle-entries.ts'

/** The options for the propagation of objects, if their file leaves a choice. */
export interface Flight {
  /** Null for the default of the file: SGP4 for mean elements, interpolation for ephemerides, forces for a state. */
  readonly forces: ForceModel | null
  readonly craft: Craft
  readonly reach: (epoch: Epoch) => Reach
  readonly ignoreChecksums?: boolean
}

/**
 * Yields the objects of a file in their order: element sets (TLE, OMM), states (OPM), ephemerides (OEM, OCM, MEME, STK). An invalid or unusable
 * object is returned as grounded, with the reason, and the others follow. Several supplemental sets of one object are one object, and come last.
 */
export async function* readObjects(terminal: Terminal, file: string, flight: Flight): AsyncGenerator<AnyObject> {
  const supplemental: FlyingObject[] = []
  for await (const object of readEach(terminal, file, flight)) {
    if (object.ok && object.isSupplemental === true) supplemental.push(object)
    else yield object
  }
  for (const sets of Map.groupBy(supplemental, ({ noradId }) => noradId).values()) yield joined(sets)
}

/** The end of the span of the last set: longer than any requested span. */
const FOREVER_S = 100 * 365.25 * SECONDS_PER_DAY

/** Returns the sets of one object as one object: at each time, the set with the last epoch before that time is used. */
function joined(sets: readonly FlyingObject[]): FlyingObject {
  const [first, ...others] = sets.toSorted((a, b) => compareEpochs(a.epoch, b.epoch))
  if (first === undefined) throw new RangeError('there is no element set')
  const last = others.at(-1)
  if (last === undefined) return first
  const setAt = (epoch: Epoch) => elementSetAt(sets, epoch)
  return {
    ...first,
    span: { start: first.epoch, end: addSeconds(last.epoch, FOREVER_S) },
    setAt,
    stateAt: (epoch) => setAt(epoch)?.stateAt(epoch) ?? { ok: false, reason: 'before-first-epoch' },
  }
}

async function* readEach(terminal: Terminal, file: string, flight: Flight): AsyncGenerator<AnyObject> {
  const source = await openSource(terminal, file)
  const pieces = await readWhole(source)
  if (source.detection.kind === 'TLE') {
    for (const entry of readElementSets(pieces.join(''), flight.ignoreChecksums)) {
      if (entry.ok) yield await flyElements(entry.elements, flight)
      else yield grounded(describeTleFault(entry.fault), { noradId: entry.noradId })
    }
    return
  }
  if (isEphemerisText(source.detection.kind)) {
    const { reading, identity } = readEphemerisText(source, pieces, terminal.now())
    if (reading.ok) yield* await flyMessage({ kind: 'OEM', message: reading.message }, flight)
    else yield grounded(reading.errors.map(describeFault).join('; '), identity)
    return
  }
  const { messages, faults } = readMessages(pieces, { strict: false, limits: STREAMING_LIMITS })
  for (const fault of faults) yield grounded(describeFault(fault))
  for (const { reading } of messages) {
    if (reading.ok) yield* await flyMessage(reading.message, flight)
    else yield grounded(reading.errors.map(describeFault).join('; '))
  }
}

async function flyMessage(any: AnyMessage, flight: Flight): Promise<AnyObject[]> {
  try {
    switch (any.kind) {
      case 'OMM':
        return [await flyElements(toElementSet(any.message), flight)]
      case 'OPM':
        return [await flyState(any.message, flight)]
      case 'OEM':
        return flyOem(any.message)
      case 'OCM':
        return [flyOcm(any.message)]
      default:
        return [grounded(`a ${any.kind} has no object that could fly`)]
    }
  } catch (error) {
    if (error instanceof RangeError) return [grounded(error.message, identityOf(any))]
    throw error
  }
}

function identityOf(any: AnyMessage): Partial<Identity> {
  if (any.kind !== 'OMM' && any.kind !== 'OPM') return {}
  const { objectId, objectName } = any.message.metadata
  return { objectId, objectName, noradId: any.kind === 'OMM' ? (any.message.tle?.noradId ?? null) : null }
}

async function flyElements(set: ElementSet, { forces, craft, reach }: Flight): Promise<AnyObject> {
  const { noradId, objectName, internationalDesignator, epoch } = set
  const isNamed = internationalDesignator !== '' && internationalDesignator !== 'UNKNOWN'
  const objectId = isNamed ? internationalDesignator : String(noradId)
  const identity = { noradId, objectId, objectName }
  const model = initSgp4(set)
  if (forces === null) {
    const isSupplemental = set.classification === SUPPLEMENTAL
    return { ok: true, ...identity, epoch, frame: 'TEME', isSupplemental, stateAt: (at) => propagateSgp4(model, at) }
  }
  const state = propagateSgp4(model, epoch)
  if (!state.ok) return grounded(state.reason, identity)
  const start = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
  return integrate({ ok: true, ...identity, epoch, frame: 'GCRF' }, { start, forces, craft, reach: reach(epoch) })
}

async function flyState(opm: Opm, flight: Flight): Promise<AnyObject> {
  const { metadata, state, spacecraft } = opm
  const { objectId, objectName } = metadata
  const identity = { noradId: numberOf(objectId), objectId, objectName }
  const frame = requireEarthFrame(metadata)
  const { epoch } = state
  if (!isResolved(epoch)) throw new RangeError(`EPOCH is in ${epoch.timeSystem}, which has no known relation to UTC`)
  const start = transformState({ frame, epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
  const { DEFAULT_FORCES } = await import('./force-model.ts')
  const craft: Craft = { ...spacecraft, ...withoutHoles(flight.craft) }
  const hasDrag = craft.massKg !== undefined && (craft.dragAreaM2 ?? 0) > 0
  const hasLight = craft.massKg !== undefined && (craft.solarRadAreaM2 ?? 0) > 0
  const forces = flight.forces ?? { ...DEFAULT_FORCES, drag: hasDrag, srp: hasLight }
  const { thrustOf } = await import('./manoeuvres.ts')
  const motion = { start, forces, craft, reach: flight.reach(epoch), thrust: thrustOf(opm) }
  return integrate({ ok: true, ...identity, epoch, frame: 'GCRF' }, motion)
}

interface Integration {
  readonly start: Pick<OemState, 'r' | 'v'>
  readonly forces: ForceModel
  readonly craft: Craft
  readonly reach: Reach
  readonly thrust?: Thrust
}

const NO_THRUST: Thrust = { impulses: [], burns: [] }

/** Integrates a state; the force models are only loaded here. */
async function integrate(
  object: Omit<FlyingObject, 'stateAt'>,
  { start, forces, craft, reach, thrust = NO_THRUST }: Integration,
): Promise<FlyingObject> {
  const { integratedMotion, makeForces } = await import('./force-model.ts')
  const state = { epoch: object.epoch, r: start.r, v: start.v, massKg: craft.massKg ?? 1 }
  const acting = makeForces(forces, craft, object.epoch)
  return { ...object, stateAt: integratedMotion(state, { forces: acting, thrust, reach }) }
}

function withoutHoles(craft: Craft): Craft {
  return Object.fromEntries(Object.entries(craft).filter(([, value]) => value !== undefined))
}

/** Returns the catalogue number of an OBJECT_ID, if it is one. */
export function numberOf(objectId: string): number | null {
  return /^\d{1,9}$/.test(objectId) ? Number(objectId) : null
}

/** Returns the ephemeris of an object, which consists of its segments; their frames may differ. */
function flyOem({ segments }: Oem): AnyObject[] {
  const ids = [...new Set(segments.map(({ metadata }) => metadata.objectId))]
  return ids.map((objectId) => {
    const own = segments.filter(({ metadata }) => metadata.objectId === objectId)
    const objectName = own[0]?.metadata.objectName ?? ''
    const identity = { noradId: numberOf(objectId), objectId, objectName }
    try {
      return flyEphemeris(
        identity,
        own.map(({ metadata, states }) => ({
          ...interpolationOf(metadata),
          frame: requireEarthFrame(metadata),
          states: resolveStates(states),
          ...spanOf(metadata),
        })),
      )
    } catch (error) {
      if (error instanceof RangeError) return grounded(error.message, identity)
      throw error
    }
  })
}

function flyOcm({ metadata, trajectories }: Ocm): AnyObject {
  const { internationalDesignator, objectDesignator, objectName } = metadata
  const objectId = internationalDesignator ?? objectDesignator ?? objectName ?? ''
  const identity = { noradId: numberOf(objectDesignator ?? ''), objectId, objectName: objectName ?? '' }
  const segments = trajectories.flatMap((trajectory): (EphemerisSegment & { frame: Frame })[] => {
    const states = statesOfTrajectory(trajectory)
    if (states === null) return []
    const { trajRefFrame = 'ICRF3', centreName = 'EARTH' } = trajectory.metadata
    const frame = requireEarthFrame({ centreName, refFrame: trajRefFrame })
    return [{ ...interpolationOf(trajectory.metadata), frame, states: resolveStates(states) }]
  })
  if (segments.length === 0) return grounded('the OCM has no trajectory of Cartesian states', identity)
  return flyEphemeris(identity, segments)
}

function flyEphemeris(identity: Identity, segments: readonly (EphemerisSegment & { frame: Frame })[]): AnyObject {
  const ephemeris = makeEphemeris(segments)
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  if (first === undefined || last === undefined) return grounded('the ephemeris has no states', identity)
  const frames = new Set(segments.map(({ frame }) => frame))
  const frame = frames.size === 1 ? (segments[0]?.frame ?? 'GCRF') : 'GCRF'
  return {
    ok: true,
    ...identity,
    epoch: first.origin,
    frame,
    span: { start: first.start, end: last.stop },
    stateAt: (epoch) => {
      const state = interpolateState(ephemeris, epoch)
      if (!state.ok || frames.size === 1) return state
      const { r, v } = transformState({ frame: toFrame(state.frame) ?? frame, epoch, r: state.r, v: state.v }, frame)
      return { ok: true, r, v }
    },
  }
}
