import { SECONDS_PER_DAY } from '../constants.ts'
import { missing } from '../missing.ts'
import { type Random, seededRandom, standardNormal } from '../random.ts'
import { type ElementSet, fromPublished, type PublishedElements, UNSAID } from '../sgp4/element-set.ts'
import { EARTH_RADIUS_KM, XKE } from '../sgp4/wgs-72.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { CONSTELLATIONS, DEBRIS_BANDS, POPULATIONS } from './synthetic-shells.data.ts'

export interface SyntheticOptions {
  readonly seed: number
  readonly size: number
  /** The time of publication: the elements are up to two days older, some up to thirty. */
  readonly epoch: Epoch
}

/** Catalogue numbers that no real object has yet and that a TLE can write, for up to 40 000 objects. */
const FIRST_NORAD_ID = 300_000
/** From this size on each kind has its least number (POPULATIONS); together these are 38, and the rest is debris. */
const FEWEST_WITH_ALL = 60

/** Mean elements as published in an element set: revolutions a day, degrees, and B* in inverse earth radii. */
type Orbit = Pick<
  PublishedElements,
  'meanMotionRevPerDay' | 'eccentricity' | 'inclinationDeg' | 'raanDeg' | 'argPeriapsisDeg' | 'meanAnomalyDeg' | 'bstar'
>
interface SyntheticObject extends Orbit {
  readonly name: string
  /** Objects of one group have the same epoch, so that their distance follows from their elements. */
  readonly ageDays: number
}

/** Random numbers of one stream: uniform in [0, 1), and standard normal. */
interface Source {
  readonly random: Random
  readonly normal: () => number
}

/**
 * Returns a simulated catalogue of any size that resembles the public one, the same for the same seed: phased constellations, bands of debris,
 * navigation, geostationary, transfer and half-day orbits; and difficult cases for a screening: docked objects, formations, co-located
 * satellites, objects that decay within days, and some that SGP4 refuses at once. All names begin with SIMULATED, and the numbers start at 300
 * 000. The last kinds exist from 60 objects on. Tests and measurements need objects in realistic numbers and orbits, without a licence: the
 * density of shells and the fraction of eccentric orbits determine the run time, and the rare kinds test the correctness. Random numbers are
 * drawn in one order, so that a seed gives the same catalogue on every machine.
 */
export function makeCatalogue({ seed, size, epoch }: SyntheticOptions): ElementSet[] {
  if (!(Number.isInteger(size) && size >= 0)) throw new RangeError(`size ${size} is not a whole number`)
  const random = seededRandom(seed)
  const source = { random, normal: standardNormal(random) }
  const counts = countsFor(size)
  const special = (Object.keys(MAKERS) as (keyof typeof MAKERS)[]).flatMap((kind) => MAKERS[kind](counts[kind], source))
  const debris = Array.from({ length: size - special.length }, () => makeDebris(source))
  return [...special, ...debris].map(({ name, ageDays, ...orbit }, place) =>
    fromPublished({
      ...UNSAID,
      ...orbit,
      objectName: `SIMULATED ${name}`,
      noradId: FIRST_NORAD_ID + place,
      epoch: addSeconds(epoch, -Math.round(ageDays * SECONDS_PER_DAY)),
    }),
  )
}

/** Returns how many objects there are of each kind: its share of the size, rounded, and at least its least number. */
function countsFor(size: number): Record<keyof typeof POPULATIONS, number> {
  const entries = Object.entries(POPULATIONS).map(([kind, { share, least }]) => [
    kind,
    Math.max(size >= FEWEST_WITH_ALL ? least : 0, Math.round(share * size)),
  ])
  return Object.fromEntries(entries) as Record<keyof typeof POPULATIONS, number>
}

type Maker = (count: number, source: Source) => SyntheticObject[]

const MAKERS: Readonly<Record<keyof typeof POPULATIONS, Maker>> = {
  constellation: makeConstellations,
  sunSynchronous: each('SUNSYNC', (source) => {
    // A sun-synchronous node rotates once a year with the Sun, which needs 97.2° at 450 km and 98.6° at 800 km (J2 only). This line is 0.3° to
    // 0.7° higher: a screening depends on heights and crossings, not on the drift of nodes.
    const heightKm = 450 + 350 * source.random()
    return { ...near(heightKm, 0.001, source), inclinationDeg: 96.5 + heightKm / 330 }
  }),
  // GPS: six planes 60° apart at 55°, with a semi-major axis of 26 560 km, two revolutions in a sidereal day.
  navigation: each('NAVIGATION', (source) => ({
    ...circle(20_180 + 300 * source.normal(), 0.006, source),
    inclinationDeg: 55 + source.normal(),
    raanDeg: 60 * Math.floor(6 * source.random()) + 2 * source.normal(),
  })),
  // Half of them are station-kept, and half drift.
  geostationary: each('GEO', geostationary),
  geostationaryPair: inGroups(2, 'GEO BOX', held, (chief, source) => ({
    ...chief,
    eccentricity: 1e-4 + 3e-4 * source.random(),
    inclinationDeg: 0.08 * source.random(),
    ...sameLongitude(chief, source),
  })),
  // From low perigees to geostationary height: these orbits cross every shell in between.
  transfer: each('TRANSFER', (source) =>
    eccentric({ perigeeKm: 180 + 700 * source.random(), apogeeKm: 35_786 }, source),
  ),
  // Molniya: at 63.4°, where 5 cos² i = 1, J2 does not rotate the perigee (Brouwer 1959); with a perigee at 270° the apogee stays over the north.
  // Two revolutions take a sidereal day, so the orbit is in resonance with the Earth's (2,2) harmonic.
  halfDay: each('HALF DAY', (source) => ({
    ...eccentric({ perigeeKm: 500 + 900 * source.random(), apogeeKm: 39_500 }, source),
    meanMotionRevPerDay: 2.0056 + 0.002 * source.normal(),
    inclinationDeg: 63.4 + 0.5 * source.normal(),
    argPeriapsisDeg: 270 + 8 * source.normal(),
  })),
  // Parts of one station have the same elements. Their distance is always 0, so it has no minimum that a screening may report.
  docked: inGroups(
    3,
    'STATION PART',
    (source) => ({ ...near(415, 5e-4, source), inclinationDeg: 51.64 }),
    (chief) => chief,
  ),
  // Differences of some thousandths of a degree in node and anomaly are some hundred metres in low orbit.
  formation: inGroups(
    2,
    'FORMATION',
    (source) => near(510 + 200 * source.random(), 5e-4, source),
    (chief, source) => ({
      ...chief,
      eccentricity: chief.eccentricity + 5e-5 * source.random(),
      raanDeg: chief.raanDeg + 3e-3 * source.normal(),
      meanAnomalyDeg: chief.meanAnomalyDeg + 2e-3 * source.normal(),
    }),
  ),
  // With B* = 3e-3 at 130 to 160 km SGP4 puts the satellite below the ground within days.
  decaying: each('DECAYING', (source) => ({ ...near(130 + 30 * source.random(), 1e-3, source), bstar: 3e-3 })),
  // Below the ground.
  broken: each('BROKEN', (source) => near(-150, 1e-3, source)),
}

/**
 * Walker constellations: planes with evenly spaced nodes, evenly spaced satellites in each, and a phase that grows by 360°/size from plane to
 * plane. There are three times as many planes as satellites in a plane. The random parts are station-keeping errors.
 */
function makeConstellations(count: number, source: Source): SyntheticObject[] {
  return CONSTELLATIONS.flatMap(({ name, heightKm, inclinationDeg, share }, shell) => {
    // The last shell gets the remainder from the rounding of the other shares.
    const isLast = shell === CONSTELLATIONS.length - 1
    const before = CONSTELLATIONS.slice(0, shell).reduce((sum, one) => sum + Math.round(one.share * count), 0)
    const size = Math.max(0, isLast ? count - before : Math.round(share * count))
    const planes = Math.max(1, Math.round(Math.sqrt(3 * size)))
    const slots = Math.ceil(size / planes)
    return Array.from({ length: size }, (_, place): SyntheticObject => {
      const [plane, slot] = [Math.floor(place / slots), place % slots]
      return {
        ...near(heightKm + 0.3 * source.normal(), 1.5e-4, source),
        name: `${name} ${plane}-${slot}`,
        inclinationDeg: inclinationDeg + 0.01 * source.normal(),
        raanDeg: turns((360 * plane) / planes + 0.05 * source.normal()),
        argPeriapsisDeg: 90,
        meanAnomalyDeg: turns((360 * slot) / slots + (360 * plane) / size + 0.1 * source.normal()),
        ageDays: 0.7 * source.random(),
      }
    })
  })
}

/**
 * Returns a piece of debris in a band of heights; bands are drawn according to their shares. The eccentricity is limited so that the perigee
 * stays above about 280 km, B* is uniform in its logarithm over 1.5 decades, and one set in fifty is up to thirty days old.
 */
function makeDebris(source: Source): SyntheticObject {
  const { random, normal } = source
  // The band is the first one at which the cumulative sum of the shares exceeds a random number.
  let left = random()
  const band = DEBRIS_BANDS.find(({ share }) => {
    left -= share
    return left < 0
  })
  const { heightKm, widthKm, inclinationsDeg, eccentricity } = band ?? DEBRIS_BANDS[0]
  // Below 300 km drag removes debris within weeks to months, so that a catalogue contains little of it.
  const height = Math.max(300, heightKm + widthKm * normal())
  const inclination = inclinationsDeg[Math.floor(random() * inclinationsDeg.length)] ?? missing()
  return {
    ...near(height, Math.min(eccentricity, (height - 280) / (EARTH_RADIUS_KM + height)), source),
    name: 'DEBRIS',
    inclinationDeg: inclination + 0.4 * normal(),
    bstar: 10 ** (-4.5 + 1.5 * random()),
    ageDays: random() < 0.02 ? 30 * random() : 2 * random(),
  }
}

/** Returns a maker of unrelated objects. */
function each(name: string, orbit: (source: Source) => Orbit): Maker {
  return (count, source) =>
    Array.from({ length: count }, () => ({ ...orbit(source), name, ageDays: 2 * source.random() }))
}

/**
 * Returns a maker of groups of a chief and its companions; the last group may be smaller. Formations have small differences of e, node and mean
 * anomaly at one semi-major axis: a different axis would separate them.
 */
function inGroups(
  size: number,
  name: string,
  chiefOf: (source: Source) => Orbit,
  companionOf: (chief: Orbit, source: Source) => Orbit,
): Maker {
  return (count, source) => {
    let chief: SyntheticObject | undefined
    return Array.from({ length: count }, (_, place): SyntheticObject => {
      if (chief === undefined || place % size === 0) {
        chief = { ...chiefOf(source), name: `${name} ${place / size}`, ageDays: 2 * source.random() }
        return chief
      }
      return { ...companionOf(chief, source), name: chief.name, ageDays: chief.ageDays }
    })
  }
}

/** Returns Kepler's third law in revolutions a day: n = √(GM/a³), with the constants of SGP4. */
function meanMotion(semiMajorAxisKm: number): number {
  return (XKE * (EARTH_RADIUS_KM / semiMajorAxisKm) ** 1.5 * 1440) / (2 * Math.PI)
}

/**
 * Returns a nearly circular orbit of this mean height, at a random position, without drag. Mean motions in an element set are Kozai's; their J2
 * term, 1e-3, is neglected, because a difference of some kilometres in height is irrelevant here.
 */
function circle(heightKm: number, eccentricity: number, { random }: Source): Orbit {
  return {
    meanMotionRevPerDay: meanMotion(EARTH_RADIUS_KM + heightKm),
    eccentricity: eccentricity * random(),
    inclinationDeg: 20 + 100 * random(),
    raanDeg: 360 * random(),
    argPeriapsisDeg: 360 * random(),
    meanAnomalyDeg: 360 * random(),
    bstar: 0,
  }
}

/** Returns such an orbit with the drag of a typical satellite in low orbit, B* = 2e-5 to 1.2e-4. */
function near(heightKm: number, eccentricity: number, source: Source): Orbit {
  return { ...circle(heightKm, eccentricity, source), bstar: 1e-4 * (0.2 + source.random()) }
}

/** Returns an orbit with this perigee and at most this apogee: the squared random number makes apogees near the highest more frequent. */
function eccentric(height: { readonly perigeeKm: number; readonly apogeeKm: number }, source: Source): Orbit {
  const [perigee, apogee] = [
    EARTH_RADIUS_KM + height.perigeeKm,
    EARTH_RADIUS_KM + height.apogeeKm * (1 - 0.3 * source.random() ** 2),
  ]
  return {
    ...circle((perigee + apogee) / 2 - EARTH_RADIUS_KM, 0, source),
    eccentricity: (apogee - perigee) / (apogee + perigee),
    inclinationDeg: 2 + 30 * source.random(),
    bstar: 1e-4 * source.random(),
  }
}

/** Half of them are kept at the equator, the others drift and oscillate up to 15° from it. */
function geostationary(source: Source): Orbit {
  if (source.random() < 0.5) return held(source)
  return {
    ...circle(0, 4e-4, source),
    meanMotionRevPerDay: 1.0027 + 0.02 * source.normal(),
    inclinationDeg: 15 * source.random(),
  }
}

/** Returns a station-kept geostationary satellite: one revolution in a sidereal day (1.0027 a day), within 0.08° of the equator. */
function held(source: Source): Orbit {
  return {
    ...circle(0, 4e-4, source),
    meanMotionRevPerDay: 1.0027 + 1e-5 * source.normal(),
    inclinationDeg: 0.08 * source.random(),
  }
}

/**
 * Returns another node and perigee, at the same longitude within a twentieth of a degree. Two satellites of one slot are separated by their
 * eccentricity and inclination vectors: they oscillate about the same longitude once a day with different phases, and stay within 0.1° of each
 * other.
 */
function sameLongitude(
  chief: Orbit,
  { random, normal }: Source,
): Pick<Orbit, 'raanDeg' | 'argPeriapsisDeg' | 'meanAnomalyDeg'> {
  const [raanDeg, argPeriapsisDeg] = [360 * random(), 360 * random()]
  const longitude = chief.raanDeg + chief.argPeriapsisDeg + chief.meanAnomalyDeg + 0.02 * normal()
  return { raanDeg, argPeriapsisDeg, meanAnomalyDeg: turns(longitude - raanDeg - argPeriapsisDeg) }
}

/** Returns the same angle in [0°, 360°). */
function turns(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}
