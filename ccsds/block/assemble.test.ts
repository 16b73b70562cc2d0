import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import { contextOf } from './assemble.ts'
import type { BlockTable, RawBlock } from './block.ts'

const row = (keyword: string) => ({ keyword, field: keyword, kind: 'text', need: 'must' }) as const
const HEADER = { name: 'header', element: 'header', rows: [row('CCSDS_OPM_VERS')] } as unknown as BlockTable
const METADATA = { name: 'metadata', element: 'metadata', rows: [row('TIME_SYSTEM')] } as unknown as BlockTable
const LAYOUT = { kind: 'OPM', tables: [HEADER, METADATA] } as unknown as Parameters<typeof contextOf>[1]

function blockOf(table: BlockTable, values: Readonly<Record<string, string>>, isFree?: boolean): RawBlock {
  const assignments = new Map(
    Object.entries(values).map(([keyword, text]) => [
      keyword,
      { line: 1, column: 1, keyword, text, ...(isFree === undefined ? {} : { isFree }) } as unknown as Assignment,
    ]),
  )
  return { table, line: 1, segment: 0, comments: [], assignments }
}

const context = (...blocks: readonly RawBlock[]) => contextOf(blocks, LAYOUT, new FaultLog(true))

test('contextOf() takes the time system of a message from any block that names one, and UTC if none does', () => {
  const header = blockOf(HEADER, { CCSDS_OPM_VERS: '3.0' })
  expect(context(header, blockOf(METADATA, { TIME_SYSTEM: 'tai' })).timeSystem).toBe('TAI')
  expect(context(header, blockOf(METADATA, {})).timeSystem).toBe('UTC')
  expect(context(header, blockOf(METADATA, {}), blockOf(METADATA, { TIME_SYSTEM: 'GPS' })).timeSystem).toBe('GPS')
})

test('contextOf() takes the version of a message from the first keyword of its header, and from no other block', () => {
  expect(context(blockOf(HEADER, { CCSDS_OPM_VERS: '2.0' })).version).toBe('2.0')
  expect(context(blockOf(METADATA, { CCSDS_OPM_VERS: '2.0' }))).not.toHaveProperty('version')
  expect(context()).toMatchObject({ timeSystem: 'UTC', isFree: false })
  expect(context(blockOf(HEADER, { CCSDS_OPM_VERS: '2.0' }, true)).isFree).toBe(true)
})
