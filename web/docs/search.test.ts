import { expect, test } from 'vitest'
import { buildIndex, piecesOf, search } from './search.ts'

const guide = (file: string, title: string, body: string) => ({ page: 'account', file, title, order: 1, body })
const index = buildIndex([
  guide('events', 'Events', 'The stream tells what changed.\n\n## Resume\n\nSend Last-Event-ID.\n'),
  guide('notifications', 'Notifications', 'An event may bring one.\n\n## States\n\nFresh, unread, read, hidden.\n'),
])
const places = (query: string) => search(index, query).map(({ place }) => `${place.file}#${place.id}`)

test('search finds sections by words, whatever their case, and by how they begin', () => {
  expect(places('HIDDEN')).toEqual(['notifications#states'])
  expect(places('hid')).toEqual(['notifications#states'])
  expect(places('idden')).toEqual([])
})

test('search wants every word', () => {
  expect(places('last event')).toEqual(['events#resume'])
  expect(places('last hidden')).toEqual([])
})

test('search puts a word in a title before the same word in a text', () => {
  expect(places('event')[0]).toBe('events#')
  expect(places('event')).toHaveLength(3)
  expect(places('resume')).toEqual(['events#resume'])
})

test.each(['', '   ', '/', '()'])('search for %j finds nothing', (query) => {
  expect(places(query)).toEqual([])
})

test('a hit shows the text around the first word that was searched for', () => {
  const long = `${'before '.repeat(30)}needle ${'after '.repeat(60)}`
  const [hit] = search(buildIndex([guide('long', 'Long', long)]), 'needle')
  expect(hit?.snippet).toMatch(/^… (before )+needle (after )+/)
  expect(hit?.snippet).toMatch(/ …$/)
  expect(hit?.snippet.length).toBeLessThan(170)
})

test('piecesOf marks the part of each word that was typed, and loses no character', () => {
  const text = 'If-Match: the match is unmatched.'
  const pieces = piecesOf(text, ['mat', 'match'])
  expect(pieces.filter(({ isHit }) => isHit).map((piece) => piece.text)).toEqual(['Match', 'match'])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})
