import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'

openBrowser()
const { choose } = await import('../preference/preference.ts')
const { CATALOGUES, chosenLanguage, defineWords, useWords } = await import('./language.ts')

const words = defineWords('words-identity.test', { en: { hello: 'Hello' }, de: { hello: 'Hallo' } })
CATALOGUES.delete('words-identity.test')
afterEach(() => choose('language', 'en'))

/** Returns the words that `useWords` gives to a component at a new rendering. */
function renderedWords(): typeof words {
  const given: (typeof words)[] = []
  const Probe = () => {
    given.push(useWords(words))
    return null
  }
  renderToStaticMarkup(<Probe />)
  const [only] = given
  if (!only) throw new Error('The component did not render.')
  return only
}

test('useWords returns the same function as long as the language is the same', () => {
  const first = renderedWords()
  expect(renderedWords()).toBe(first)
  choose('language', 'de')
  const german = renderedWords()
  expect(german).not.toBe(first)
  expect(renderedWords()).toBe(german)
  choose('language', 'en')
  expect(renderedWords()).toBe(first)
})

test('the words from useWords keep their language after another one was chosen', () => {
  const english = renderedWords()
  choose('language', 'de')
  expect([english('hello'), renderedWords()('hello')]).toEqual(['Hello', 'Hallo'])
})

test('words that are called outside a component are in the language that is chosen at that time', () => {
  choose('language', 'de')
  expect([chosenLanguage(), words('hello')]).toEqual(['de', 'Hallo'])
  choose('language', 'en')
  expect([chosenLanguage(), words('hello')]).toEqual(['en', 'Hello'])
})
