import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { extrasOf } from '../block/assemble.ts'
import { type Block, type BlockTable, type Extra, isResolved, type RawBlock, scaleOf } from '../block/block.ts'
import { checkFrames } from '../block/check-frames.ts'
import { readBlock } from '../block/read-block.ts'
import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from '../block/read-message.ts'
import { type RawSection, readSections } from '../block/read-sections.ts'
import { parseQuantity } from '../block/unit.ts'
import type { FaultLog } from '../fault.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'
import type { Assignment } from '../notation/line.ts'
import type { OemState } from '../oem/oem.ts'
import type { UserDefined } from '../opm/opm.ts'
import { checkComposition, checkRising, checkUnits } from './check-ocm.ts'
import {
  COVARIANCE,
  ELEMENT_UNITS,
  HEADER,
  MANOEUVRE,
  METADATA,
  OCM_LAYOUT,
  ORBIT_DETERMINATION,
  PERTURBATIONS,
  PHYSICAL,
  TRAJECTORY,
  USER,
} from './ocm.data.ts'
import { afterOrigin, manoeuvreRows, type OcmContext, type OcmRow, type Rows, valueRows } from './ocm-rows.ts'

/** A block with the keywords that are in no table, which a lenient reading keeps. */
export type OcmBlock<T extends BlockTable> = Block<T> & { readonly unknown?: readonly Extra[] }

/** States as rows of numbers in the units of the message: those of TRAJ_UNITS, otherwise those of TRAJ_TYPE. */
export interface OcmTrajectory {
  readonly metadata: OcmBlock<typeof TRAJECTORY>
  readonly rows: readonly OcmRow[]
}

/** Covariances as rows of numbers, in the order of COV_ORDERING and the units of the message. */
export interface OcmCovariance {
  readonly metadata: OcmBlock<typeof COVARIANCE>
  readonly rows: readonly OcmRow[]
}

/** A manoeuvre or deployment: rows of fields as MAN_COMPOSITION names them, unconverted. */
export interface OcmManoeuvre {
  readonly metadata: OcmBlock<typeof MANOEUVRE>
  readonly composition: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * An Orbit Comprehensive Message (CCSDS 502.0-B-3 §6) with its keywords in SI units. Times that the message gives relative to EPOCH_TZERO are epochs
 * here, and are written as absolute times.
 */
export interface Ocm {
  readonly header: Block<typeof HEADER>
  readonly metadata: OcmBlock<typeof METADATA>
  readonly trajectories: readonly OcmTrajectory[]
  readonly physical?: OcmBlock<typeof PHYSICAL>
  readonly covariances: readonly OcmCovariance[]
  readonly manoeuvres: readonly OcmManoeuvre[]
  readonly perturbations?: OcmBlock<typeof PERTURBATIONS>
  readonly orbitDetermination?: OcmBlock<typeof ORBIT_DETERMINATION>
  readonly userDefined?: UserDefined
}

/** Reads an OCM in KVN or XML, and reports all faults and deviations. */
export function readOcm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Ocm> {
  return readMessage(source, options, ocmReader)
}

/** Returns the OCM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOcm(source: string | Iterable<string>, options: ReadOptions = {}): Ocm {
  return messageOf(readOcm(source, options))
}

/** The sections by their names in KVN; in XML they are the elements of their tables. */
export const SECTIONS = [
  { section: 'META', table: METADATA },
  { section: 'TRAJ', table: TRAJECTORY, hasRows: true },
  { section: 'PHYS', table: PHYSICAL },
  { section: 'COV', table: COVARIANCE, hasRows: true },
  { section: 'MAN', table: MANOEUVRE, hasRows: true },
  { section: 'PERT', table: PERTURBATIONS },
  { section: 'OD', table: ORBIT_DETERMINATION },
  { section: 'USER', table: USER },
] as const

const REPEATED = ['TRAJ', 'COV', 'MAN']

/** Returns a reader that makes an OCM from lines. */
export function ocmReader(log: FaultLog, options: ReadOptions): MessageReader<Ocm> {
  const sections: RawSection[] = []
  const seen = new Set<string>()
  const limits = options.limits ?? LIMITS
  let header: RawBlock | null = null
  let lastLine = 1
  const reader = readSections(
    { layout: OCM_LAYOUT, sections: SECTIONS },
    { log, limits },
    {
      header(block) {
        header = block
      },
      section(raw) {
        if (!REPEATED.includes(raw.section) && seen.has(raw.section)) {
          const { line, section } = raw
          log.error({
            line,
            column: 1,
            keyword: null,
            code: 'wrong-place',
            message: `${section} stands here a second time`,
          })
        }
        seen.add(raw.section)
        if (sections.push(raw) > limits.sections) {
          refuseExcess(log, { line: raw.line, code: 'too-many-segments', limit: `${limits.sections} sections` })
        }
      },
      data(line) {
        if (line.kind === 'comment' || ['data', 'DATA'].includes('name' in line ? line.name : '')) return
        const { line: at, column } = line
        log.error({
          line: at,
          column,
          keyword: null,
          code: 'wrong-place',
          message: 'this stands outside of every section',
        })
      },
    },
  )
  return {
    take(line) {
      lastLine = line.line
      reader.take(line)
    },
    finish() {
      reader.finish()
      return header === null ? null : assemble(header, { sections, lastLine }, { log, options })
    },
  }
}

interface Parts {
  readonly sections: readonly RawSection[]
  readonly lastLine: number
}

function assemble(
  raw: RawBlock,
  { sections, lastLine }: Parts,
  { log, options }: { log: FaultLog; options: ReadOptions },
): Ocm | null {
  const version = raw.assignments.get('CCSDS_OCM_VERS')?.text
  const header = readBlock({ ...raw, table: HEADER }, { timeSystem: 'UTC', log })
  checkFrames(sections, options.frames ?? [], log)
  const meta = sections.find(({ section }) => section === 'META')
  const timeSystem = meta?.assignments.get('TIME_SYSTEM')?.text.toUpperCase() ?? 'UTC'
  const context: OcmContext = { log, timeSystem, origin: null, ...(version === undefined ? {} : { version }) }
  const absent = { table: METADATA, line: lastLine, segment: 0, comments: [], assignments: new Map() }
  const metadata = readOcmBlock(meta === undefined ? absent : { ...meta, table: METADATA }, context)
  const timed = { ...context, origin: metadata?.epochTzero ?? null }
  const one = <T extends BlockTable>(section: string, table: T): OcmBlock<T> | undefined => {
    const found = sections.find((candidate) => candidate.section === section)
    return found === undefined ? undefined : (readOcmBlock({ ...found, table }, timed) ?? undefined)
  }
  const all = (section: string) => sections.filter((candidate) => candidate.section === section)
  const user = sections.find(({ section }) => section === 'USER')
  const optional = {
    physical: one('PHYS', PHYSICAL),
    perturbations: one('PERT', PERTURBATIONS),
    orbitDetermination: one('OD', ORBIT_DETERMINATION),
    userDefined:
      user === undefined ? undefined : { comments: user.comments, values: extrasOf(user.assignments.values()) },
  }
  const trajectories = all('TRAJ').flatMap((section) => readTrajectory(section, timed) ?? [])
  const covariances = all('COV').flatMap((section) => readCovariance(section, timed) ?? [])
  const manoeuvres = all('MAN').flatMap((section) => readManoeuvre(section, timed) ?? [])
  if (header === null || metadata === null) return null
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { header, metadata, trajectories, covariances, manoeuvres, ...Object.fromEntries(given) }
}

function readOcmBlock<T extends BlockTable>(
  raw: RawBlock & { table: T; unknown?: readonly Assignment[] },
  context: OcmContext,
): OcmBlock<T> | null {
  const block = readBlock({ ...raw, assignments: withTimes(raw, context) }, context)
  const unknown = extrasOf(raw.unknown ?? [])
  return block === null || unknown.length === 0 ? block : { ...block, unknown }
}

/** Returns the lines of a block in which relative times are replaced by absolute ones, so that the same table can be used. */
function withTimes(
  { table, assignments }: RawBlock,
  { origin, timeSystem }: OcmContext,
): ReadonlyMap<string, Assignment> {
  const scale = scaleOf(timeSystem)
  if (origin === null || !isResolved(origin) || scale === null) return assignments
  const entries = [...assignments].map(([keyword, line]): [string, Assignment] => {
    const isTime = table.rows.some((row) => row.keyword === keyword && row.kind === 'time')
    const offsetS = isTime ? parseQuantity(line.text, null) : null
    if (offsetS === null) return [keyword, line]
    const epoch = afterOrigin(origin, offsetS)
    if (epoch === null) return [keyword, line]
    const text = formatTime(epoch, { scale, digits: 'exact' })
    return [keyword, { ...line, text, value: text }]
  })
  return new Map(entries)
}

function readTrajectory(raw: RawSection, context: OcmContext): OcmTrajectory | null {
  const { log } = context
  const metadata = readOcmBlock({ ...raw, table: TRAJECTORY }, context)
  if (metadata?.orbRevnum !== undefined && metadata.orbRevnumBasis === undefined) {
    const message = 'ORB_REVNUM_BASIS is missing, though there is ORB_REVNUM'
    log.error({ line: raw.line, column: 1, keyword: 'ORB_REVNUM_BASIS', code: 'missing-keyword', message })
  }
  const units = ELEMENT_UNITS.get(metadata?.trajType?.toUpperCase() ?? '')
  if (units !== undefined) checkUnits(raw.assignments.get('TRAJ_UNITS'), [units], log)
  const rows = valueRows(raw, { count: units?.length }, context)
  checkRising(raw, rows, context)
  return metadata === null ? null : { metadata, rows }
}

function readCovariance(raw: RawSection, context: OcmContext): OcmCovariance | null {
  const metadata = readOcmBlock({ ...raw, table: COVARIANCE }, context)
  const units = ELEMENT_UNITS.get(metadata?.covType?.toUpperCase() ?? '')
  if (units !== undefined) checkUnits(raw.assignments.get('COV_UNITS'), [units], context.log)
  const size = units?.length
  const isTriangle = ['LTM', 'UTM'].includes(metadata?.covOrdering?.toUpperCase() ?? 'LTM')
  const count = size === undefined || !isTriangle ? undefined : (size * (size + 1)) / 2
  const rows = valueRows(raw, { count }, context)
  return metadata === null ? null : { metadata, rows }
}

function readManoeuvre(raw: RawSection, context: OcmContext): OcmManoeuvre | null {
  const metadata = readOcmBlock({ ...raw, table: MANOEUVRE }, context)
  if (metadata === null) return null
  const { composition, rows }: Rows = manoeuvreRows(raw, metadata.manComposition, context)
  checkComposition(raw, composition, context.log)
  return { metadata: { ...metadata, manComposition: composition.join(',') }, composition, rows }
}

/**
 * Returns the states of a trajectory in m, m/s and m/s², if it is Cartesian with velocities (CARTPV, CARTPVA) and in the standard's units; null for
 * other trajectories.
 */
export function statesOfTrajectory({ metadata, rows }: OcmTrajectory): OemState[] | null {
  const count = { CARTPV: 6, CARTPVA: 9 }[metadata.trajType?.toUpperCase() ?? 'CARTPV']
  const units = metadata.trajUnits?.replaceAll(/[[\]\s]/g, '').toLowerCase() ?? 'km'
  // Without TRAJ_TYPE the numbers were not counted, and a missing number of a state is not zero.
  if (!units.startsWith('km') || rows.some(({ values }) => values.length !== count)) return null
  return rows.map(({ epoch, values }) => {
    const [x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0, ...rest] = values.map(kiloOf)
    const [xDdot, yDdot, zDdot] = rest
    const a: Vec3 | null =
      xDdot === undefined || yDdot === undefined || zDdot === undefined ? null : [xDdot, yDdot, zDdot]
    return { epoch, r: [x, y, z], v: [xDot, yDot, zDot], ...(a === null ? {} : { a }) }
  })
}

/** Returns a thousand times the number, rounded as its decimal text would be. */
function kiloOf(value: number): number {
  return parseQuantity(String(value), 'km') ?? value * 1000
}
