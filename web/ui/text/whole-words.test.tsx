import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholeWords } from './whole-words.tsx'

/** Returns the parts that stay together, and the text that is read and copied. */
function seen(text: string) {
  const page = renderToStaticMarkup(<WholeWords text={text} />)
  return {
    whole: [...page.matchAll(/<span class[^>]*>([^<]*)</g)].map(([, word]) => word),
    read: page.replace(/<[^>]*>/g, ''),
  }
}

test('a time has two parts, and its Z stays with the hour', () => {
  expect(seen('2026-11-27 19:52:11.552 Z')).toEqual({
    whole: ['2026-11-27', '19:52:11.552 Z'],
    read: '2026-11-27 19:52:11.552 Z',
  })
  expect(seen('2026-11-24 02:22 Z ABC03').whole).toEqual(['2026-11-24', '02:22 Z', 'ABC03'])
})

test('a name breaks only between its words, not after its hyphens', () => {
  expect(seen('SIMULATED SAT-1 90001').whole).toEqual(['SIMULATED', 'SAT-1', '90001'])
  expect(seen('COSMOS Zarya')).toEqual({ whole: ['COSMOS', 'Zarya'], read: 'COSMOS Zarya' })
  expect(seen('SAT-1_20261126_014647_Z').whole).toEqual(['SAT-1_20261126_014647_Z'])
})

test('the words are one child of their container, so a flex row does not separate them', () => {
  expect(renderToStaticMarkup(<WholeWords text="a b" />)).toMatch(
    /^<span><span[^>]*>a<\/span> <span[^>]*>b<\/span><\/span>$/,
  )
})
