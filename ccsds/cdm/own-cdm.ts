import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm, CdmObject, CdmRelative } from './cdm.ts'
import { encounterOfCdm } from './cdm-assessment.ts'

/** The number of digits after the point of values that are derived from states, which are given to the millimetre and the micrometre per second. */
const [POSITION_DIGITS, VELOCITY_DIGITS] = [3, 6]
const PROBABILITY_DIGITS = 7
const LONGEST_SOURCE_ID = 150

/**
 * Returns the message as seen from its second object: the objects change places, and the relative position and velocity are computed again from the
 * states, in the axes R, T, N of the new object 1. What the message says about the space around the former object 1 (volume, entry and exit) is
 * omitted, because it is not valid for the other object. Throws RangeError if a state is in a frame that cannot be transformed.
 */
export function exchangeCdm(cdm: Cdm): Cdm {
  const [first, second] = cdm.objects
  const objects = [
    { ...second, metadata: { ...second.metadata, object: 'OBJECT1' as const } },
    { ...first, metadata: { ...first.metadata, object: 'OBJECT2' as const } },
  ] as const
  const {
    screenVolumeFrame: _frame,
    screenVolumeShape: _shape,
    screenVolumeXM: _x,
    screenVolumeYM: _y,
    screenVolumeZM: _z,
    screenEntryTime: _entry,
    screenExitTime: _exit,
    ...kept
  } = cdm.relative
  return { ...cdm, objects, relative: { ...kept, ...relativeState({ ...cdm, objects }) } }
}

/** Returns position and velocity of object 2 minus those of object 1, in the axes R, T, N of object 1, m and m/s; the axes are fixed at TCA. */
export function relativeState(
  cdm: Pick<Cdm, 'objects' | 'relative'>,
): Required<Pick<CdmRelative, 'relativePositionRtnM' | 'relativeVelocityRtnMps' | 'relativeSpeedMps'>> {
  const [primary, secondary] = encounterOfCdm(cdm as Cdm)
  const axes = rtnAxes(primary)
  const velocity = transform(axes, subtract(secondary.v, primary.v))
  return {
    relativePositionRtnM: rounded(transform(axes, subtract(secondary.r, primary.r)), POSITION_DIGITS),
    relativeVelocityRtnMps: rounded(velocity, VELOCITY_DIGITS),
    relativeSpeedMps: round(norm(velocity), VELOCITY_DIGITS),
  }
}

/** The originator of our message, and what was computed about the encounter. */
export interface OwnCdm {
  readonly originator: string
  readonly messageId: string
  readonly messageFor?: string
  readonly creationDate: Epoch
  /** Null if there is no probability; `reason` says why. */
  readonly probability: number | null
  /** The method, with the names of `apsis pc`. */
  readonly method: string | null
  readonly reason: string
  /** The combined radius, m. */
  readonly radiusM: number | null
  readonly radiusFrom: string
  /** The version of the product that computed it; undefined if the product does not know its version. */
  readonly version?: string
}

/**
 * Returns an id that no other message has. A message that is made again gets another id, because its probability may differ, and so does a message
 * with the objects in the other order. `first` is the former number of the object that is now first.
 */
export const ownMessageId = (messageId: string, { at, first }: { readonly at: Date; readonly first: 1 | 2 }): string =>
  `${messageId.slice(0, LONGEST_SOURCE_ID)}-OWN-${at.toISOString().replace(/[-:.]/g, '')}-${first}`

/**
 * Returns the message as one of our own: states and covariances are unchanged, the relative state is computed from them, and our probability with its
 * method and radius replaces the originator's, which is kept in a comment. A reader that uses the radius in the comment HBR computes the same value.
 */
export function ownCdm(cdm: Cdm, own: OwnCdm): Cdm {
  const { header, relative } = cdm
  const { collisionProbability: reported, collisionProbabilityMethod: reportedMethod, ...kept } = relative
  const { originator, messageId, messageFor, creationDate, probability, method, radiusM } = own
  const { messageFor: _receiver, ...rest } = header
  // A reader uses the first radius that it finds, wherever it is, so the originator's radius is removed.
  const spoken = (comments: readonly string[]) =>
    comments.filter((comment) => radiusM === null || !/^\s*HBR\s*=/.test(comment))
  const by = own.version === undefined ? 'APSIS' : `APSIS ${own.version}`
  const [first, second] = cdm.objects
  return {
    ...cdm,
    objects: [withComments(first, spoken), withComments(second, spoken)],
    header: {
      ...rest,
      comments: [
        ...spoken(header.comments),
        `STATES AND COVARIANCES OF MESSAGE ${header.messageId} OF ${header.originator}`,
        probability === null
          ? `NO PROBABILITY: ${own.reason} (${by})`
          : `PROBABILITY RECOMPUTED BY ${method} (${own.reason}, ${by})`,
        ...(reported === undefined
          ? []
          : [
              `${header.originator} REPORTED ${reported}${reportedMethod === undefined ? '' : ` BY ${reportedMethod}`}`,
            ]),
      ],
      creationDate,
      originator,
      ...(messageFor === undefined ? {} : { messageFor }),
      messageId,
    },
    relative: {
      ...kept,
      ...relativeState(cdm),
      comments: [
        ...(radiusM === null ? [] : [`HBR = ${radiusM} [m]`, `HBR IS FROM: ${own.radiusFrom}`]),
        ...spoken(relative.comments),
      ],
      ...(probability === null
        ? {}
        : {
            collisionProbability: Number(probability.toPrecision(PROBABILITY_DIGITS)),
            ...(method === null ? {} : { collisionProbabilityMethod: METHOD_NAMES[method] ?? method.toUpperCase() }),
          }),
    },
  }
}

type Comments = readonly string[]

/** Returns an object with other comments in each of its blocks. */
function withComments(
  { metadata, odParameters, additional, state, covariance }: CdmObject,
  change: (comments: Comments) => Comments,
): CdmObject {
  const changed = <B extends { readonly comments: Comments }>(block: B): B => ({
    ...block,
    comments: change(block.comments),
  })
  return {
    metadata: changed(metadata),
    ...(odParameters === undefined ? {} : { odParameters: changed(odParameters) }),
    ...(additional === undefined ? {} : { additional: changed(additional) }),
    state: changed(state),
    covariance: changed(covariance),
  }
}

/**
 * The name in the registry of methods (SANA, annex E of CCSDS 508.0-B-1) for `circle-2d`, the exact integral over the circle in the form of Alfano
 * (2005). FOSTER-1992 would be understood as the integral over the square, for which 18 SDS uses this name.
 */
const METHOD_NAMES: Readonly<Record<string, string>> = { 'circle-2d': 'ALFANO-2005' }

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
const rounded = (v: Vec3, digits: number): Vec3 => v.map((one) => round(one, digits)) as unknown as Vec3
