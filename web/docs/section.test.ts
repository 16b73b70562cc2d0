import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { GUIDES } from './guides.ts'
import { sectionsOf } from './section.ts'

function idsOnThePage(markdown: string): string[] {
  const options = { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeSlug], children: markdown }
  return [...renderToStaticMarkup(createElement(Markdown, options)).matchAll(/<h[1-6] id="([^"]*)"/g)].map(
    (match) => match[1] ?? '',
  )
}
const idsOf = (markdown: string) => sectionsOf(markdown).flatMap(({ id }) => (id === '' ? [] : [id]))

test('sectionsOf splits at headings, without the marks of markdown', () => {
  const sections = sectionsOf('Before `code`.\n\n## One *thing*\n\n- a [link](/x)\n\n| a | b |\n|---|---|\n\n### Two\n')
  expect(sections).toEqual([
    { id: '', depth: 1, title: '', text: 'Before code.' },
    { id: 'one-thing', depth: 2, title: 'One thing', text: 'a link a b' },
    { id: 'two', depth: 3, title: 'Two', text: '' },
  ])
})

test('sectionsOf takes no comment in code for a heading, and keeps the code to be found', () => {
  expect(sectionsOf('## One\n\n```sh\n# not a heading\ncurl -X GET *\n```\n')).toEqual([
    { id: 'one', depth: 2, title: 'One', text: '# not a heading curl -X GET *' },
  ])
})

test('sectionsOf names headings as the rendered page does, also twice the same and with signs', () => {
  const markdown = '## What 401 & 403 mean\n\n## States\n\n## States\n\n### `If-Match`, ETag_2: “so”\n\n## Über Größe\n'
  expect(idsOf(markdown)).toEqual(idsOnThePage(markdown))
  expect(idsOf(markdown)).toHaveLength(5)
})

test.each(GUIDES.map((guide) => [`${guide.page}/${guide.file}`, guide.body]))(
  'the headings of %s are on its page under the ids of its contents',
  (_, body) => {
    expect(idsOf(body)).toEqual(idsOnThePage(body))
    expect(idsOf(body).length).toBeGreaterThan(1)
  },
)
