import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'

openBrowser()
const { choose } = await import('../preference/preference.ts')
const { StatusWord } = await import('./status-word.tsx')
const { levelMeaning, mitigatedText } = await import('./status-meaning.ts')

const OPEN = { risk: 'CRITICAL', isMitigated: false } as const
const MITIGATED = { risk: 'CRITICAL', isMitigated: true } as const
const drawn = (of: typeof OPEN | typeof MITIGATED) => renderToStaticMarkup(<StatusWord {...levelMeaning(of)} />)

afterEach(() => choose('language', 'en'))

test('the level of a mitigated event is named as mitigated, and drawn as its shape without colour', () => {
  expect(drawn(OPEN)).toContain('>Critical<')
  expect(drawn(MITIGATED)).toContain('>Critical, mitigated<')
  expect(drawn(OPEN)).toMatch(/class="[^"]*critical/)
  expect(drawn(MITIGATED)).not.toMatch(/class="[^"]*critical/)
  const shapeOf = (page: string) => page.match(/points="[^"]*"/)?.[0]
  expect(shapeOf(drawn(OPEN))).toBeDefined()
  expect(shapeOf(drawn(MITIGATED))).toBe(shapeOf(drawn(OPEN)))
})

test('a number of events states how many of them are mitigated, and adds nothing if none is', () => {
  expect([mitigatedText(0), mitigatedText(1)]).toEqual(['', ', 1 of them mitigated'])
  choose('language', 'de')
  expect([levelMeaning(MITIGATED).word, mitigatedText(2)]).toEqual(['Kritisch, entschärft', ', 2 davon entschärft'])
})
