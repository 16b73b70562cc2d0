// The readers of messages without brackets (CDM, OPM, OMM) share this code, which makes data from collected blocks.

import type { FaultLog } from '../fault.ts'
import type { Block, BlockTable, Extra, Layout, RawBlock } from './block.ts'
import { type CollectedBlocks, collectBlocks } from './collect-blocks.ts'
import type { ReadContext } from './read-block.ts'
import { readBlock } from './read-block.ts'
import type { MessageReader, ReadOptions } from './read-message.ts'

/** A block whose table is `T`. */
export type RawOf<T extends BlockTable> = RawBlock & { readonly table: T }

/** The collected blocks of a message, and the context for reading their values. */
export interface CollectedMessage extends CollectedBlocks {
  readonly context: ReadContext
  readonly options: ReadOptions
}

/** Returns a reader that collects all blocks of a message and then makes its data from them. */
export function readBlocks<M>(
  layout: Layout,
  { log, options }: { log: FaultLog; options: ReadOptions },
  assemble: (collected: CollectedMessage) => M | null,
): MessageReader<M> {
  const collector = collectBlocks(layout, log, options.limits)
  return {
    take: collector.take,
    finish() {
      const collected = collector.finish()
      return assemble({ ...collected, options, context: contextOf(collected.blocks, layout, log) })
    },
  }
}

/** Returns the context for reading the values of a message: its version, its TIME_SYSTEM (UTC if it has none), and its notation. */
export function contextOf(blocks: readonly RawBlock[], { tables }: Layout, log: FaultLog): ReadContext {
  const header = blocks.find(({ table }) => table === tables[0])?.assignments
  const version = header?.get(tables[0]?.rows[0]?.keyword ?? '')
  const timeSystem = blocks
    .map(({ assignments }) => assignments.get('TIME_SYSTEM')?.text)
    .find((text) => text !== undefined)
  return {
    log,
    timeSystem: timeSystem?.toUpperCase() ?? 'UTC',
    ...(version === undefined ? {} : { version: version.text }),
    isFree: version?.isFree === true,
  }
}

/** Returns the block of a table; if a segment is given, the block in that segment. */
export function findBlock<T extends BlockTable>(
  blocks: readonly RawBlock[],
  table: T,
  segment?: number,
): RawOf<T> | undefined {
  for (const block of blocks) {
    if (block.table === table && (segment === undefined || block.segment === segment)) return { ...block, table }
  }
  return undefined
}

/** Returns all blocks of a table. */
export function blocksOf<T extends BlockTable>(blocks: readonly RawBlock[], table: T): RawOf<T>[] {
  return blocks.flatMap((block) => (block.table === table ? [{ ...block, table }] : []))
}

/** Returns the block of a table, or an empty block at the end of the message, whose missing keywords are then reported. */
export function requireBlock<T extends BlockTable>(
  { blocks, lastLine }: CollectedBlocks,
  table: T,
  segment = 0,
): RawOf<T> {
  const found = findBlock(blocks, table, segment)
  return found ?? { table, line: lastLine, segment, comments: [], assignments: new Map() }
}

/** Returns the data of an obligatory block. */
export function readRequired<T extends BlockTable>(
  collected: CollectedMessage,
  table: T,
  segment = 0,
): Block<T> | null {
  return readBlock(requireBlock(collected, table, segment), collected.context)
}

/** Returns an object with the member, or an empty object if the block is absent or wrong. */
export function present<K extends string, R, V>(
  name: K,
  raw: R | undefined,
  read: (raw: R) => V | null,
): { [P in K]?: V } {
  const value = raw === undefined ? null : read(raw)
  return value === null ? {} : ({ [name]: value } as { [P in K]?: V })
}

/** Returns keyword and text of lines that are in no table. */
export function extrasOf(lines: Iterable<Extra>): Extra[] {
  return [...lines].map(({ keyword, text }) => ({ keyword, text }))
}
