import { expect, test } from 'vitest'
import { passTable } from './pass-gantt.tsx'
import { unsearchedText } from './unsearched.tsx'

const time = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`
const GAP = { start: time(2), end: time(3), reason: 'ORBIT_GAP' as const }
const END = { start: time(5), end: time(9), reason: 'ORBIT_ENDS' as const }

test('the text names the times without an orbit with their reason, and is empty if all was searched', () => {
  expect(unsearchedText([])).toBe('')
  const said = unsearchedText([GAP, END])
  expect(said).toContain('02:00:00 Z to 2026-11-20 03:00:00 Z (the ephemeris has a gap)')
  expect(said).toContain('(the orbit ends)')
  expect(said).toContain('Not searched, passes not known: ')
})

test('in the file these times follow the passes, for every sensor, with their reason', () => {
  const { columns, rows } = passTable([], [], { notSearched: [GAP, END] })
  const cell = (row: number, column: string) => rows[row]?.[columns.indexOf(column)]
  expect(rows).toHaveLength(2)
  expect([cell(0, 'sensor'), cell(0, 'start'), cell(0, 'end')]).toEqual([undefined, GAP.start, GAP.end])
  expect([cell(0, 'reasons'), cell(1, 'reasons')]).toEqual(['not-searched ORBIT_GAP', 'not-searched ORBIT_ENDS'])
  expect(rows.every((row) => row.length === columns.length)).toBe(true)
})
