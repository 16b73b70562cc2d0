import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Block, Extra, MessageTime } from '../block/block.ts'
import type { Matrix } from '../block/covariance.ts'
import type { HEADER, METADATA } from './oem.data.ts'

type Comments = readonly string[]

export type OemHeader = Block<typeof HEADER>
/** `unknown` contains keywords that are in no table, which a lenient reading keeps. */
export type OemMetadata = Block<typeof METADATA> & { readonly unknown?: readonly Extra[] }

/** A state of an ephemeris in the segment's REF_FRAME: m, m/s, and m/s² if the message contains accelerations. */
export interface OemState {
  readonly epoch: MessageTime
  readonly r: Vec3
  readonly v: Vec3
  readonly a?: Vec3
}

/** The covariance of position and velocity at an epoch, 6×6 in m², m²/s, m²/s²; in REF_FRAME if it names no frame. */
export interface OemCovariance {
  readonly comments: Comments
  readonly epoch: MessageTime
  readonly refFrame?: string
  readonly matrix: Matrix
}

/** States between which one may interpolate; beyond them one may not extrapolate. */
export interface OemSegment {
  readonly metadata: OemMetadata
  /** Comments among the states. */
  readonly comments: Comments
  readonly states: readonly OemState[]
  readonly covariances: readonly OemCovariance[]
}

/** An Orbit Ephemeris Message (CCSDS 502.0-B-3 §5), in SI units. */
export interface Oem {
  readonly header: OemHeader
  readonly segments: readonly OemSegment[]
}
