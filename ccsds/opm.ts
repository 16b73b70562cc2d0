import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Block, BlockTable, MessageTime, RawBlock } from './block.ts'
import { type CollectedBlocks, collectBlocks } from './collect-blocks.ts'
import { type Fault, FaultLog, MessageSyntaxError } from './fault.ts'
import { formatBlock, formatComments, formatLine } from './format-block.ts'
import { scanKvn } from './kvn.ts'
import { TIME_SYSTEMS } from './names.data.ts'
import {
  COVARIANCE,
  COVARIANCE_ENTRIES,
  covarianceKeyword,
  HEADER,
  KEPLERIAN,
  MANOEUVRE,
  METADATA,
  OPM_TABLES,
  OPM_VERSIONS,
  SPACECRAFT,
  STATE,
  USER_DEFINED,
} from './opm.data.ts'
import { checkChoice, checkCovariance, checkFrames } from './opm-checks.ts'
import { type ReadContext, readBlock, readFields } from './read-block.ts'

type Comments = readonly string[]

/** Position and velocity at the epoch, m and m/s, in the message's REF_FRAME about its CENTER_NAME. */
export interface OpmState {
  readonly comments: Comments
  readonly epoch: MessageTime
  readonly r: Vec3
  readonly v: Vec3
}

/** Covariance of position and velocity, symmetric 6×6 in m², m²/s and m²/s²; in REF_FRAME if it names no frame. */
export interface OpmCovariance {
  readonly comments: Comments
  readonly refFrame?: string
  readonly matrix: readonly (readonly number[])[]
}

/** A manoeuvre: impulsive where its duration is 0. The velocity increment is in m/s, in `refFrame`. */
export interface OpmManoeuvre {
  readonly comments: Comments
  readonly ignition: MessageTime
  readonly durationS?: number
  readonly deltaMassKg?: number
  readonly refFrame: string
  readonly deltaVMps: Vec3
}

/** A keyword that is the originator's own, or that no table knows, with its text. */
export interface OpmExtra {
  readonly keyword: string
  readonly text: string
}

/** An Orbit Parameter Message (CCSDS 502.0-B-3 §3), in SI units: m, m/s, rad, kg, m², s, m³/s². */
export interface Opm {
  readonly header: Block<typeof HEADER>
  readonly metadata: Block<typeof METADATA>
  readonly state: OpmState
  readonly keplerian?: Block<typeof KEPLERIAN>
  readonly spacecraft?: Block<typeof SPACECRAFT>
  readonly covariance?: OpmCovariance
  readonly manoeuvres: readonly OpmManoeuvre[]
  readonly userDefined?: { readonly comments: Comments; readonly values: readonly OpmExtra[] }
  readonly unknown: readonly OpmExtra[]
}

export interface ReadOptions {
  /** Refuse every deviation from the standard (the default), or read on with warnings where the data is beyond doubt. */
  readonly strict?: boolean
  /** Frames to accept beside the registered ones. */
  readonly frames?: readonly string[]
}

/** What came of reading a message: the data and what was odd about it, or all that is wrong with it. */
export type Reading<M> =
  | { readonly ok: true; readonly message: M; readonly warnings: readonly Fault[] }
  | {
      readonly ok: false
      readonly errors: readonly Fault[]
      readonly warnings: readonly Fault[]
      readonly truncated: boolean
    }

/**
 * Reads an OPM in KVN (CCSDS 502.0-B-3) from text in one piece or in chunks, reporting every fault with its line. Strict:
 * as the standard has it. Lenient: another order of keywords, META_START lines, tabs and other letters than ASCII, units
 * in another case, keywords without value or unknown, and manoeuvres without duration or mass change become warnings.
 */
export function readOpm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Opm> {
  const log = new FaultLog(options.strict ?? true)
  let message: Opm | null = null
  try {
    const lines = scanKvn(typeof source === 'string' ? [source] : source, log)
    message = assemble(collectBlocks(lines, OPM_TABLES, log), log, options.frames ?? [])
  } catch (error) {
    // A fatal fault ends the reading; it is in the log like every other.
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const { truncated } = log
  const [errors, warnings] = [inOrder(log.errors), inOrder(log.warnings)]
  if (message === null || errors.length > 0) return { ok: false, errors, warnings, truncated }
  return { ok: true, message, warnings }
}

/** The OPM of a KVN text: readOpm for those who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOpm(source: string | Iterable<string>, options: ReadOptions = {}): Opm {
  const reading = readOpm(source, options)
  if (reading.ok) return reading.message
  throw new MessageSyntaxError(reading.errors, reading.truncated)
}

function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function assemble(
  { blocks, unknown, lastLine }: CollectedBlocks,
  log: FaultLog,
  frames: readonly string[],
): Opm | null {
  checkChoice(blocks, { table: HEADER, keyword: 'CCSDS_OPM_VERS', choices: OPM_VERSIONS }, log)
  checkChoice(blocks, { table: METADATA, keyword: 'TIME_SYSTEM', choices: TIME_SYSTEMS }, log)
  checkFrames(blocks, frames, log)
  const context = { timeSystem: timeSystemOf(blocks), log }
  const required = <T extends BlockTable>(table: T): RawBlock & { table: T } =>
    find(blocks, table) ?? { table, line: lastLine, comments: [], assignments: new Map() }
  const header = readBlock(required(HEADER), context)
  const metadata = readBlock(required(METADATA), context)
  const state = readState(required(STATE), context)
  const optional = {
    ...present('keplerian', find(blocks, KEPLERIAN), (raw) => readKeplerian(raw, context)),
    ...present('spacecraft', find(blocks, SPACECRAFT), (raw) => readBlock(raw, context)),
    ...present('covariance', find(blocks, COVARIANCE), (raw) => readCovariance(raw, context)),
    ...present('userDefined', find(blocks, USER_DEFINED), readUserDefined),
  }
  const manoeuvres = withTable(blocks, MANOEUVRE).flatMap((raw) => readManoeuvre(raw, context) ?? [])
  if (header === null || metadata === null || state === null) return null
  return { header, metadata, state, ...optional, manoeuvres, unknown: extras(unknown) }
}

function timeSystemOf(blocks: readonly RawBlock[]): string {
  return find(blocks, METADATA)?.assignments.get('TIME_SYSTEM')?.text ?? 'UTC'
}

function find<T extends BlockTable>(blocks: readonly RawBlock[], table: T): (RawBlock & { table: T }) | undefined {
  return withTable(blocks, table)[0]
}

function withTable<T extends BlockTable>(blocks: readonly RawBlock[], table: T): (RawBlock & { table: T })[] {
  return blocks.flatMap((block) => (block.table === table ? [{ ...block, table }] : []))
}

/** An object with the member, or without it where the block is absent or wrong. */
function present<K extends string, R, V>(name: K, raw: R | undefined, read: (raw: R) => V | null): { [P in K]?: V } {
  const value = raw === undefined ? null : read(raw)
  return value === null ? {} : ({ [name]: value } as { [P in K]?: V })
}

function extras(lines: Iterable<OpmExtra>): OpmExtra[] {
  return [...lines].map(({ keyword, text }) => ({ keyword, text }))
}

function readUserDefined({ comments, assignments }: RawBlock): NonNullable<Opm['userDefined']> {
  return { comments, values: extras(assignments.values()) }
}

function readState(raw: RawBlock & { table: typeof STATE }, context: ReadContext): OpmState | null {
  const block = readBlock(raw, context)
  if (block === null) return null
  const { comments, epoch, x, y, z, xDot, yDot, zDot } = block
  return { comments, epoch, r: [x, y, z], v: [xDot, yDot, zDot] }
}

function readKeplerian(
  raw: RawBlock & { table: typeof KEPLERIAN },
  context: ReadContext,
): Block<typeof KEPLERIAN> | null {
  const block = readBlock(raw, context)
  if (block === null || (block.trueAnomalyRad === undefined) !== (block.meanAnomalyRad === undefined)) return block
  const keyword = 'TRUE_ANOMALY'
  const message = 'there must be one of TRUE_ANOMALY and MEAN_ANOMALY'
  context.log.error({ line: raw.line, column: 1, keyword, code: 'missing-keyword', message })
  return null
}

function readManoeuvre(raw: RawBlock & { table: typeof MANOEUVRE }, context: ReadContext): OpmManoeuvre | null {
  const block = readBlock(raw, context)
  if (block === null) return null
  const { dv1, dv2, dv3, ...rest } = block
  return { ...rest, deltaVMps: [dv1, dv2, dv3] }
}

function readCovariance(raw: RawBlock, context: ReadContext): OpmCovariance | null {
  const fields = readFields(raw, context)
  if (fields === null) return null
  const indices = [0, 1, 2, 3, 4, 5]
  const matrix = indices.map((i) => indices.map((j) => Number(fields.get(covarianceKeyword(i, j)))))
  checkCovariance(matrix, raw, context.log)
  const refFrame = fields.get('refFrame')
  return { comments: raw.comments, ...(typeof refFrame === 'string' ? { refFrame } : {}), matrix }
}

/**
 * The KVN text of the message, every value with its unit, by the tables of CCSDS 502.0-B-3; reading it gives the same
 * data (an angle that no number of degrees gives: within one unit in the last place). Throws RangeError naming the
 * keyword of a value that KVN cannot hold: text with other than printable ASCII, lines over 254 characters, NaN.
 */
export function formatOpm(opm: Opm): string {
  const { header, metadata, state, keplerian, spacecraft, covariance, manoeuvres, userDefined, unknown } = opm
  const write = (table: BlockTable, block: { readonly comments: Comments } | undefined) =>
    block === undefined
      ? []
      : ['', ...formatComments(block.comments), ...formatBlock(table, block, metadata.timeSystem)]
  const [version = '', ...headerLines] = formatBlock(HEADER, header, 'UTC')
  const lines = [
    version,
    ...formatComments(header.comments),
    ...headerLines,
    ...write(METADATA, metadata),
    ...write(STATE, flattenState(state)),
    ...write(KEPLERIAN, keplerian),
    ...write(SPACECRAFT, spacecraft),
    ...write(COVARIANCE, covariance === undefined ? undefined : flattenCovariance(covariance)),
    ...manoeuvres.flatMap((manoeuvre) => write(MANOEUVRE, flattenManoeuvre(manoeuvre))),
    ...(userDefined === undefined ? [] : ['', ...formatComments(userDefined.comments)]),
    ...[...(userDefined?.values ?? []), ...unknown].map(({ keyword, text }) => formatLine(keyword, text)),
  ]
  return `${lines.join('\n')}\n`
}

function flattenState({ comments, epoch, r, v }: OpmState): Block<typeof STATE> {
  return { comments, epoch, x: r[0], y: r[1], z: r[2], xDot: v[0], yDot: v[1], zDot: v[2] }
}

function flattenManoeuvre({ deltaVMps: [dv1, dv2, dv3], ...rest }: OpmManoeuvre): Block<typeof MANOEUVRE> {
  return { ...rest, dv1, dv2, dv3 }
}

function flattenCovariance({ matrix, ...rest }: OpmCovariance): { readonly comments: Comments } {
  const entries = COVARIANCE_ENTRIES.map(({ row, column, keyword }) => [keyword, matrix[row]?.[column]])
  return { ...rest, ...Object.fromEntries(entries) }
}
