import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  blocksOf,
  type CollectedMessage,
  extrasOf,
  findBlock,
  present,
  type RawOf,
  readBlocks,
  readRequired,
} from '../block/assemble.ts'
import type { Block, Extra, MessageTime, RawBlock } from '../block/block.ts'
import { checkFrames } from '../block/check-frames.ts'
import {
  checkCovariance,
  fromMatrix,
  type Matrix,
  placeInBlock,
  STATE_COVARIANCE,
  STATE_ENTRIES,
  toMatrix,
} from '../block/covariance.ts'
import { blockLines, commentLines, extraLines, headerLines, inElement } from '../block/format-block.ts'
import { type ReadContext, readBlock, readFields } from '../block/read-block.ts'
import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import { HEADER, KEPLERIAN, MANOEUVRE, METADATA, OPM_LAYOUT, SPACECRAFT, STATE, USER_DEFINED } from './opm.data.ts'

type Comments = readonly string[]

/** Position and velocity at the epoch, m and m/s, in the message's REF_FRAME relative to its CENTER_NAME. */
export interface OpmState {
  readonly comments: Comments
  readonly epoch: MessageTime
  readonly r: Vec3
  readonly v: Vec3
}

/** The covariance of position and velocity, symmetric 6×6 in m², m²/s and m²/s²; in REF_FRAME if it names no frame. */
export interface StateCovariance {
  readonly comments: Comments
  readonly refFrame?: string
  readonly matrix: Matrix
}

/** A manoeuvre, which is impulsive if its duration is 0. The velocity increment is in m/s, in `refFrame`. */
export interface OpmManoeuvre {
  readonly comments: Comments
  readonly ignition: MessageTime
  readonly durationS?: number
  readonly deltaMassKg?: number
  readonly refFrame: string
  readonly deltaVMps: Vec3
}

/** Keywords that the originator has defined, with their comments. */
export interface UserDefined {
  readonly comments: Comments
  readonly values: readonly Extra[]
}

/** An Orbit Parameter Message (CCSDS 502.0-B-3 §3) in SI units: m, m/s, rad, kg, m², s, m³/s². */
export interface Opm {
  readonly header: Block<typeof HEADER>
  readonly metadata: Block<typeof METADATA>
  readonly state: OpmState
  readonly keplerian?: Block<typeof KEPLERIAN>
  readonly spacecraft?: Block<typeof SPACECRAFT>
  readonly covariance?: StateCovariance
  readonly manoeuvres: readonly OpmManoeuvre[]
  readonly userDefined?: UserDefined
  /** Keywords that are in no table, which a lenient reading keeps. */
  readonly unknown: readonly Extra[]
}

/** Reads an OPM in KVN or XML, and reports all faults and deviations. */
export function readOpm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Opm> {
  return readMessage(source, options, opmReader)
}

/** Returns the OPM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOpm(source: string | Iterable<string>, options: ReadOptions = {}): Opm {
  return messageOf(readOpm(source, options))
}

/** Returns a reader that makes an OPM from lines. */
export function opmReader(log: FaultLog, options: ReadOptions): MessageReader<Opm> {
  return readBlocks(OPM_LAYOUT, { log, options }, assemble)
}

function assemble(collected: CollectedMessage): Opm | null {
  const { blocks, unknown, context, options } = collected
  checkFrames(blocks, options.frames ?? [], context.log)
  const header = readRequired(collected, HEADER)
  const metadata = readRequired(collected, METADATA)
  const state = readRequired(collected, STATE)
  const optional = {
    ...present('keplerian', findBlock(blocks, KEPLERIAN), (raw) => readKeplerian(raw, context)),
    ...present('spacecraft', findBlock(blocks, SPACECRAFT), (raw) => readBlock(raw, context)),
    ...present('covariance', findBlock(blocks, STATE_COVARIANCE), (raw) => readStateCovariance(raw, context)),
    ...present('userDefined', findBlock(blocks, USER_DEFINED), readUserDefined),
  }
  const manoeuvres = blocksOf(blocks, MANOEUVRE).flatMap((raw) => readManoeuvre(raw, context) ?? [])
  if (header === null || metadata === null || state === null) return null
  return { header, metadata, state: toState(state), ...optional, manoeuvres, unknown: extrasOf(unknown) }
}

function toState({ comments, epoch, x, y, z, xDot, yDot, zDot }: Block<typeof STATE>): OpmState {
  return { comments, epoch, r: [x, y, z], v: [xDot, yDot, zDot] }
}

function readKeplerian(raw: RawOf<typeof KEPLERIAN>, context: ReadContext): Block<typeof KEPLERIAN> | null {
  const block = readBlock(raw, context)
  if (block === null || (block.trueAnomalyRad === undefined) !== (block.meanAnomalyRad === undefined)) return block
  const keyword = 'TRUE_ANOMALY'
  const message = 'there must be one of TRUE_ANOMALY and MEAN_ANOMALY'
  context.log.error({ line: raw.line, column: 1, keyword, code: 'missing-keyword', message })
  return null
}

function readManoeuvre(raw: RawOf<typeof MANOEUVRE>, context: ReadContext): OpmManoeuvre | null {
  const block = readBlock(raw, context)
  if (block === null) return null
  const { dv1, dv2, dv3, ...rest } = block
  return { ...rest, deltaVMps: [dv1, dv2, dv3] }
}

/** Returns the covariance block of an OPM or OMM. */
export function readStateCovariance(raw: RawBlock, context: ReadContext): StateCovariance | null {
  const fields = readFields(raw, context)
  if (fields === null) return null
  const matrix = toMatrix(6, STATE_ENTRIES, fields)
  checkCovariance(matrix, { entries: STATE_ENTRIES, placeOf: placeInBlock(raw) }, context.log)
  const refFrame = fields.get('refFrame')
  return { comments: raw.comments, ...(typeof refFrame === 'string' ? { refFrame } : {}), matrix }
}

/** Returns the block of USER_DEFINED keywords. */
export function readUserDefined({ comments, assignments }: RawBlock): UserDefined {
  return { comments, values: extrasOf(assignments.values()) }
}

/**
 * Returns the text of the message in KVN or XML, every value with its unit, according to the tables of CCSDS 502.0-B-3; reading it gives the same
 * data (an angle that no number of degrees gives exactly differs by at most one unit in the last place). Throws a RangeError that names the keyword
 * of a value that the notation cannot express.
 */
export function formatOpm(opm: Opm, options: WriteOptions = {}): string {
  return printMessage(opmLines(opm), options)
}

/** Returns the lines of the message, for any notation. */
export function opmLines(opm: Opm): OutLine[] {
  const { header, metadata, state, keplerian, spacecraft, covariance, manoeuvres, userDefined, unknown } = opm
  const at = { timeSystem: metadata.timeSystem.toUpperCase() }
  const data = [
    ...blockLines(STATE, flattenState(state), at),
    ...blockLines(KEPLERIAN, keplerian, at),
    ...blockLines(SPACECRAFT, spacecraft, at),
    ...covarianceLines(covariance),
    ...manoeuvres.flatMap((manoeuvre) => blockLines(MANOEUVRE, flattenManoeuvre(manoeuvre), at)),
    ...userDefinedLines(userDefined),
    ...extraLines(unknown),
  ]
  const segment = [...blockLines(METADATA, metadata, at), ...inElement('data', data)]
  return [...headerLines(HEADER, header), ...inElement('body', inElement('segment', segment))]
}

function flattenState({ comments, epoch, r, v }: OpmState): Block<typeof STATE> {
  return { comments, epoch, x: r[0], y: r[1], z: r[2], xDot: v[0], yDot: v[1], zDot: v[2] }
}

function flattenManoeuvre({ deltaVMps: [dv1, dv2, dv3], ...rest }: OpmManoeuvre): Block<typeof MANOEUVRE> {
  return { ...rest, dv1, dv2, dv3 }
}

/** Returns the lines of a covariance block. */
export function covarianceLines(covariance: StateCovariance | undefined): OutLine[] {
  if (covariance === undefined) return []
  const { matrix, ...rest } = covariance
  return blockLines(STATE_COVARIANCE, { ...rest, ...fromMatrix(matrix, STATE_ENTRIES) }, { timeSystem: 'UTC' })
}

/** Returns the lines of a block of USER_DEFINED keywords. */
export function userDefinedLines(userDefined: UserDefined | undefined): OutLine[] {
  if (userDefined === undefined) return []
  const { comments, values } = userDefined
  return [{ kind: 'blank' }, ...inElement(USER_DEFINED.element, [...commentLines(comments), ...extraLines(values)])]
}
