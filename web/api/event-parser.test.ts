import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser, type StreamMessage } from './event-parser.ts'

function messagesOf(...pieces: string[]): StreamMessage[] {
  const messages: StreamMessage[] = []
  const feed = eventParser({ onMessage: (message) => messages.push(message), onPosition: () => {} })
  for (const piece of pieces) feed(piece)
  return messages
}

test('eventParser dispatches event, data and id at the blank line', () => {
  expect(messagesOf('id: 7\nevent: notification\ndata: {"a":1}\n\n')).toEqual([
    { event: 'notification', data: '{"a":1}', id: '7' },
  ])
})

test('eventParser joins data lines, and strips one leading space only', () => {
  expect(messagesOf('data: first\ndata:second\ndata:  third\n\n')).toEqual([
    { event: 'message', data: 'first\nsecond\n third', id: '' },
  ])
})

test('eventParser ignores comments, unknown fields and messages without data', () => {
  expect(messagesOf(': keep-alive\n\n', 'retry: 5\ncolour: red\n\n', 'event: reset\n\n', 'data\n\n')).toEqual([
    { event: 'message', data: '', id: '' },
  ])
})

test('eventParser keeps the last id for later messages, and refuses an id with a null character', () => {
  const messages = messagesOf('id: 1\ndata: a\n\n', 'data: b\n\n', 'id: 2\0\ndata: c\n\n', 'id\ndata: d\n\n')
  expect(messages.map((message) => message.id)).toEqual(['1', '1', '1', ''])
})

test('eventParser reports the position of a block without a message', () => {
  const positions: string[] = []
  const feed = eventParser({ onMessage: () => {}, onPosition: (id) => positions.push(id) })
  feed('retry: 1000\n\nid: 41\n: following\n\nid: 42\ndata: a\n\nid: 43\n')
  expect(positions).toEqual(['', '41', '42'])
})

test('eventParser discards a message in which the stream ended', () => {
  expect(messagesOf('data: whole\n\ndata: half\n')).toHaveLength(1)
})

test('eventParser ignores a byte order mark at the start only', () => {
  expect(messagesOf('\uFEFFdata: a\n\n', '\uFEFFdata: b\n\n').map((message) => message.data)).toEqual(['a'])
})

test('eventParser returns the same messages wherever the text is divided, and for all line ends', () => {
  const text = 'id: 1\nevent: notification\ndata: {"x":\ndata: 2}\n\n: ping\n\nid: 2\ndata: ä€😀\n\n'
  const expected = messagesOf(text)
  expect(expected).toHaveLength(2)
  fc.assert(
    fc.property(
      fc.constantFrom('\n', '\r', '\r\n'),
      fc.array(fc.nat({ max: text.length + 12 }), { maxLength: 8 }),
      (end, cuts) => {
        const whole = text.replaceAll('\n', end)
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((place, i) => whole.slice(places[i], place))
        expect(messagesOf(...pieces)).toEqual(expected)
      },
    ),
  )
})
