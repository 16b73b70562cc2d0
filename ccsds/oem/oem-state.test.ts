import { expect, test } from 'vitest'
import { instantReader } from '../block/instant-reader.ts'
import { FaultLog } from '../fault.ts'
import { scanKvn } from '../notation/kvn.ts'
import { scanXml } from '../notation/xml.ts'
import type { OemState } from './oem.ts'
import { stateReader } from './oem-state.ts'

interface StatesOfFile {
  readonly states: readonly OemState[]
  readonly lines: readonly number[]
  readonly shown: readonly string[]
  readonly log: FaultLog
}

/** Returns states and faults of rows in KVN, or of XML if the text is XML. */
function read(text: string, version = '2.0'): StatesOfFile {
  const log = new FaultLog(true)
  const states: OemState[] = []
  const lines: number[] = []
  const context = { log, readInstant: instantReader('UTC'), version, frames: [] }
  const { take } = stateReader(context, (state, line) => {
    states.push(state)
    lines.push(line)
  })
  const scanner = (text.startsWith('<') ? scanXml : scanKvn)(log, take)
  scanner.write(text)
  scanner.end()
  const shown = log.errors.map(({ line, column, keyword, code }) => `${line}:${column} ${keyword} ${code}`)
  return { states, lines, shown, log }
}

const T = '2026-11-20T00:00:00'
const epoch = instantReader('UTC')(T)

test('a row has a time and six or nine numbers, separated by blanks or tabs', () => {
  const { states, lines, shown } = read(`\n  ${T} 1 2 3 .004 5e-3 -6E0  \n`)
  expect(shown).toEqual([])
  expect(states).toEqual([{ epoch, r: [1000, 2000, 3000], v: [4, 5, -6000] }])
  expect(lines).toEqual([2])
  const nine = read(`${T} \t1 2 3 4 5 6 \t7 8 9`)
  expect(nine.states).toEqual([{ epoch, r: [1000, 2000, 3000], v: [4000, 5000, 6000], a: [7000, 8000, 9000] }])
})

test.each([
  [T, ['1:1 null bad-row'], '0'],
  [`${T} 1 2 3 4 5`, ['1:1 null bad-row'], '5'],
  [`${T} 1 2 3 4 5 6 7`, ['1:1 null bad-row'], '7'],
  [`${T} 1 2 3 4 5 6 7 8 9 10`, ['1:1 null bad-row'], '10'],
])('the row %j is refused as %j', (text, expected, count) => {
  const { states, shown, log } = read(text)
  expect(states).toEqual([])
  expect(shown).toEqual(expected)
  expect(log.errors[0]).toMatchObject({
    message: `the row has ${count} numbers after its time`,
    expected: 'a time and 6 numbers, or 9 with the acceleration',
    found: text,
  })
})

test('an invalid number or time is reported with its column, and the state is omitted', () => {
  expect(read(`  ${T} 1 x 3 4 5 6`)).toMatchObject({ states: [], shown: ['1:25 null bad-number'] })
  expect(read('2026-13-20T00:00:00 1 2 3 4 5 6')).toMatchObject({ states: [], shown: ['1:1 null bad-time'] })
  expect(read(`${T} 1 x 3 4 5 6\n${T} 1 2 3 4 5 6`).lines).toEqual([2])
})

test('rows must have the same length; accelerations were introduced with version 2.0', () => {
  const [six, nine] = [`${T} 1 2 3 4 5 6`, `${T} 1 2 3 4 5 6 7 8 9`]
  expect(read(`${six}\n${nine}\n${nine}\n${six}`).shown).toEqual(['2:1 null bad-row', '4:1 null bad-row'])
  expect(read(`${six}\n${nine}`).log.errors[0]?.message).toBe('the state has 9 numbers, that before it 6')
  expect(read(`${nine}\n${nine}`, '1.0').shown).toEqual(['1:1 null wrong-version'])
  expect(read(`${six}\n${six}`, '1.0').shown).toEqual([])
  expect(read(nine, '3.0').shown).toEqual([])
})

const AXES = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT', 'X_DDOT', 'Y_DDOT', 'Z_DDOT']
const UNITS = ['km', 'km/s', 'km/s**2']
const element = (index: number, value: string | number = index + 1, unit = '') =>
  `<${AXES[index]}${unit === '' ? '' : ` units="${unit}"`}>${value}</${AXES[index]}>`
const elements = (count: number) => AXES.slice(0, count).map((_, index) => element(index))
const vector = (...parts: readonly string[]) => `<data>\n<stateVector>\n${parts.join('\n')}\n</stateVector></data>`
const TIME = `<EPOCH>${T}</EPOCH>`

test('a state in XML has its time and six or nine values, in any order', () => {
  const expected = { epoch, r: [1000, 2000, 3000], v: [4000, 5000, 6000] }
  expect(read(vector(TIME, ...elements(6)))).toMatchObject({ states: [expected], lines: [2], shown: [] })
  expect(read(vector(...elements(6).reverse(), TIME)).states).toEqual([expected])
  expect(read(vector(TIME, ...elements(9))).states).toEqual([{ ...expected, a: [7000, 8000, 9000] }])
  const united = AXES.map((_, index) => element(index, index + 1, UNITS[Math.floor(index / 3)]))
  expect(read(vector(TIME, ...united))).toMatchObject({ states: [{ ...expected, a: [7000, 8000, 9000] }], shown: [] })
})

test.each([
  ['no time', elements(6), ['2:14 EPOCH missing-keyword']],
  ['no X', [TIME, ...elements(6).slice(1)], ['2:14 X missing-keyword']],
  ['no Z_DOT', [TIME, ...elements(5)], ['2:14 Z_DOT missing-keyword']],
  ['a part of the acceleration', [TIME, ...elements(8)], ['2:14 Z_DDOT missing-keyword']],
  ['a time that is none', ['<EPOCH>x</EPOCH>', ...elements(6)], ['3:8 EPOCH bad-time']],
  ['a value that is none', [TIME, element(0, 'x'), ...elements(6).slice(1)], ['4:4 X bad-number']],
  ['a value in metres', [TIME, element(0, 1, 'm'), ...elements(6).slice(1)], ['4:14 X bad-unit']],
  ['a value twice', [TIME, ...elements(6), element(0, 2)], ['10:4 X duplicate-keyword']],
] as const)('a state of XML with %s is one fault, and is left out', (_name, parts, expected) => {
  expect(read(vector(...parts))).toMatchObject({ states: [], shown: expected })
})

test('keywords and parts that are not allowed among the states are reported, and the state is read', () => {
  const one = read(vector(TIME, ...elements(6), '<WORD>1</WORD>'))
  expect(one.shown).toEqual(['10:7 WORD unknown-keyword'])
  expect(one.states).toHaveLength(1)
  expect(read('<data>\n<X>1</X></data>').shown).toEqual(['2:4 X unknown-keyword'])
  expect(read('<data>\n<EPOCH>1</EPOCH></data>').shown).toEqual(['2:8 EPOCH unknown-keyword'])
  expect(read('<data>\n<other></other></data>').shown).toEqual(['2:8 null unknown-keyword'])
  expect(read('<data>\n<covarianceMatrix></covarianceMatrix></data>').shown).toEqual([])
})
