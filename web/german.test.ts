import { expect, test } from 'vitest'
import { germanOnly, withoutGerman } from './german.config.ts'

const sources = Object.values(
  import.meta.glob<string>(['./**/*words.data.ts', '!./dev/**'], { eager: true, query: '?raw', import: 'default' }),
)
const FILE = `import { SHARED } from './shared.ts'
import { defineWords } from './ui/text/language.ts'

/** The text. */
export const words = defineWords('area', {
  en: {
    one: 'One } of {{many}}',
    ...SHARED.en,
  },
  de: {
    one: 'Eins } von {{many}}',
    ...SHARED.de,
  },
})
`

test('a file of words is separated: the page has the English words, and the German ones are named by their area', () => {
  expect(withoutGerman(FILE)).toContain(`  en: {\n    one: 'One } of {{many}}',\n    ...SHARED.en,\n  },\n})`)
  expect(withoutGerman(FILE)).not.toContain('de:')
  expect(germanOnly(FILE)).toBe(`import { SHARED } from './shared.ts'

/** The text. */
export default ['area', { words: {
    one: 'Eins } von {{many}}',
    ...SHARED.de,
  }, }]
`)
})

test('words on one line are separated too, and words without German are refused', () => {
  const short = `export const a = defineWords('a', {\n  en: { b: 'B' },\n  de: { b: 'Be' },\n})\n`
  expect(withoutGerman(short)).toBe(`export const a = defineWords('a', {\n  en: { b: 'B' },\n})\n`)
  expect(germanOnly(short)).toBe(`export default ['a', { words: { b: 'Be' }, }]\n`)
  expect(() => withoutGerman(`export const a = defineWords('a', {\n  en: {},\n})`)).toThrow(SyntaxError)
})

test('words that the contract has in both languages are not separated', () => {
  const ofContract = `export const toldWords = defineWords('notify.told', TOLD_WORDS)\n`
  expect(withoutGerman(ofContract)).toBe(ofContract)
})

test('no word is lost: the separated parts contain all words of a file', () => {
  const namesIn = (text: string) => text.match(/^ {4}(?:\w+|'[^']+'):/gm)?.length ?? 0
  const apart = sources.filter((source) => source !== withoutGerman(source))
  expect(apart.length).toBeGreaterThan(90)
  const german = apart.map((source) => namesIn(germanOnly(source)))
  expect(apart.map((source, place) => namesIn(withoutGerman(source)) + (german[place] ?? 0))).toEqual(
    apart.map(namesIn),
  )
  expect(german.filter((names) => names === 0).length).toBeLessThan(3)
})
