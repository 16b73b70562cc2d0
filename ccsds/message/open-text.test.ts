import { expect, test } from 'vitest'
import { EXAMINED_CHARACTERS } from './detect.ts'
import { openText } from './open-text.ts'

async function* given(parts: readonly string[], read: string[]): AsyncGenerator<string> {
  for (const part of parts) {
    read.push(part)
    yield part
  }
}
const HEAD = 'CCSDS_OEM_VERS = 2.0\n'

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('openText() recognises a file that arrives in small pieces, and returns all of it in order', async () => {
  const parts = [...HEAD, 'ORIGINATOR = X\n']
  const { detection, pieces } = await openText(given(parts, []))
  expect(detection).toMatchObject({ kind: 'OEM', notation: 'KVN', version: '2.0' })
  expect(await collect(pieces)).toEqual(parts)
})

test('openText() reads only the examined beginning until the rest of the text is requested', async () => {
  const read: string[] = []
  const parts = [HEAD, 'x'.repeat(EXAMINED_CHARACTERS), 'the rest', 'and more']
  const { pieces } = await openText(given(parts, read))
  expect(read).toEqual(parts.slice(0, 2))
  expect(await collect(pieces)).toEqual(parts)
})

test('an empty text has no known kind', async () => {
  const { detection, pieces } = await openText(given([], []))
  expect([detection.kind, await collect(pieces)]).toEqual(['unknown', []])
})
