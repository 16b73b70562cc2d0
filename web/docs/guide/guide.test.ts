import { expect, test } from 'vitest'
import { guideAt, inOrder, parseGuide } from './guide.ts'

const head = (fields: string) => `---\n${fields}\n---\n\nText.\n`

test('parseGuide reads title and order from the head, and page and file from the path', () => {
  const guide = parseGuide('../../docs/guide/account/events.md', head('title: "Events: how"\norder: 3'))
  expect(guide).toEqual({
    page: 'account',
    file: 'events',
    language: 'en',
    title: 'Events: how',
    order: 3,
    body: '\nText.\n',
    anchors: [],
  })
})

test.each([
  ['no head at all', 'Text.', /has no head/],
  ['no title', head('order: 1'), /has no title/],
  ['no order', head('title: Events'), /has no order/],
  ['an order in words', head('title: Events\norder: first'), /has no order/],
  ['a head that is a list', head('- title'), /has no title/],
])('parseGuide refuses %s and names the file', (_, text, message) => {
  expect(() => parseGuide('guide/account/events.md', text)).toThrow(message)
  expect(() => parseGuide('guide/account/events.md', text)).toThrow('guide/account/events.md')
})

test('inOrder sorts by order, then by title', () => {
  const guide = (title: string, order: number) => ({
    language: 'en' as const,
    page: 'a',
    file: title,
    title,
    order,
  })
  const given = [guide('Zulu', 1), guide('Bravo', 2), guide('Alpha', 2), guide('First', 0)]
  expect(inOrder(given).map(({ title }) => title)).toEqual(['First', 'Zulu', 'Alpha', 'Bravo'])
})

test('guideAt gives a translation the anchors of the English guide', () => {
  const english = 'title: Events\norder: 3\n---\n\n## Follow\n\n## Resume\n'
  const german = 'title: Ereignisse\norder: 3\n---\n\n## Folgen\n\n## Fortsetzen\n'
  const texts: Readonly<Record<string, string>> = {
    '../guide/account/events.de.md': `---\n${german}`,
    '../guide/account/events.md': `---\n${english}`,
  }
  const read = (path: string) => texts[path] ?? ''
  const anchors = ['follow', 'resume']
  const place = { page: 'account', file: 'events', order: 3, anchors }
  expect(guideAt('../guide/account/events.md', read)).toMatchObject({ ...place, language: 'en', title: 'Events' })
  expect(guideAt('../guide/account/events.de.md', read)).toMatchObject({
    ...place,
    language: 'de',
    title: 'Ereignisse',
  })
})
