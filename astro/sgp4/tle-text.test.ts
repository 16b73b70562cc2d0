import { expect, test } from 'vitest'
import reference from './tle.reference.json' with { type: 'json' }
import { readTles } from './tle-text.ts'

const VANGUARD_1 = reference.gravity_models

test('readTles() reads two or three lines per object, and reports each fault in its place', () => {
  const { line1, line2 } = VANGUARD_1
  const text = ['# a comment', '0 VANGUARD 1', line1, line2, '', 'NAME ALONE', line1, line2, line1, line2, line1]
  const entries = [...readTles([...text, 'what is this'])]
  expect(entries.map((entry) => (entry.ok ? entry.elements.objectName : entry.message))).toEqual([
    'VANGUARD 1',
    'NAME ALONE',
    '',
    'line 1 is not followed by a line 2',
    'this line is no part of an element set',
  ])
  expect(entries.map(({ line }) => line)).toEqual([3, 7, 9, 12, 12])
  const broken = [...readTles([line2, line1, `${line2.slice(0, 68)}0`])]
  expect(broken).toEqual([
    { ok: false, line: 1, column: 1, message: 'line 2 has no line 1 before it' },
    { ok: false, line: 3, column: 69, message: 'line 2, column 69, checksum: "0" is written, the line has 7' },
  ])
})

test('readTles() removes a byte-order mark from the first line only', () => {
  const { line1, line2 } = VANGUARD_1
  const mark = '\ufeff'
  expect([...readTles([`${mark}${line1}`, line2])]).toMatchObject([{ ok: true }])
  const [entry, ...others] = readTles([line1, line2, `${mark}${line1}`, line2])
  expect(entry).toMatchObject({ ok: true })
  expect(others.some(({ ok }) => ok)).toBe(false)
})
