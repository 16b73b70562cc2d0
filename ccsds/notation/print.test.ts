import { expect, test } from 'vitest'
import { type OutLine, printKvn, printXml } from './print.ts'

const assignment = (value: string, keyword = 'ORIGINATOR'): OutLine => ({
  kind: 'assignment',
  keyword,
  value,
  unit: null,
})
const printed = (line: OutLine, strict?: boolean) => [...printKvn([line], strict)].join('')
/** The keyword is filled with blanks up to 18 characters, and ` = ` follows. */
const BEFORE_VALUE = 21

test('printKvn() writes lines of at most 254 ASCII characters (CCSDS 502.0-B-3 §7.3), and longer ones only if not strict', () => {
  const filling = (length: number) => assignment('x'.repeat(length - BEFORE_VALUE))
  expect(printed(filling(254))).toHaveLength(255)
  expect(() => printed(filling(255))).toThrow(
    'ORIGINATOR cannot be written: a line has at most 254 printable ASCII characters',
  )
  expect(printed(filling(4096), false)).toHaveLength(4097)
  expect(() => printed(filling(4097), false)).toThrow(
    'ORIGINATOR cannot be written: a line has at most 4096 printable characters',
  )
})

test('printKvn() writes letters beyond ASCII only if not strict, and never control characters', () => {
  expect(() => printed(assignment('Zoë'))).toThrow(RangeError)
  expect(printed(assignment('Zoë'), false)).toBe('ORIGINATOR         = Zoë\n')
  for (const strict of [true, false]) {
    for (const value of ['a\tb', 'a\nb', 'a\u2028b', ' a', 'a ', '\ud800'])
      expect(() => printed(assignment(value), strict)).toThrow(RangeError)
    expect(() => printed(assignment(''), strict)).toThrow('ORIGINATOR cannot be written: it has no value')
  }
})

const MESSAGE: readonly OutLine[] = [
  assignment('3.0', 'CCSDS_OPM_VERS'),
  { kind: 'open', element: 'header' },
  { kind: 'comment', text: 'a < b' },
  { kind: 'close', element: 'header' },
  { kind: 'blank' },
  { kind: 'open', element: 'metadata', section: 'META' },
  { kind: 'assignment', keyword: 'X', value: '1', unit: 'km' },
  assignment('"&"', 'USER_DEFINED_MY_WORD'),
  { kind: 'close', element: 'metadata', section: 'META' },
  { kind: 'text', element: 'trajLine', text: '1 2 3' },
]

test('the same lines are written as sections of KVN, and as elements of XML (CCSDS 505.0-B)', () => {
  expect([...printKvn(MESSAGE)].join('')).toBe(`CCSDS_OPM_VERS     = 3.0
COMMENT a < b

META_START
X                  = 1 [km]
USER_DEFINED_MY_WORD = "&"
META_STOP
1 2 3
`)
  expect([...printXml(MESSAGE, 1)].join('')).toBe(`  <opm id="CCSDS_OPM_VERS" version="3.0">
    <header>
      <COMMENT>a &lt; b</COMMENT>
    </header>
    <metadata>
      <X units="km">1</X>
      <USER_DEFINED parameter="MY_WORD">&quot;&amp;&quot;</USER_DEFINED>
    </metadata>
    <trajLine>1 2 3</trajLine>
  </opm>
`)
})

test.each(['a b', 'lower', '', '1X'])('neither notation accepts %j as a keyword', (keyword) => {
  expect(() => printed(assignment('1', keyword))).toThrow('it is no keyword')
  expect(() => [...printXml([assignment('1', keyword)])]).toThrow('it is no keyword')
})

test('printXml() refuses an empty value, and a value that reading would change', () => {
  for (const value of [' a', 'a ', 'a\u0007']) expect(() => [...printXml([assignment(value)])]).toThrow(RangeError)
  expect(() => [...printXml([assignment('')])]).toThrow('ORIGINATOR cannot be written: it has no value')
})
