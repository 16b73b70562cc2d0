import { expect, test } from 'vitest'
import cdm from '../cdm/cdm.reference.json' with { type: 'json' }
import ocm from '../ocm/ocm.reference.json' with { type: 'json' }
import oem from '../oem/oem.reference.json' with { type: 'json' }
import omm from '../omm/omm.reference.json' with { type: 'json' }
import opm from '../opm/opm.reference.json' with { type: 'json' }
import tdm from '../tdm/tdm.reference.json' with { type: 'json' }
import { formatMessages } from './format-messages.ts'
import { type AnyMessage, readMessages } from './read-messages.ts'

const valid = [cdm, oem, opm, omm, ocm, tdm].flatMap(({ messages }) =>
  messages.filter(({ expect: told }) => told === 'valid'),
)

function messagesOf(text: string): AnyMessage[] {
  return readMessages(text, { strict: false }).messages.flatMap(({ reading }) => (reading.ok ? [reading.message] : []))
}

test.each(valid)('readMessages() recognises the kind of $path', ({ path, text }) => {
  const { messages, faults } = readMessages(text, { strict: false })
  const kinds = messages.map(({ kind, reading }) => (reading.ok ? kind : 'refused'))
  if (path.includes('NDM'))
    expect(kinds).toEqual(['OCM', 'refused']) // the second message is an APM, which is not read
  else expect(kinds).toEqual([path.slice(0, 3).toUpperCase()])
  expect(faults.filter(({ code }) => code === 'wrong-place')).toEqual([])
})

test('formatMessages() writes any messages into one text, from which readMessages() reads them', () => {
  const all = valid.slice(0, 12).flatMap(({ text }) => messagesOf(text))
  expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(1)
  for (const notation of ['KVN', 'XML'] as const) {
    const text = formatMessages(all, { notation, strict: false, comments: ['all of them'], messageId: 'M 1' })
    const found = readMessages(text, { strict: false })
    expect(found.messages.map(({ reading }) => (reading.ok ? reading.message : reading.errors))).toEqual(all)
    if (notation === 'XML') expect(found).toMatchObject({ comments: ['all of them'], messageId: 'M 1', faults: [] })
  }
})

test('readMessages() returns each message’s own faults: a wrong message does not hide its neighbours', () => {
  const text = cdm.messages.find(({ path }) => path.includes('ION'))!.text
  const { messages } = readMessages([text, '\n', text.replace(/^TCA .*$/m, 'TCA = x'), '\n', text])
  expect(messages.map(({ reading }) => reading.ok)).toEqual([true, false, true])
  const second = messages[1]!.reading
  expect(second.ok || second.errors[0]).toMatchObject({ keyword: 'TCA', code: 'bad-time' })
})

test.each([
  ['<foo>bar</foo>', 'unknown'],
  ['<aem id="CCSDS_AEM_VERS" version="1.0"/>', 'unknown'],
  ['{"MIN_RNG": 1}', 'unknown'],
  ['CCSDS_AEM_VERS = 1.0\nX = 1', 'unknown'],
])('readMessages() reports that %j is not read', (text, kind) => {
  const { messages } = readMessages(text)
  expect(messages.map((message) => [message.kind, message.reading.ok])).toEqual([[kind, false]])
  const reading = messages[0]!.reading
  expect(reading.ok || reading.errors[0]).toMatchObject({ line: 1, code: 'wrong-kind' })
})

test.each(['', 'Dear all,', '[1]', '<a', '\u0000\u0001', '{}}'])(
  'readMessages() refuses %j and gives the reason',
  (text) => {
    const { messages, faults } = readMessages(text)
    const own = messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))
    expect(messages.every(({ reading }) => !reading.ok)).toBe(true)
    if (text !== '') expect([...faults, ...own].length).toBeGreaterThan(0)
  },
)

/** Returns messages with a number of comments, in each notation. */
const COMMENTED: readonly (readonly [string, (count: number) => string])[] = [
  ['KVN', (count) => `CCSDS_OEM_VERS = 2.0\n${'COMMENT x\n'.repeat(count)}`],
  [
    'XML',
    (count) => `<oem id="CCSDS_OEM_VERS" version="2.0"><header>${'<COMMENT>x</COMMENT>'.repeat(count)}</header></oem>`,
  ],
  // A list has its own limit, so the last comment is a separate member.
  ['JSON', (count) => `{"CCSDS_OMM_VERS":"2.0","COMMENT":["a"${',"b"'.repeat(count - 2)}],"COMMENT_2":"c"}`],
]

test.each(COMMENTED)('readMessages() refuses a message with more than 10,000 comments in %s', (_name, made) => {
  const codes = (text: string) =>
    readMessages(text, { strict: false })
      .messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))
      .map(({ code }) => code)
  expect(codes(made(10_001))).toContain('too-many-comments')
  expect(codes(made(10_000))).not.toContain('too-many-comments')
})

test('readMessages() counts the comments of each message separately', () => {
  const text = COMMENTED[0]![1](6_000)
  const { messages, faults } = readMessages(`${text}${text}${text}`, { strict: false })
  expect(messages).toHaveLength(3)
  const found = [...faults, ...messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))]
  expect(found.map(({ code }) => code)).not.toContain('too-many-comments')
})

test('formatMessages() indents messages inside an ndm, and does not indent a single message', () => {
  const [message] = messagesOf(valid.find(({ path }) => path.startsWith('opm/'))!.text)
  const rootOf = (text: string) => text.split('\n').find((line) => line.includes('<opm '))
  expect(rootOf(formatMessages([message!], { notation: 'XML', strict: false }))).toMatch(/^<opm /)
  expect(rootOf(formatMessages([message!, message!], { notation: 'XML', strict: false }))).toMatch(/^ +<opm /)
  const named = formatMessages([message!], { notation: 'XML', strict: false, messageId: 'M 1' })
  expect(rootOf(named)).toMatch(/^ +<opm /)
  expect(named).toContain('<MESSAGE_ID>M 1</MESSAGE_ID>')
})

test('readMessages() takes MESSAGE_ID as the id of the file only in a combined message', () => {
  const combined = readMessages('<ndm><MESSAGE_ID>M 1</MESSAGE_ID></ndm>')
  expect(combined.messageId).toBe('M 1')
  expect(combined.faults.map(({ code }) => code)).toEqual(['unfinished'])
  const alone = readMessages('MESSAGE_ID = M 1\n')
  expect(alone.messageId).toBeNull()
  expect(alone.faults).toMatchObject([{ line: 1, code: 'wrong-place' }, { code: 'unfinished' }])
  const other = readMessages('<ndm><ORIGINATOR>X</ORIGINATOR></ndm>')
  expect(other.messageId).toBeNull()
  expect(other.faults).toMatchObject([{ line: 1, code: 'wrong-place' }, { code: 'unfinished' }])
})

test('readMessages() treats comments outside messages as comments of the file, and reports them as deviations in KVN', () => {
  const combined = readMessages('<ndm><COMMENT>a</COMMENT></ndm>')
  expect([combined.comments, combined.faults.map(({ code }) => code)]).toEqual([['a'], ['unfinished']])
  const kvn = readMessages('COMMENT a\nCOMMENT b\n')
  expect(kvn.comments).toEqual(['a', 'b'])
  expect(kvn.faults.map(({ line, code }) => [line, code]).slice(0, 2)).toEqual([
    [1, 'wrong-place'],
    [2, 'wrong-place'],
  ])
})
