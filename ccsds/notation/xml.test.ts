import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { LIMITS } from './limits.ts'
import type { MessageLine } from './line.ts'
import { scanXml } from './xml.ts'

function scan(chunks: Iterable<string>, limits = LIMITS) {
  const log = new FaultLog(true)
  const lines: MessageLine[] = []
  const scanner = scanXml(log, (line) => lines.push(line), limits)
  for (const chunk of chunks) scanner.write(chunk)
  scanner.end()
  return { lines, errors: log.errors }
}

function refusal(chunks: Iterable<string>): MessageSyntaxError {
  try {
    scan(chunks)
  } catch (error) {
    if (error instanceof MessageSyntaxError) return error
    throw error
  }
  throw new Error('the text was read')
}

const small = `<?xml version="1.0"?>
<ndm:opm xmlns:ndm="urn" id="CCSDS_OPM_VERS" version="3.0">
  <header><COMMENT>a &amp; b</COMMENT></header>
  <X units="km">
    6655.9942 </X><Y/>
  <trajLine>0.0 1 2</trajLine>
  <USER_DEFINED parameter="EARTH">WGS-84</USER_DEFINED>
</ndm:opm>`

test('scanXml() returns the same lines as for KVN, with places and units', () => {
  const { lines } = scan([small])
  const shown = lines.map((line) =>
    line.kind === 'assignment' ? `${line.keyword}=${line.text}@${line.line}:${line.column}` : line,
  )
  expect(shown).toEqual([
    { kind: 'open', line: 2, column: 60, name: 'opm' },
    'CCSDS_OPM_VERS=3.0@2:60',
    { kind: 'open', line: 3, column: 11, name: 'header' },
    { kind: 'comment', line: 3, text: 'a & b' },
    { kind: 'close', line: 3, column: 48, name: 'header' },
    'X=6655.9942 [km]@5:5',
    'Y=@5:23',
    { kind: 'text', line: 6, column: 13, text: '0.0 1 2' },
    'USER_DEFINED_EARTH=WGS-84@7:35',
    { kind: 'close', line: 8, column: 11, name: 'opm' },
  ])
})

test('scanXml() does not depend on how the text is divided into pieces', () => {
  const whole = scan([small])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: small.length }), { maxLength: 12 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), small.length]
      expect(scan(edges.slice(1).map((edge, index) => small.slice(edges[index], edge)))).toEqual(whole)
    }),
  )
})

test('scanXml() stores neither closed elements nor the blanks between elements', () => {
  const state =
    '                                                                \n<stateVector><EPOCH>2026-01-01T00:00:00</EPOCH><X>1</X></stateVector>\n'
  const log = new FaultLog(true)
  let count = 0
  const scanner = scanXml(log, () => (count += 1))
  scanner.write('<oem>')
  for (let piece = 0; piece < 20; piece += 1) scanner.write(state.repeat(1000))
  scanner.write('</oem>')
  scanner.end()
  expect(count).toBe(2 + 20_000 * 4)
})

function* repeated(text: string, count: number, { before = '', after = '' } = {}) {
  yield before
  for (let done = 0; done < count; done += 1) yield text
  yield after
}

const ENTITIES = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

/** The attacks of reliability.md §9.1, and how each of them is refused. */
const BOMBS: [name: string, text: () => Iterable<string>, code: string][] = [
  ['billion laughs', () => [`<!DOCTYPE x [<!ENTITY l0 "ha">${ENTITIES}]><x>&l10;</x>`], 'doctype'],
  ['quadratic', () => [`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]><x>${'&a;'.repeat(20_000)}</x>`], 'doctype'],
  ['XXE', () => ['<!DOCTYPE foo SYSTEM "file:./not-a-real-file.xml"><foo>bar</foo>'], 'doctype'],
  ['an undefined entity', () => ['<x>&lol;</x>'], 'bad-xml'],
  ['2 million references', () => repeated('&#65;'.repeat(1000), 2000, { before: '<x>', after: '</x>' }), 'too-large'],
  [
    'references in small elements',
    () => repeated(`<X>${'&#65;'.repeat(500)}</X>`, 3000, { before: '<x>' }),
    'too-many-references',
  ],
  ['depth 200,000', () => repeated('<d>', 200_000), 'too-deep'],
  [
    '10,000 attributes',
    () => repeated('', 1, { before: `<x ${Array.from({ length: 1e4 }, (_, n) => `a${n}=""`).join(' ')}/>` }),
    'too-many-attributes',
  ],
  [
    '20 MB text',
    () => repeated('x'.repeat(65_536), 320, { before: '<x><COMMENT>', after: '</COMMENT></x>' }),
    'too-large',
  ],
  ['20 MB CDATA', () => repeated('x'.repeat(65_536), 320, { before: '<x><COMMENT><![CDATA[' }), 'too-large'],
  ['20 MB in one comment', () => repeated('x'.repeat(65_536), 320, { before: '<x><!-- ' }), 'too-large'],
  ['20 MB in one attribute', () => repeated('x'.repeat(65_536), 320, { before: '<x a="' }), 'too-large'],
  ['20 MB in one name', () => repeated('x'.repeat(65_536), 320, { before: '<x' }), 'too-large'],
  [
    'text through small elements',
    () => repeated(`${'x'.repeat(60_000)}<a/>`, 320, { before: '<x><COMMENT>' }),
    'too-large',
  ],
  ['unclosed tags', () => repeated('<a>', 500_000), 'too-deep'],
  ['unclosed comments', () => repeated('<!--', 500_000), 'bad-xml'],
  ['unclosed CDATA', () => repeated('<![CDATA[', 500_000), 'bad-xml'],
  ['nothing', () => [''], 'bad-xml'],
  ['half a document', () => ['<opm><header>'], 'bad-xml'],
]

test.each(BOMBS)('scanXml() refuses %s at its place', (_name, text, code) => {
  const { faults } = refusal(text())
  expect(faults.at(-1)).toMatchObject({ code })
  expect(faults.at(-1)!.line).toBeGreaterThanOrEqual(1)
})

test('scanXml() stops at the limit of elements', () => {
  const endless = repeated('<a/>'.repeat(1000), 1e6, { before: '<x>' })
  expect(() => scan(endless, { ...LIMITS, lines: 1000 })).toThrow(/more than 5000 elements/)
})

test('scanXml() treats names that have a meaning in JavaScript as ordinary names', () => {
  const { lines } = scan([
    '<x id="CCSDS_OPM_VERS" version="3.0" __proto__="1"><__proto__>1</__proto__><constructor/></x>',
  ])
  expect(lines.map(({ kind }) => kind)).toEqual(['open', 'assignment', 'open', 'close', 'open', 'close', 'close'])
})

test('scanXml() returns no value for an element that contains others, and reports it once', () => {
  const { lines, errors } = scan(['<opm><X units="km">1<Y>2</Y></X><Z>3</Z></opm>'])
  expect(errors).toMatchObject([{ line: 1, keyword: 'X', code: 'wrong-place', found: '<Y>' }])
  expect(lines.flatMap((line) => (line.kind === 'assignment' ? [line.keyword] : []))).toEqual(['Y', 'Z'])
})

test('scanXml() omits nil elements, and keeps empty ones', () => {
  const keywordsOf = (text: string) =>
    scan([`<x>${text}</x>`]).lines.flatMap((line) =>
      line.kind === 'assignment' ? [`${line.keyword}=${line.text}`] : [],
    )
  expect(keywordsOf('<X nil="true"/><Y xsi:nil="true"></Y><Z nil="false"/><W nil="true">1</W>')).toEqual(['Z=', 'W=1'])
  expect(keywordsOf('<X units="">1</X><Y units="km"/>')).toEqual(['X=1', 'Y='])
})

test('scanXml() applies the limits of elements, references, attributes and nesting exactly', () => {
  const taken = (limits: object, text = '<x><a b="&amp;" c="d"><E>&lt;&#65;</E></a></x>') => {
    try {
      scan([text], { ...LIMITS, ...limits })
      return 'read'
    } catch (error) {
      return error instanceof MessageSyntaxError ? error.faults.at(-1)?.code : error
    }
  }
  expect(taken({ characterReferences: 3, attributes: 2, depth: 3 })).toBe('read')
  expect(taken({ characterReferences: 2 })).toBe('too-many-references')
  expect(taken({ attributes: 1 })).toBe('too-many-attributes')
  expect(taken({ depth: 2 })).toBe('too-deep')
  // Five elements are allowed for each line of KVN.
  expect(taken({ lines: 1 }, `<x>${'<a/>'.repeat(4)}</x>`)).toBe('read')
  expect(taken({ lines: 1 }, `<x>${'<a/>'.repeat(5)}</x>`)).toBe('too-many-lines')
  expect(taken({ textLength: 5 }, '<X>12345</X>')).toBe('read')
  expect(taken({ textLength: 5 }, '<X>123456</X>')).toBe('too-large')
})

test('scanXml() does not count closing tags as text, however many follow each other', () => {
  const names = ['tenLetters', 'otherTenAB', 'thirdTenAB']
  const pieces = [...names.map((name) => `<${name}>`), ...names.toReversed().map((name) => `</${name}>`)]
  expect(scan(pieces, { ...LIMITS, textLength: 30 }).errors).toEqual([])
})

test('scanXml() uses only the parameter of a user-defined element as its keyword', () => {
  const keywordsOf = (text: string) =>
    scan([`<a>${text}</a>`]).lines.flatMap((line) => (line.kind === 'assignment' ? [line.keyword] : []))
  expect(keywordsOf('<USER_DEFINED parameter=" EARTH ">1</USER_DEFINED>')).toEqual(['USER_DEFINED_EARTH'])
  expect(keywordsOf('<USER_DEFINED>1</USER_DEFINED>')).toEqual(['USER_DEFINED'])
  expect(keywordsOf('<X parameter="EARTH">1</X>')).toEqual(['X'])
})
