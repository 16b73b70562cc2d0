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

/** One of the two objects of an encounter, at its time. */
export interface Participant {
  /** In the list of objects of the screening. */
  readonly place: number
  readonly object: ScreeningObject
  /** TEME, m and m/s. */
  readonly state: CartesianState
  /** Its radial, transverse and normal axes as rows: to RTN from TEME. */
  readonly axes: Mat3
  /** Of its element set, negative before its epoch; undefined of an ephemeris. */
  readonly ageS: number | undefined
  readonly shape: OrbitShape
  readonly regime: Regime
}

/** All that is said of an encounter; positions and velocities are those of the secondary less those of the primary. */
export interface DescribedEncounter {
  readonly kind: EncounterKind
  /** After the start of the screening. */
  readonly seconds: number
  readonly tca: Epoch
  readonly primary: Participant
  readonly secondary: Participant
  readonly missM: number
  readonly relativeSpeedMps: number
  /** In the radial, transverse and normal axes of the primary; the axes of the velocity stand still. */
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  /** Of continuous proximity, from 1 on; undefined where the objects only pass each other. */
  readonly episode: number | undefined
}

/** Places of the objects that the screening is made for; without them the lower place of a pair stands first. */
export type Primaries = ReadonlySet<number>

/** An encounter as far as it is known without the others of its pair. */
export type LoneEncounter = Omit<DescribedEncounter, 'episode'>

/**
 * Encounters with what an operator wants to know of each: TCA, miss and relative velocity in the axes of the primary, ages of
 * the element sets, regimes, and the episode of continuous proximity, in the order given. The primary is the object that the
 * screening is made for; of two such, or none, the one with the lower place.
 */
export function describeEncounters(
  screening: Screening,
  encounters: readonly Encounter[],
  primaries: Primaries = new Set(),
): DescribedEncounter[] {
  return numberEpisodes(encounters.map(encounterDescriber(screening, primaries)))
}

/** Describes one encounter after the other, all but its episode; what it needs of an object is prepared once. */
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

/**
 * The same encounters with the numbers of their episodes: of a whole list, or, with one counter for all, of one batch after
 * another in the order of time.
 */
export function numberEpisodes(described: readonly LoneEncounter[], count = episodeCounter()): DescribedEncounter[] {
  // Of the many that fly past each other fast, no more than that is asked.
  const slow = described.filter(({ relativeSpeedMps, primary }) =>
    isSlow({ relativeSpeedMps, orbitalSpeedMps: norm(primary.state.v) }),
  )
  const episodes = count(slow.map(toPassage))
  const episodeOf = new Map(slow.map((one, place) => [one, episodes[place]]))
  return described.map((one) => ({ ...one, episode: episodeOf.get(one) }))
}

/**
 * Where the secondary is in the axes of the primary, and how it moves there. The relative velocity is the inertial one,
 * seen in the axes at that instant. It is not the rate of the components, which would have the turn of the axes, ω ×
 * Δr, in it: a metre per second for a kilometre in low orbit.
 */
export function relativeInRtn(primary: Participant, secondary: Participant): { missRtnM: Vec3; velocityRtnMps: Vec3 } {
  const { axes } = primary
  return {
    missRtnM: transform(axes, subtract(secondary.state.r, primary.state.r)),
    velocityRtnMps: transform(axes, subtract(secondary.state.v, primary.state.v)),
  }
}

/** Objects at times; what is needed of one is prepared once. */
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

/** What is the same in all encounters of an object. */
interface PreparedObject extends Pick<Participant, 'object' | 'shape' | 'regime'> {
  readonly motion: (seconds: number) => StateOrReason
  /** Of its element set, s; undefined of an ephemeris. */
  readonly ageAtStartS: number | undefined
}

/** What serves all encounters of an object: its motion, the shape of its orbit and its regime. */
function prepare(object: ScreeningObject | undefined, start: Epoch): PreparedObject | undefined {
  if (object === undefined) return undefined
  const shape = shapeOf(object.flight)
  const ageAtStartS = ageS(object.flight, start, 0)
  return { object, motion: motionAt(object, start), shape, regime: regimeOf(shape), ageAtStartS }
}

/** An encounter as far as its episode depends on it; episodesOf takes those of several parts together. */
export function toPassage({ primary, secondary, seconds, relativeSpeedMps }: LoneEncounter): Passage {
  const { r, v } = primary.state
  // Of the osculating orbit of the primary; one that leaves the Earth has no period, which is written as 0.
  const semiMajorAxisM = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  const periodS = semiMajorAxisM > 0 ? 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH) : 0
  const [low, high] = [Math.min(primary.place, secondary.place), Math.max(primary.place, secondary.place)]
  return { pair: `${low} ${high}`, seconds, relativeSpeedMps, orbitalSpeedMps: norm(v), periodS }
}
