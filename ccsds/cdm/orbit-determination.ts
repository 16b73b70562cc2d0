import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { type KeplerianElements, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import type { ObjectKind, OrbitDetermination } from '@apsis/astro/statistics/orbit-quality.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { toFrame } from '../block/frame-name.ts'
import type { Cdm, CdmObject } from './cdm.ts'

/** The first number of objects that 18 SDS has not catalogued yet; most of them are debris. */
const FIRST_ANALYST = 80_000
const LAST_ANALYST = 89_999
/** Parts of catalogue names that show the kind (CARA, CDM_ODQualityAssessment, 2019). */
const DEBRIS_NAMES = ['DEB', 'NEE', 'COO']
const ROCKET_NAMES = ['R/B', 'AKM', 'PKM', 'PLA']

/**
 * Returns what a message says about how the orbit of one of its objects (0 or 1) was determined, for orbitQuality(). Throws RangeError if its state
 * is not an orbit, or is in a frame that cannot be transformed.
 */
export function orbitDeterminationOf({ header, relative: { tca }, objects }: Cdm, index: 0 | 1): OrbitDetermination {
  const { metadata, odParameters, additional, covariance } = objects[index]
  const { semiMajorAxisM, eccentricity } = osculatingOrbit(objects[index], tca)
  const daysBefore = (epoch: Epoch) => secondsBetween(epoch, tca) / SECONDS_PER_DAY
  const observed = odParameters?.timeLastobEnd
  const degree = /(?<!\d)(\d+)\s*D\b/.exec(metadata.gravityModel ?? '')?.[1]
  const others = (metadata.nBodyPerturbations ?? '').toUpperCase()
  const span = odParameters?.actualOdSpanS
  return {
    kind: kindOf(metadata),
    semiMajorAxisM,
    eccentricity,
    geopotentialDegree: degree === undefined ? null : Number(degree),
    hasDrag: isNamed(metadata.atmosphericModel),
    hasRadiationPressure: metadata.solarRadPressure === 'YES',
    hasSunAndMoon: others.includes('MOON') && others.includes('SUN'),
    hasTides: metadata.earthTides === 'YES',
    dragM2PerKg: additional?.cdAreaOverMassM2PerKg ?? null,
    radiationM2PerKg: additional?.crAreaOverMassM2PerKg ?? null,
    dissipationWPerKg: additional?.sedrWPerKg ?? null,
    spanDays: span === undefined ? null : span / SECONDS_PER_DAY,
    acceptedPercent: odParameters?.residualsAcceptedPercent ?? null,
    weightedRms: odParameters?.weightedRms ?? null,
    covarianceM2: covariance.matrix.slice(0, 3).map((row) => row.slice(0, 3)),
    observedDaysBefore: observed === undefined ? null : daysBefore(observed),
    createdDaysBefore: daysBefore(header.creationDate),
  }
}

/** Returns the osculating orbit of an object at TCA. Throws RangeError in the same cases as orbitDeterminationOf. */
export function osculatingOrbit(object: CdmObject, tca: Epoch): KeplerianElements {
  return toKeplerian(inertialState(object, tca, object.state), GM_EARTH)
}

/** Returns the state of an object in GCRF. Throws RangeError if its frame cannot be transformed. */
export function inertialState({ metadata }: CdmObject, epoch: Epoch, { r, v }: CdmObject['state']) {
  const frame = toFrame(metadata.refFrame)
  if (frame === null) throw new RangeError(`${metadata.object}: REF_FRAME ${metadata.refFrame} cannot be transformed`)
  return transformState({ frame, epoch, r, v }, 'GCRF', { outside: 'hold' })
}

/** Returns the kind of an object from its catalogue number, otherwise from OBJECT_TYPE, otherwise from its name. */
function kindOf({ objectDesignator, objectType, objectName }: CdmObject['metadata']): ObjectKind {
  const number = Number(objectDesignator)
  if (number >= FIRST_ANALYST && number <= LAST_ANALYST) return 'debris'
  if (objectType === 'PAYLOAD') return 'payload'
  if (objectType === 'ROCKET BODY') return 'rocket-body'
  if (objectType === 'DEBRIS') return 'debris'
  if (DEBRIS_NAMES.some((part) => objectName.includes(part))) return 'debris'
  return ROCKET_NAMES.some((part) => objectName.includes(part)) ? 'rocket-body' : 'payload'
}

const isNamed = (model: string | undefined) => model !== undefined && !model.toUpperCase().includes('NONE')
