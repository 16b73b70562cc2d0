import { expect, test } from 'vitest'
import { parseTerms, type Terms, versionsIn } from './terms.ts'
import { TERMS } from './versions.ts'

const text = (clauses: string, body = '## One\n\nFirst.\n\n## Two\n\nSecond.\n') =>
  `---\ntitle: Terms\nclauses: [${clauses}]\n---\n\n${body}`

test('parseTerms takes the version from the file name, and gives each clause its own anchor', () => {
  expect(parseTerms('../docs/tnc/2026-11-20.md', text('first, second'))).toEqual({
    version: '2026-11-20',
    language: 'en',
    title: 'Terms',
    clauses: [
      { id: 'first', title: 'One', body: 'First.' },
      { id: 'second', title: 'Two', body: 'Second.' },
    ],
  })
  expect(parseTerms('2026-11-20.de.md', text('first, second')).language).toBe('de')
})

test.each([
  ['too few clauses in its head', text('first')],
  ['too many', text('first, second, third')],
  ['one twice', text('first, first')],
  ['one that is no anchor', text('first, Second one')],
  ['none at all', '---\ntitle: Terms\n---\n\n## One\n'],
  ['no title', '---\nclauses: [one]\n---\n\n## One\n'],
  ['no head', '## One\n'],
  ['text before its first clause', text('first', 'Hello.\n\n## One\n')],
])('parseTerms refuses terms with %s', (_, wrong) => {
  expect(() => parseTerms('2026-11-20.md', wrong)).toThrow(SyntaxError)
})

test('parseTerms refuses a file whose name is not a date', () => {
  expect(() => parseTerms('newest.md', text('first, second'))).toThrow('newest.md')
})

test('versionsIn lists the newest first, in one language', () => {
  const all = ['2026-11-20.md', '2027-01-01.md', '2027-01-01.de.md'].map((path) => parseTerms(path, text('a, b')))
  expect(versionsIn(all, 'en').map(({ version }) => version)).toEqual(['2027-01-01', '2026-11-20'])
  expect(versionsIn(all, 'de')).toHaveLength(1)
})

/** Returns the clauses of earlier versions that a later one lacks, as `date#clause`: links to them would break. */
function lostClauses(all: readonly Terms[]): string[] {
  return all.flatMap((later) =>
    all
      .filter(({ version, language }) => language === later.language && version < later.version)
      .flatMap(({ clauses }) => clauses)
      .filter(({ id }) => !later.clauses.some((one) => one.id === id))
      .map(({ id }) => `${later.version}#${id}`),
  )
}

test('lostClauses names the clause that a later version removed', () => {
  const before = parseTerms('2026-11-20.md', text('first, second'))
  expect(lostClauses([before, parseTerms('2027-01-01.md', text('first, other'))])).toEqual(['2027-01-01#second'])
  expect(lostClauses([before, parseTerms('2027-01-01.md', text('second, first'))])).toEqual([])
})

test('no version has lost a clause, so that a link to one stays valid', () => {
  expect(TERMS.length).toBeGreaterThan(0)
  expect(lostClauses(TERMS)).toEqual([])
})

test('every version exists in both languages, with the same clauses in the same order', () => {
  const [english, german] = [versionsIn(TERMS, 'en'), versionsIn(TERMS, 'de')]
  const outline = ({ version, clauses }: (typeof TERMS)[number]) => [version, ...clauses.map(({ id }) => id)]
  const weight = ({ clauses }: (typeof TERMS)[number]) => clauses.map(({ body }) => body.split('\n\n').length)
  expect(german.map(outline)).toEqual(english.map(outline))
  expect(german.map(weight)).toEqual(english.map(weight))
})
