import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { type Mat3, transform } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { episodeCounter, isSlow, type Passage } from './episodes.ts'
import { ageS, motionAt } from './flight.ts'
import { type OrbitShape, type Regime, regimeOf, shapeOf } from './regime.ts'
import type { Encounter, EncounterKind, StateOrReason } from './screened-object.ts'
import type { Screening, ScreeningObject } from './screening-object.ts'

/** One of the two objects of an encounter, at the time of the encounter. */
export interface Participant {
  /** The index in the list of objects of the screening. */
  readonly place: number
  readonly object: ScreeningObject
  /** TEME, m and m/s. */
  readonly state: CartesianState
  /** Its radial, transverse and normal axes as rows: to RTN from TEME. */
  readonly axes: Mat3
  /** The age of its element set, negative before its epoch; undefined for an ephemeris. */
  readonly ageS: number | undefined
  readonly shape: OrbitShape
  readonly regime: Regime
}

/** The data of an encounter; positions and velocities are the secondary's minus the primary's. */
export interface DescribedEncounter {
  readonly kind: EncounterKind
  /** After the start of the screening. */
  readonly seconds: number
  readonly tca: Epoch
  readonly primary: Participant
  readonly secondary: Participant
  readonly missM: number
  readonly relativeSpeedMps: number
  /** In the radial, transverse and normal axes of the primary; for the velocity the axes do not rotate. */
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  /** The episode of continuous proximity, from 1; undefined if the objects only pass each other. */
  readonly episode: number | undefined
}

/** Indices of the objects for which the screening is made; without them the lower index of a pair is the primary. */
export type Primaries = ReadonlySet<number>

/** An encounter without the data that depend on the other encounters of its pair. */
export type LoneEncounter = Omit<DescribedEncounter, 'episode'>

/**
 * Returns encounters with the data that an operator needs: TCA, miss and relative velocity in the axes of the primary, ages of the element sets,
 * regimes, and the episode of continuous proximity, in the given order. The primary is the object for which the screening is made; of two such
 * objects, or none, the one with the lower index.
 */
export function describeEncounters(
  screening: Screening,
  encounters: readonly Encounter[],
  primaries: Primaries = new Set(),
): DescribedEncounter[] {
  return numberEpisodes(encounters.map(encounterDescriber(screening, primaries)))
}

/** Returns a function that describes single encounters without their episode; the data of an object are prepared once. */
export function encounterDescriber(
  screening: Pick<Screening, 'objects' | 'start'>,
  primaries: Primaries = new Set(),
): (encounter: Encounter) => LoneEncounter {
  const participantAt = participants(screening)
  return (encounter) => {
    const { kind, seconds, missM, relativeSpeedMps } = encounter
    const isTurned = primaries.has(encounter.second) && !primaries.has(encounter.first)
    const primary = participantAt(isTurned ? encounter.second : encounter.first, seconds)
    const secondary = participantAt(isTurned ? encounter.first : encounter.second, seconds)
    const tca = addSeconds(screening.start, seconds)
    const { missRtnM, velocityRtnMps } = relativeInRtn(primary, secondary)
    return { kind, seconds, tca, primary, secondary, missM, relativeSpeedMps, missRtnM, velocityRtnMps }
  }
}

/** Adds the numbers of episodes to encounters: for a whole list or, with one counter for all, for batches in the order of time. */
export function numberEpisodes(described: readonly LoneEncounter[], count = episodeCounter()): DescribedEncounter[] {
  // Most encounters are fast, and skip the episode.
  const slow = described.filter(({ relativeSpeedMps, primary }) =>
    isSlow({ relativeSpeedMps, orbitalSpeedMps: norm(primary.state.v) }),
  )
  const episodes = count(slow.map(toPassage))
  const episodeOf = new Map(slow.map((one, place) => [one, episodes[place]]))
  return described.map((one) => ({ ...one, episode: episodeOf.get(one) }))
}

/**
 * Returns the position and velocity of the secondary in the axes of the primary. The relative velocity is the inertial one, in the axes at that
 * instant. It is not the rate of the components, which would contain the rotation of the axes, ω × Δr: a metre per second for a kilometre in low
 * orbit.
 */
export function relativeInRtn(primary: Participant, secondary: Participant): { missRtnM: Vec3; velocityRtnMps: Vec3 } {
  const { axes } = primary
  return {
    missRtnM: transform(axes, subtract(secondary.state.r, primary.state.r)),
    velocityRtnMps: transform(axes, subtract(secondary.state.v, primary.state.v)),
  }
}

/** Returns a function for objects at times; the data of an object are prepared once. */
function participants({
  objects,
  start,
}: Pick<Screening, 'objects' | 'start'>): (place: number, seconds: number) => Participant {
  const prepared: (PreparedObject | undefined)[] = objects.map(() => undefined)
  return (place, seconds) => {
    let known = prepared[place]
    if (known === undefined) {
      known = prepare(objects[place], start)
      if (known === undefined) throw new RangeError(`the screening has no object at place ${place}`)
      prepared[place] = known
    }
    const { object, motion, shape, regime, ageAtStartS } = known
    const state = motion(seconds)
    if (!state.ok) throw new RangeError(`${object.id} has no state ${seconds} s after the start: ${state.reason}`)
    const age = ageAtStartS === undefined ? undefined : ageAtStartS + seconds
    return { place, object, state, axes: rtnAxes(state), ageS: age, shape, regime }
  }
}

/** The data that are equal in all encounters of an object. */
interface PreparedObject extends Pick<Participant, 'object' | 'shape' | 'regime'> {
  readonly motion: (seconds: number) => StateOrReason
  /** The age of its element set, s; undefined for an ephemeris. */
  readonly ageAtStartS: number | undefined
}

/** Returns the data for all encounters of an object: its motion, the shape of its orbit and its regime. */
function prepare(object: ScreeningObject | undefined, start: Epoch): PreparedObject | undefined {
  if (object === undefined) return undefined
  const shape = shapeOf(object.flight)
  const ageAtStartS = ageS(object.flight, start, 0)
  return { object, motion: motionAt(object, start), shape, regime: regimeOf(shape), ageAtStartS }
}

/** Returns the data of an encounter on which its episode depends; episodesOf combines those of several parts. */
export function toPassage({ primary, secondary, seconds, relativeSpeedMps }: LoneEncounter): Passage {
  const { r, v } = primary.state
  // For the osculating orbit of the primary; an unbound orbit has no period, which is written as 0.
  const semiMajorAxisM = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  const periodS = semiMajorAxisM > 0 ? 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH) : 0
  const [low, high] = [Math.min(primary.place, secondary.place), Math.max(primary.place, secondary.place)]
  return { pair: `${low} ${high}`, seconds, relativeSpeedMps, orbitalSpeedMps: norm(v), periodS }
}
