import { expect, test } from 'vitest'
import { keywordOf, lineAt, linesWith, piecesOf, type TextFormat, tokensOf } from './syntax.ts'

const kinds = (line: string, format: TextFormat) => tokensOf(line, format).map(({ kind, text }) => `${kind} ${text}`)

test('tokensOf separates keyword, value and unit of a KVN line', () => {
  expect(kinds('MISS_DISTANCE = 182 [m]', 'kvn')).toEqual(['key MISS_DISTANCE', 'mark  = ', 'number 182', 'unit  [m]'])
  expect(kinds('OBJECT_NAME = COSMOS 2251 DEB', 'kvn').at(-1)).toBe('text COSMOS 2251 DEB')
  expect(kinds('COMMENT = a = b', 'kvn')).toEqual(['comment COMMENT = a = b'])
  expect(kinds('META_START', 'kvn')).toEqual(['key META_START'])
})

test('tokensOf separates names of XML and JSON from their values', () => {
  expect(kinds('  <X units="km">-6655.1</X>', 'xml')).toEqual([
    'text   ',
    'mark <',
    'key X',
    'unit  units="km"',
    'mark >',
    'number -6655.1',
    'mark </',
    'key X',
    'mark >',
  ])
  expect(kinds('"TCA": "2026-11-21", "N": "-1.5e3"', 'json')).toEqual([
    'key "TCA"',
    'mark : ',
    'text "2026-11-21"',
    'mark , ',
    'key "N"',
    'mark : ',
    'number "-1.5e3"',
  ])
})

test.each<[TextFormat, string]>([
  ['kvn', '  CR_R   =  4.142E+01   [m**2]  '],
  ['kvn', '2026-11-20T00:00:00 -1.5 2 3 4 5 6'],
  ['kvn', ''],
  ['xml', '<?xml version="1.0"?><a b="<"><!-- x -->y</a'],
  ['json', '{"a":[1,-2.5e-3,"\\"",null],"b":"unfinished'],
  ['text', 'created:2026-11-20 07:00:00 UTC'],
])('tokensOf loses no character of %s: %s', (format, line) => {
  expect(
    tokensOf(line, format)
      .map(({ text }) => text)
      .join(''),
  ).toBe(line)
})

const LINES = ['CCSDS_CDM_VERS = 1.0', 'OBJECT = OBJECT1', 'X = 1 [km]', 'OBJECT = OBJECT2', 'X = 2 [km]']

test('lineAt finds a line by its number, or by its keyword: the first or a later line that has it', () => {
  expect(lineAt('3', LINES, 'kvn')).toBe(3)
  expect(lineAt('X', LINES, 'kvn')).toBe(3)
  expect(lineAt('x.2', LINES, 'kvn')).toBe(5)
  expect(lineAt('X.3', LINES, 'kvn')).toBeUndefined()
  expect(lineAt('6', LINES, 'kvn')).toBeUndefined()
})

test('keywordOf reads the keyword in each notation', () => {
  expect(keywordOf('  TCA = 2026-11-21', 'kvn')).toBe('TCA')
  expect(keywordOf('COMMENT TCA = none', 'kvn')).toBeUndefined()
  expect(keywordOf('  <TCA>2026-11-21</TCA>', 'xml')).toBe('TCA')
  expect(keywordOf('  "SAT2_X": "1"', 'json')).toBe('X')
})

test('linesWith finds lines whatever their case, and none for an empty text', () => {
  expect(linesWith('object2', LINES)).toEqual([4])
  expect(linesWith('  ', LINES)).toEqual([])
})

test('piecesOf also marks a searched text that spans keyword and value', () => {
  const pieces = piecesOf(tokensOf('X = 1 [km]', 'kvn'), '= 1')
  expect(pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(['= ', '1'])
  expect(pieces.map(({ text }) => text).join('')).toBe('X = 1 [km]')
})

test('piecesOf marks every match, also at the very beginning, and none for spaces only', () => {
  const found = (searched: string) =>
    piecesOf(tokensOf('aXbaxA', 'text'), searched).map(({ text, isFound }) => (isFound ? `[${text}]` : text))
  expect(found('a')).toEqual(['[a]', 'Xb', '[a]', 'x', '[A]'])
  expect(found(' AX ')).toEqual(['[aX]', 'b', '[ax]', 'A'])
  expect(found(' ')).toEqual(['aXbaxA'])
  expect(found('none')).toEqual(['aXbaxA'])
})

test('piecesOf finds no match that overlaps an earlier one', () => {
  const pieces = piecesOf([{ kind: 'text', text: 'aaa' }], 'aa')
  expect(pieces.map(({ text, isFound }) => [text, isFound])).toEqual([
    ['aa', true],
    ['a', false],
  ])
})

test('lineAt finds the first and the last line, and rejects line 0', () => {
  expect(lineAt('1', LINES, 'kvn')).toBe(1)
  expect(lineAt('5', LINES, 'kvn')).toBe(5)
  expect(lineAt('0', LINES, 'kvn')).toBeUndefined()
  expect(lineAt('CCSDS_CDM_VERS', LINES, 'kvn')).toBe(1)
  expect(lineAt('X.1', LINES, 'kvn')).toBe(3)
})

test('a value without a keyword, a name with a sign, and a unit in brackets keep their roles', () => {
  expect(kinds('-1.5e3 2', 'kvn')).toEqual(['number -1.5e3 2'])
  expect(kinds('{"a": -1, "b": true}', 'json')).toEqual([
    'mark {',
    'key "a"',
    'mark : ',
    'number -1',
    'mark , ',
    'key "b"',
    'mark : true}',
  ])
  expect(kinds('<!-- x --><a/>', 'xml')).toEqual(['comment <!-- x -->', 'mark <', 'key a', 'mark />'])
  expect(kinds('free text', 'text')).toEqual(['text free text'])
  expect(keywordOf('free = text', 'text')).toBeUndefined()
  expect(keywordOf('"free" = text', 'json')).toBeUndefined()
})
