import { expect, test } from 'vitest'
import { CATALOGUES, defineWords } from './language.ts'

// Importing these files makes every catalogue of the application declare itself.
const files = import.meta.glob<unknown>('../../**/*words.data.ts', { eager: true })
const sources = import.meta.glob<string>('../../**/*words.data.ts', { eager: true, query: '?raw', import: 'default' })

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1]).sort()

test('every folder with words declares exactly one area', () => {
  expect(Object.keys(files).length).toBeGreaterThan(0)
  // The areas are taken from the source texts, because other tests of the same worker may have loaded modules that declare words in code.
  const areas = Object.values(sources).map((source) => /defineWords\(\s*'([^']+)'/.exec(source)?.[1] ?? '')
  expect(new Set(areas).size).toBe(Object.keys(files).length)
  expect(areas.filter((area) => !CATALOGUES.has(area))).toEqual([])
})

test('no word is missing or empty, or lacks a value, in any language', () => {
  const wrong = [...CATALOGUES].flatMap(([area, { en, de }]) =>
    [...new Set([...Object.keys(en), ...Object.keys(de)])]
      .filter((word) => {
        const [english, german] = [en[word] ?? '', de[word] ?? '']
        const same = placeholders(english).join() === placeholders(german).join()
        return english.trim() === '' || german.trim() === '' || !same
      })
      .map((word) => `${area}: ${word}`),
  )
  expect(wrong).toEqual([])
})

test('every plural has both forms', () => {
  const alone = [...CATALOGUES].flatMap(([area, { en }]) =>
    Object.keys(en)
      .filter((word) => word.endsWith('_one') && en[word.replace(/_one$/, '_other')] === undefined)
      .map((word) => `${area}: ${word}`),
  )
  expect(alone).toEqual([])
})

test('defineWords fills in values and chooses the plural', () => {
  const words = defineWords('language.test', {
    en: {
      hello: 'Hello {{name}} <b>',
      twice: '{{a}} $& {{a}}',
      days_one: '{{count}} day',
      days_other: '{{count}} days',
    },
    de: {
      hello: 'Hallo {{name}} <b>',
      twice: '{{a}} $& {{a}}',
      days_one: '{{count}} Tag',
      days_other: '{{count}} Tage',
    },
  })
  CATALOGUES.delete('language.test')
  expect(words('hello', { name: 'A & B' })).toBe('Hello A & B <b>')
  expect(words('days', { count: 1 })).toBe('1 day')
  expect(words('days', { count: 3 })).toBe('3 days')
  expect(words('days', { count: 0 })).toBe('0 days')
  // Placeholders inside a value are not filled in.
  expect(words('twice', { a: '{{a}} $1' })).toBe('{{a}} $1 $& {{a}} $1')
})

/** Names that contain a point: versions of standards (`CCSDS 502.0`, `OPM 3.0`, `OCM 3.0`), and the index F10.7. */
const NAME = /(CCSDS|OPM|OCM) \d+\.\d|_VERS = \d\.\d|\bF10\.7\b/g

test('German words write numbers with a decimal comma', () => {
  const pointed = [...CATALOGUES].flatMap(([area, { de }]) =>
    Object.entries(de).flatMap(([word, text]) =>
      /\d\.\d/.test(text.replace(NAME, '')) ? [`${area}.${word}: ${text}`] : [],
    ),
  )
  expect(pointed).toEqual([])
})

/** Words that must not be used, because the glossary has one word for the term (docs/glossary.md). */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/neu berechnet/i, 'nachgerechnet'],
  [/\btracking\b/i, 'Beobachtung, Bahnverfolgung'],
  [/Bahnephemerid/, 'Ephemeride'],
  [/Konjunktionsmeldung|neuesten? Meldung|(die|diese|eine|Ihre) Meldung(en)?\b(?! des Servers)/, 'Nachricht'],
  [/durchgerechnet/i, 'gescreent'],
  [/Schwellwert/, 'Schwelle'],
  [/Gesamtradius|[Gg]emeinsamer Radius/, 'kombinierter Objektradius'],
  [/[Ee]ntscheiden(?: Sie)? vor (?!TCA)/, 'entscheiden bis'],
  [/in Flugrichtung/, 'längs der Bahn'],
]

test('German has one word for each term', () => {
  const others = [...CATALOGUES].flatMap(([area, { de }]) =>
    Object.entries(de).flatMap(([word, text]) =>
      OTHER_WORDS.filter(([other]) => other.test(text)).map(([, right]) => `${area}.${word}: ${text} → ${right}`),
    ),
  )
  expect(others).toEqual([])
})
