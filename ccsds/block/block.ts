import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { TIME_SCALES, type TimeScale } from '@apsis/astro/time/scales.ts'
import type { Assignment } from '../notation/line.ts'
import type { Unit } from './unit.ts'

/** The kinds of message that Apsis reads and writes. */
export type MessageKind = 'CDM' | 'OPM' | 'OEM' | 'OMM' | 'OCM' | 'TDM'

/**
 * One line of a message's table: its keyword, its unit in the message, and the field of the data that contains its value in SI. `must`: obligatory if
 * its block is present; `should`: obligatory by the standard, but real messages omit it, which is a deviation; `may`: optional. A time is an instant
 * in the message's TIME_SYSTEM, or always in UTC.
 */
export interface Row {
  readonly keyword: string
  readonly field: string
  readonly kind: 'text' | 'number' | 'time' | 'utc'
  readonly unit?: Unit
  readonly need: 'must' | 'should' | 'may'
  /** Wrong units that real messages write when they mean `unit`; a message with one of them has a deviation. */
  readonly slips?: readonly string[]
  /** The allowed range of a number, in the unit of the message. */
  readonly range?: readonly [least: number, most: number]
  /** True for a number that counts something, and so must be an integer. */
  readonly isInteger?: boolean
  /** The values that the standard lists, in capitals; other values are a deviation. */
  readonly choices?: readonly string[]
  /** The only values with which the message can be understood; other values are an error. */
  readonly only?: readonly string[]
  /** The version of the message that introduced the keyword; in an earlier version the keyword is a deviation. */
  readonly since?: string
  /** The XML element that contains the keyword, if it is not the element of its block. */
  readonly element?: string
}

/**
 * A block of a message, with its rows in the order of the standard. If a block can be repeated, the keyword of its first row begins another block.
 */
export interface BlockTable {
  readonly name: string
  readonly rows: readonly Row[]
  readonly need: 'must' | 'may'
  /** The XML element that contains the block. */
  readonly element: string
  readonly repeats?: boolean
  /** Keywords with this prefix also belong to the block, in any number. */
  readonly prefix?: string
}

/** The tables of one kind of message. The first row of the first table is the keyword that names kind and version. */
export interface Layout {
  readonly kind: MessageKind
  readonly tables: readonly BlockTable[]
  readonly versions: readonly string[]
  /** The keyword that begins another segment, in which every block of a segment may occur again: OBJECT in a CDM. */
  readonly segmentKeyword?: string
}

/** An instant that the message gives in a time system without a known relation to TAI (GMST, MET, SCLK, …). */
export interface UnresolvedTime {
  readonly timeSystem: string
  readonly text: string
}

export type MessageTime = Epoch | UnresolvedTime

/** A keyword that the originator has defined, or that is in no table, with its text. */
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

/** The data of a block; its fields follow from the table. */
export type Block<T extends BlockTable> = { readonly comments: readonly string[] } & {
  readonly [R in T['rows'][number] as R['need'] extends 'must' ? R['field'] : never]: Value<R>
} & { readonly [R in T['rows'][number] as R['need'] extends 'must' ? never : R['field']]?: Value<R> }

/** The lines of one block as they are in a message. */
export interface RawBlock {
  readonly table: BlockTable
  readonly line: number
  /** The segment of the block; 0 before the first segment of a message with several segments. */
  readonly segment: number
  readonly comments: readonly string[]
  readonly assignments: ReadonlyMap<string, Assignment>
}

/** Returns true if the time of a message is known as an epoch. */
export function isResolved(time: MessageTime): time is Epoch {
  return 'taiS' in time
}

/** Returns the time scale of a TIME_SYSTEM; null if it has no known relation to TAI. */
export function scaleOf(timeSystem: string): TimeScale | null {
  return TIME_SCALES.find((scale) => scale === timeSystem) ?? null
}
