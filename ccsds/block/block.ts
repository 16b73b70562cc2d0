import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { TIME_SCALES, type TimeScale } from '@apsis/astro/time/scales.ts'
import type { Assignment } from '../notation/line.ts'
import type { Unit } from './unit.ts'

/** The kinds of message that Apsis reads and writes. */
export type MessageKind = 'CDM' | 'OPM' | 'OEM' | 'OMM' | 'OCM' | 'TDM'

/**
 * One line of a message's table: its keyword, its unit in the message, and the field of the data that holds it in SI.
 * `must`: obligatory where its block is present; `should`: so by the standard, but left out by real messages, which is a
 * deviation; `may`: optional. Time: an instant in the message's TIME_SYSTEM, or always in UTC.
 */
export interface Row {
  readonly keyword: string
  readonly field: string
  readonly kind: 'text' | 'number' | 'time' | 'utc'
  readonly unit?: Unit
  readonly need: 'must' | 'should' | 'may'
  /** Units that real messages write by mistake and do not mean: a deviation. */
  readonly slips?: readonly string[]
  /** Allowed values of a number, in the unit of the message. */
  readonly range?: readonly [least: number, most: number]
  /** Of a number: it counts something. */
  readonly isInteger?: boolean
  /** Values that the standard lists, in capitals; others are a deviation. */
  readonly choices?: readonly string[]
  /** Values without which the message cannot be understood; others are an error. */
  readonly only?: readonly string[]
  /** The version of the message that brought the keyword; in an earlier one it is a deviation. */
  readonly since?: string
  /** The XML element in which it stands, where that is not its block's. */
  readonly element?: string
}

/** A block of a message: rows in the order of the standard. A block that repeats begins again at its first row. */
export interface BlockTable {
  readonly name: string
  readonly rows: readonly Row[]
  readonly need: 'must' | 'may'
  /** The XML element that holds it. */
  readonly element: string
  readonly repeats?: boolean
  /** Keywords that begin so belong here too, in any number. */
  readonly prefix?: string
}

/** The tables of one kind of message. The first row of the first table is the keyword that names kind and version. */
export interface Layout {
  readonly kind: MessageKind
  readonly tables: readonly BlockTable[]
  readonly versions: readonly string[]
  /** The keyword that begins a further segment, where every block of a segment may stand anew: OBJECT of a CDM. */
  readonly segmentKeyword?: string
}

/** An instant that the message gives in a time system without a known relation to TAI (GMST, MET, SCLK, …). */
export interface UnresolvedTime {
  readonly timeSystem: string
  readonly text: string
}

export type MessageTime = Epoch | UnresolvedTime

/** A keyword that is the originator's own, or that no table knows, with its text. */
export interface Extra {
  readonly keyword: string
  readonly text: string
}

type Value<R extends Row> = R['kind'] extends 'number'
  ? number
  : R['kind'] extends 'time'
    ? MessageTime
    : R['kind'] extends 'utc'
      ? Epoch
      : string

/** The data of a block, by its table. */
export type Block<T extends BlockTable> = { readonly comments: readonly string[] } & {
  readonly [R in T['rows'][number] as R['need'] extends 'must' ? R['field'] : never]: Value<R>
} & { readonly [R in T['rows'][number] as R['need'] extends 'must' ? never : R['field']]?: Value<R> }

/** The lines of one block as they stand in a message. */
export interface RawBlock {
  readonly table: BlockTable
  readonly line: number
  /** 0 before the first segment of a message that has several. */
  readonly segment: number
  readonly comments: readonly string[]
  readonly assignments: ReadonlyMap<string, Assignment>
}

/** Whether a time of a message is known as an epoch. */
export function isResolved(time: MessageTime): time is Epoch {
  return 'taiS' in time
}

/** The time scale of a TIME_SYSTEM, or null where it has no known relation to TAI. */
export function scaleOf(timeSystem: string): TimeScale | null {
  return TIME_SCALES.find((scale) => scale === timeSystem) ?? null
}
