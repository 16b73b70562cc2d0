import { HOUR_MS } from '@apsis/astro/constants.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { ListedObject } from './catalogue.repository.ts'

/** The interval at which new sets are published. */
export const SLOT_MS = 6 * HOUR_MS
const SLOT_S = SLOT_MS / 1000
const CATALOGUE_OBJECTS = 5_000
const SEED = 20_261_120
/** The time at which the orbits are as they were generated; it is the beginning of a slot. */
const ORIGIN_MS = Date.UTC(2026, 0, 1)
/** The length of a new catalogue's history, in slots. */
const HISTORY_SLOTS = 8

export type SimulatedSets = { readonly listed: readonly ListedObject[]; readonly history: readonly ElementSet[] }

/** Returns the slot of a time, counted from the beginning of 1970. */
export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS)

const epochAt = (ms: number) => parseTime(new Date(ms).toISOString())
const ORIGIN = epochAt(ORIGIN_MS)

let orbits: readonly ElementSet[] | undefined

/**
 * SIMULATED: returns the catalogue in a slot, always the same for the same slot. Each object keeps its orbit. Its sets are published every
 * few slots, and are then as old as an observation takes, so that some orbits are known well and others are not. `history` contains the
 * sets of the last two days that are no longer the newest.
 */
export function simulatedSets(slot: number): SimulatedSets {
  orbits ??= makeCatalogue({ seed: SEED, size: CATALOGUE_OBJECTS, epoch: ORIGIN })
  const listed: ListedObject[] = []
  const history: ElementSet[] = []
  for (const orbit of orbits) {
    const objectType = typeOf(orbit)
    const motion = { rates: ratesOf(orbit), ageS: ageOf(orbit) }
    const [newest, ...older] = slotsOf(motion.ageS, slot)
    if (newest !== undefined) listed.push({ ...setOf(orbit, motion, newest), objectType, country: countryOf(orbit) })
    history.push(...older.map((one) => setOf(orbit, motion, one)))
  }
  return { listed, history }
}

/** Returns the type of an object: fragments are debris and objects in transfer orbits are upper stages, as in the public catalogue. */
function typeOf({ objectName }: ElementSet): string {
  if (objectName.includes('DEBRIS')) return 'DEBRIS'
  return objectName.includes('TRANSFER') ? 'ROCKET BODY' : 'PAYLOAD'
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A year has less than 900 launches, so these numbers belong to no real launch. */
const FIRST_LAUNCH = 900
const BREAKUP_YEAR = 1999
const DEG_OF_A_CLOUD = 10

/** SIMULATED: returns the designator of a fragment, whose launch number depends on its inclination; other objects have none. */
function designatorOf({ objectName, noradId, incRad }: ElementSet): string {
  if (!objectName.includes('DEBRIS')) return ''
  const launch = FIRST_LAUNCH + Math.floor(radToDeg(incRad) / DEG_OF_A_CLOUD)
  const { length } = LETTERS
  const letters = [noradId / length ** 2, noradId / length, noradId].map((n) => LETTERS[Math.floor(n) % length])
  return `${BREAKUP_YEAR}-${launch}${letters.join('')}`
}

/** The owners of the first objects, as in the shared directory of operators; several owners alternate for the others. */
const FIRST_COUNTRIES = [
  { below: 300_400, country: 'DE' },
  { below: 300_800, country: 'US' },
  { below: 301_000, country: 'FR' },
] as const
const OTHER_COUNTRIES = ['US', 'CN', 'RU', 'IN', 'JP'] as const

function countryOf({ noradId }: ElementSet): string | undefined {
  const first = FIRST_COUNTRIES.find(({ below }) => noradId < below)
  return first?.country ?? OTHER_COUNTRIES[noradId % OTHER_COUNTRIES.length]
}

/** Returns the age of an object's set at the origin. The objects of one group have the same age, and therefore the same dates of publication. */
const ageOf = ({ epoch }: ElementSet) => Math.round(secondsBetween(epoch, ORIGIN))

/** Returns the slots in which sets of an object were published, newest first: the last one, and those in the history before it. */
function slotsOf(ageS: number, slot: number): number[] {
  const period = 1 + Math.floor(ageS / SLOT_S)
  const newest = slot - ((((slot - ageS) % period) + period) % period)
  const count = 1 + Math.max(0, Math.floor((newest - (slot - HISTORY_SLOTS)) / period))
  return Array.from({ length: count }, (_, place) => newest - place * period)
}

type Rates = { readonly meanAnomaly: number; readonly argPeriapsis: number; readonly node: number }

/** The secular motion of an orbit from the origin on, and the age of the object's set at the origin. */
type Motion = { readonly rates: Rates; readonly ageS: number }

/** Returns the secular rates of SGP4, rad/s, without the effects of drag, Sun and Moon, so that the orbit keeps its shape. */
function ratesOf(orbit: ElementSet): Rates {
  const { meanAnomalyDot, argPerigeeDot, nodeDot } = initSgp4(orbit).near
  return { meanAnomaly: meanAnomalyDot / 60, argPeriapsis: argPerigeeDot / 60, node: nodeDot / 60 }
}

function setOf(orbit: ElementSet, { rates, ageS }: Motion, slot: number): ElementSet {
  const observedMs = slot * SLOT_MS - (ageS % SLOT_S) * 1000
  const epoch = epochAt(observedMs)
  const elapsedS = secondsBetween(orbit.epoch, epoch)
  return {
    ...orbit,
    internationalDesignator: designatorOf(orbit),
    epoch,
    meanAnomalyRad: turned(orbit.meanAnomalyRad, rates.meanAnomaly * elapsedS),
    argPeriapsisRad: turned(orbit.argPeriapsisRad, rates.argPeriapsis * elapsedS),
    raanRad: turned(orbit.raanRad, rates.node * elapsedS),
    elementSetNumber: slot % 10_000,
  }
}

function turned(rad: number, by: number): number {
  const full = 2 * Math.PI
  return (((rad + by) % full) + full) % full
}
