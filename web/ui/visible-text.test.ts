import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** Text that is the same in every language: names, units, notations. */
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
/** Files that may quote code in English, because only developers see their screens. */
const QUOTING = /\/dev\//

/** Matches code between two angle brackets that are not tags. */
const CODE = /^[,.]|\breadonly\b|^return$|^function \w+$|\[/

/** Returns the texts between tags, or in an attribute that is shown or read out, if they contain letters. */
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

test('wordsIn finds text between tags and in attributes that are read out, but no code', () => {
  expect(wordsIn('<p>Read the guides</p>')).toEqual(['Read the guides'])
  expect(wordsIn('<Button aria-label="Close it">{t(close)}</Button>')).toEqual(['Close it'])
  expect(wordsIn('const a = (b: Map<string, number>) => b // says so')).toEqual([])
})

test('every text that a user reads or hears comes from the words, in every language', () => {
  expect(Object.keys(files).length).toBeGreaterThan(20)
  const found = Object.entries(files)
    .filter(([path]) => !path.endsWith('.test.tsx') && !QUOTING.test(path))
    .flatMap(([path, source]) => wordsIn(source).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
})
