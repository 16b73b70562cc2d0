import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  type CollectedMessage,
  extrasOf,
  findBlock,
  present,
  readBlocks,
  readRequired,
  requireBlock,
} from '../block/assemble.ts'
import type { Block, Extra } from '../block/block.ts'
import { checkFrames } from '../block/check-frames.ts'
import { checkCovariance, type Matrix, placeInBlock, toMatrix } from '../block/covariance.ts'
import { readBlock, readFields } from '../block/read-block.ts'
import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import {
  ADDITIONAL,
  CDM_LAYOUT,
  COVARIANCE,
  COVARIANCE_ENTRIES,
  HEADER,
  METADATA,
  OD_PARAMETERS,
  RELATIVE,
  STATE,
} from './cdm.data.ts'
import { checkCdm } from './check-cdm.ts'

type Comments = readonly string[]

/** The position and velocity of an object at TCA, m and m/s, in its REF_FRAME. */
export interface CdmState {
  readonly comments: Comments
  readonly r: Vec3
  readonly v: Vec3
}

/**
 * The covariance of an object at TCA in its own RTN frame, symmetric, in SI: 6×6 for position and velocity (m², m²/s, m²/s²), or larger if the
 * message also contains drag (7×7), solar radiation pressure (8×8) and thrust (9×9).
 */
export interface CdmCovariance {
  readonly comments: Comments
  readonly matrix: Matrix
}

/** One of the two objects in a conjunction. */
export interface CdmObject {
  readonly metadata: Block<typeof METADATA>
  readonly odParameters?: Block<typeof OD_PARAMETERS>
  readonly additional?: Block<typeof ADDITIONAL>
  readonly state: CdmState
  readonly covariance: CdmCovariance
}

type RelativeBlock = Block<typeof RELATIVE>
type RelativeAxis = `relativePosition${'R' | 'T' | 'N'}M` | `relativeVelocity${'R' | 'T' | 'N'}Mps`

/** The encounter: position and velocity of object 2 relative to object 1, in the RTN frame of object 1. */
export type CdmRelative = Omit<RelativeBlock, RelativeAxis> & {
  readonly tca: Epoch
  readonly relativePositionRtnM?: Vec3
  readonly relativeVelocityRtnMps?: Vec3
}

/** A Conjunction Data Message (CCSDS 508.0-B-1) in SI units: m, m/s, kg, m², s; fractions are in percent. */
export interface Cdm {
  readonly header: Block<typeof HEADER>
  readonly relative: CdmRelative
  readonly objects: readonly [CdmObject, CdmObject]
  /** Keywords that are in no table; a lenient reading keeps them. */
  readonly unknown: readonly Extra[]
}

/** Reads a CDM in KVN, XML or Space-Track's JSON, and reports all faults and deviations. */
export function readCdm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Cdm> {
  return readMessage(source, options, cdmReader)
}

/** Returns the CDM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseCdm(source: string | Iterable<string>, options: ReadOptions = {}): Cdm {
  return messageOf(readCdm(source, options))
}

/** Returns a reader that makes a CDM from lines. */
export function cdmReader(log: FaultLog, options: ReadOptions): MessageReader<Cdm> {
  return readBlocks(CDM_LAYOUT, { log, options }, assemble)
}

function assemble(collected: CollectedMessage): Cdm | null {
  const { blocks, unknown, context, options } = collected
  checkFrames(blocks, options.frames ?? [], context.log)
  checkCdm(collected)
  const header = readRequired(collected, HEADER)
  const relative = readRequired(collected, RELATIVE)
  const [first, second] = [readObject(collected, 1), readObject(collected, 2)]
  if (header === null || relative === null || first === null || second === null) return null
  return { header, relative: toRelative(relative), objects: [first, second], unknown: extrasOf(unknown) }
}

function toRelative(block: RelativeBlock): CdmRelative {
  const { relativePositionRM, relativePositionTM, relativePositionNM, ...rest } = block
  const { relativeVelocityRMps, relativeVelocityTMps, relativeVelocityNMps, ...others } = rest
  const position = vectorOf(relativePositionRM, relativePositionTM, relativePositionNM)
  const velocity = vectorOf(relativeVelocityRMps, relativeVelocityTMps, relativeVelocityNMps)
  return {
    ...others,
    ...(position === null ? {} : { relativePositionRtnM: position }),
    ...(velocity === null ? {} : { relativeVelocityRtnMps: velocity }),
  }
}

function vectorOf(x: number | undefined, y: number | undefined, z: number | undefined): Vec3 | null {
  return x === undefined || y === undefined || z === undefined ? null : [x, y, z]
}

function readObject(collected: CollectedMessage, segment: 1 | 2): CdmObject | null {
  const { blocks, context } = collected
  const metadata = readRequired(collected, METADATA, segment)
  const state = readRequired(collected, STATE, segment)
  const optional = {
    ...present('odParameters', findBlock(blocks, OD_PARAMETERS, segment), (raw) => readBlock(raw, context)),
    ...present('additional', findBlock(blocks, ADDITIONAL, segment), (raw) => readBlock(raw, context)),
  }
  const covariance = readCovariance(collected, segment)
  if (metadata === null || state === null || covariance === null) return null
  const { comments, x, y, z, xDot, yDot, zDot } = state
  return { metadata, ...optional, state: { comments, r: [x, y, z], v: [xDot, yDot, zDot] }, covariance }
}

function readCovariance(collected: CollectedMessage, segment: number): CdmCovariance | null {
  const { context } = collected
  const raw = requireBlock(collected, COVARIANCE, segment)
  const fields = readFields(raw, context)
  if (fields === null) return null
  const last = Math.max(...COVARIANCE_ENTRIES.flatMap(({ row, keyword }) => (fields.has(keyword) ? [row] : [])))
  // The covariance contains either only the position, or at least position and velocity. In the first case the entries of the velocities stay 0.
  const size = last < 3 ? 3 : 1 + Math.max(5, last)
  const entries = COVARIANCE_ENTRIES.filter(({ row }) => row < size)
  const missing = entries.find(({ keyword }) => !fields.has(keyword))
  if (missing !== undefined) {
    const { keyword } = missing
    const message = `${keyword} is missing in a covariance that goes on to ${entries.at(-1)?.keyword}`
    context.log.error({ line: raw.line, column: 1, keyword, code: 'missing-keyword', message })
    return null
  }
  const matrix = toMatrix(Math.max(6, size), entries, fields)
  checkCovariance(matrix, { entries, placeOf: placeInBlock(raw) }, context.log)
  return { comments: raw.comments, matrix }
}
