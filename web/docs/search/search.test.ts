import { expect, test } from 'vitest'
import { sectionsOf } from '../guide/section.ts'
import { buildIndex, piecesOf, search } from './search.ts'

const anchorsOf = (body: string) => sectionsOf(body).flatMap(({ id }) => (id === '' ? [] : [id]))
const guide = (file: string, title: string, body: string) => ({
  language: 'en' as const,
  page: 'account',
  file,
  title,
  order: 1,
  body,
  anchors: anchorsOf(body),
})
const index = buildIndex([
  guide('events', 'Events', 'The stream tells what changed.\n\n## Resume\n\nSend Last-Event-ID.\n'),
  guide('notifications', 'Notifications', 'An event may bring one.\n\n## States\n\nFresh, unread, read, hidden.\n'),
])
const places = (query: string) => search(index, query).map(({ place }) => `${place.file}#${place.id}`)

test('search finds sections by words, whatever their case, and by the beginnings of words', () => {
  expect(places('HIDDEN')).toEqual(['notifications#states'])
  expect(places('hid')).toEqual(['notifications#states'])
  expect(places('idden')).toEqual([])
})

test('search requires every word', () => {
  expect(places('last event')).toEqual(['events#resume'])
  expect(places('last hidden')).toEqual([])
})

test('search ranks a word in a title before the same word in a text', () => {
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

test('piecesOf marks the typed part of each word, and loses no character', () => {
  const text = 'If-Match: the match is unmatched.'
  const pieces = piecesOf(text, ['mat', 'match'])
  expect(pieces.filter(({ isHit }) => isHit).map((piece) => piece.text)).toEqual(['Match', 'match'])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('search finds a German word inside a longer one, with and without its umlaut dots', () => {
  const body = 'Der Vorbeiflugabstand.\n\n## Schlüssel\n\nEin Zugriffsschlüssel.\n'
  const german = buildIndex([guide('abstand', 'Abstände', body)], true)
  const found = (query: string) => search(german, query).map(({ place }) => place.id)
  expect(found('schlussel')).toEqual(['schlüssel'])
  expect(found('flugabstand')).toEqual([''])
  expect(found('griff')).toEqual(['schlüssel'])
  expect(found('gri')).toEqual([])
  const marked = piecesOf('Ein Zugriffsschlüssel.', ['schlussel'], true).filter(({ isHit }) => isHit)
  expect(marked.map(({ text }) => text)).toEqual(['schlüssel'])
})

test('a hit leads to the anchor of the English heading', () => {
  const german = {
    ...guide('events', 'Ereignisse', '## Fortsetzen\n\nSenden Sie die letzte Id.\n'),
    anchors: ['resume'],
  }
  expect(search(buildIndex([german], true), 'fortsetzen').map(({ place }) => place.id)).toEqual(['resume'])
})

test('search counts only the first few occurrences of a word in a text, so that a title with the word is ranked first', () => {
  const often = buildIndex([
    guide('long', 'Long', `${'beacon '.repeat(40)}\n`),
    guide('short', 'Beacon', 'What it is.\n'),
    guide('once', 'Once', 'A beacon.\n'),
    guide('four', 'Four', `${'beacon '.repeat(4)}\n`),
  ])
  expect(search(often, 'beacon').map(({ place }) => place.file)).toEqual(['short', 'long', 'four', 'once'])
})

test('search returns at most twenty places', () => {
  const many = buildIndex(Array.from({ length: 25 }, (_, k) => guide(`g${k}`, `G${k}`, 'A beacon.\n')))
  expect(search(many, 'beacon')).toHaveLength(20)
})

test('a complete word counts twice as much as the beginning of a longer one', () => {
  const found = search(
    buildIndex([guide('begins', 'A', 'beacons beacons.\n'), guide('whole', 'B', 'beacon beacon.\n')]),
    'beacon',
  )
  expect(found.map(({ place }) => place.file)).toEqual(['whole', 'begins'])
})

test('a word in a title counts as much as ten in a text, and at most five in a text count', () => {
  const index = buildIndex([
    guide('twice', 'Other', `${'beacon '.repeat(5)} ${'marker '.repeat(5)}\n`),
    guide('title', 'Beacon', 'marker.\n'),
  ])
  // The scores are 10 + 10 and 20 + 2.
  expect(search(index, 'beacon marker').map(({ place }) => place.file)).toEqual(['title', 'twice'])
  const six = buildIndex([
    guide('five', 'A', `${'beacon '.repeat(5)}\n`),
    guide('six', 'B', `${'beacon '.repeat(6)}\n`),
  ])
  expect(search(six, 'beacon').map(({ place }) => place.file)).toEqual(['five', 'six'])
})

test('a snippet has 150 characters, from a word before the hit or from the beginning of the text', () => {
  const text = (before: number) => `${'x'.repeat(before - 1)} needle ${'y '.repeat(200)}`
  const snippetOf = (body: string) => search(buildIndex([guide('a', 'A', body)]), 'needle')[0]?.snippet ?? ''
  expect(snippetOf(text(40))).toBe(`${text(40).slice(0, 150)} …`)
  const far = `${'word '.repeat(20)}needle ${'y '.repeat(200)}`
  // The hit is 100 characters after the start, so the snippet begins at the first word after character 60.
  expect(snippetOf(far)).toBe(`… ${far.slice(65, 65 + 150)} …`)
  expect(snippetOf('A needle.')).toBe('A needle.')
})

test('piecesOf marks the longest typed word, and returns one piece if none occurs', () => {
  expect(piecesOf('nothing here', ['needle'])).toEqual([{ at: 0, text: 'nothing here', isHit: false }])
  expect(piecesOf('needles', ['need', 'needle', 'nee'])).toEqual([
    { at: 0, text: 'needle', isHit: true },
    { at: 6, text: 's', isHit: false },
  ])
  expect(piecesOf('a needle', ['needle'])).toEqual([
    { at: 0, text: 'a ', isHit: false },
    { at: 2, text: 'needle', isHit: true },
  ])
  expect(piecesOf('', ['needle'])).toEqual([])
})
