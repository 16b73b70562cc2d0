import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { nameHeadings } from './name-headings.ts'
import { sectionsOf } from './section.ts'
import { GUIDES } from './testing/guides.ts'

function idsOnThePage(markdown: string, anchors: readonly string[]): (string | undefined)[] {
  const options = { remarkPlugins: [remarkGfm], rehypePlugins: [nameHeadings(anchors)], children: markdown }
  const html = renderToStaticMarkup(createElement(Markdown, options))
  return [...html.matchAll(/<h[1-6](?: id="([^"]*)")?>/g)].map((match) => match[1])
}
const idsOf = (markdown: string) => sectionsOf(markdown).flatMap(({ id }) => (id === '' ? [] : [id]))

test('sectionsOf splits at headings, and removes the marks of markdown', () => {
  const sections = sectionsOf('Before `code`.\n\n## One *thing*\n\n- a [link](/x)\n\n| a | b |\n|---|---|\n\n### Two\n')
  expect(sections).toEqual([
    { id: '', depth: 1, title: '', text: 'Before code.' },
    { id: 'one-thing', depth: 2, title: 'One thing', text: 'a link a b' },
    { id: 'two', depth: 3, title: 'Two', text: '' },
  ])
})

test('sectionsOf does not treat a comment in code as a heading, and keeps the code searchable', () => {
  expect(sectionsOf('## One\n\n```sh\n# not a heading\ncurl -X GET *\n```\n')).toEqual([
    { id: 'one', depth: 2, title: 'One', text: '# not a heading curl -X GET *' },
  ])
})

test('sectionsOf creates the same ids as GitHub, also for equal headings and for headings with punctuation', () => {
  const markdown = '## What 401 & 403 mean\n\n## States\n\n## States\n\n### `If-Match`, ETag_2: “so”\n\n## Über Größe\n'
  const names = ['what-401--403-mean', 'states', 'states-1', 'if-match-etag_2-so', 'über-größe']
  expect(idsOf(markdown)).toEqual(names)
})

test('sectionsOf uses the given anchors, in order', () => {
  expect(sectionsOf('Vor.\n\n## Eins\n\n## Zwei\n', ['one', 'two']).map(({ id }) => id)).toEqual(['', 'one', 'two'])
  expect(sectionsOf('## Eins\n', ['one']).map(({ id }) => id)).toEqual(['one'])
})

const everywhere = [
  ...GUIDES.en.map((guide) => ['en', guide] as const),
  ...GUIDES.de.map((guide) => ['de', guide] as const),
]

test.each(everywhere.map(([language, guide]) => [`${guide.page}/${guide.file}`, language, guide] as const))(
  'the headings of %s in %s have the ids of its contents',
  (_, _language, { body, anchors }) => {
    expect(idsOnThePage(body, anchors)).toEqual(anchors)
    expect(sectionsOf(body, anchors).flatMap(({ id }) => (id === '' ? [] : [id]))).toEqual(anchors)
    expect(anchors.length).toBeGreaterThan(1)
  },
)
