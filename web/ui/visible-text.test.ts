import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** Text of the same form in every language: names, units, notations. */
const SAME_EVERYWHERE = new Set([
  'Apsis',
  'UTC',
  'Z',
  'KVN',
  'BETA',
  'curl',
  'TypeScript',
  'Python',
  'English',
  'Deutsch',
])
/** Screens that only developers see speak English where they quote code. */
const QUOTING = /\/dev\//

/** Code between two angle brackets, which no tag opened. */
const CODE = /^[,.]|\breadonly\b|^return$|^function \w+$|\[/

/** Returns the words between tags, or in an attribute that is read or spoken, as letters of a language. */
function wordsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
  const between = [...code.matchAll(/<\/?[\w.]+(?:\s[^<>]*)?>([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)<\/?[\w.]+/gu)].map(
    (found) => found[1] ?? '',
  )
  const spoken = [...code.matchAll(/\s(?:aria-label|title|alt|label|placeholder)="([^"]*\p{L}{2,}[^"]*)"/gu)].map(
    (found) => found[1] ?? '',
  )
  return [...between, ...spoken]
    .map((text) => text.trim())
    .filter((text) => text !== '' && !SAME_EVERYWHERE.has(text) && !CODE.test(text))
}

test('wordsIn finds text between tags and in spoken attributes, and no code', () => {
  expect(wordsIn('<p>Read the guides</p>')).toEqual(['Read the guides'])
  expect(wordsIn('<Button aria-label="Close it">{t(close)}</Button>')).toEqual(['Close it'])
  expect(wordsIn('const a = (b: Map<string, number>) => b // says so')).toEqual([])
})

test('every text that a person reads or hears comes from the words, in every language', () => {
  expect(Object.keys(files).length).toBeGreaterThan(20)
  const found = Object.entries(files)
    .filter(([path]) => !path.endsWith('.test.tsx') && !QUOTING.test(path))
    .flatMap(([path, source]) => wordsIn(source).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
})
