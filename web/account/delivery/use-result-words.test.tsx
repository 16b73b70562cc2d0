import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useResultWords } from './use-result-words.ts'

type Result = Parameters<ReturnType<typeof useResultWords>>[0]

function wordsOf(result: Result): string {
  const Words = () => useResultWords()(result)
  return renderToStaticMarkup(<Words />)
}

test.each<[string, Result, string]>([
  ['nothing was answered', { reason: 'connect-timeout', status: null, answer: null }, 'No connection in time'],
  ['a code alone', { reason: 'http-status', status: 503, answer: null }, 'Refused · 503'],
  ['a code with words', { reason: 'http-status', status: 404, answer: 'no such hook' }, 'Refused · 404 no such hook'],
  [
    'words that begin with their code',
    { reason: 'smtp-reply', status: 550, answer: '550 no such user' },
    'The mail server refused · 550 no such user',
  ],
  ['no reason, as it arrived', { reason: null, status: 200, answer: null }, 'Delivered · 200'],
])('%s: the text states how a try ended, and what the receiver answered', (_, result, words) => {
  expect(wordsOf(result)).toBe(words)
})

test('a message that was not really sent is described as such, whatever replaces the receiver', () => {
  expect(wordsOf({ reason: 'delivered', status: 250, answer: '250 SIMULATED: kept in the mailbox' })).toBe(
    'Delivered · SIMULATED',
  )
  expect(wordsOf({ reason: null, status: null, answer: 'SIMULATED call' })).toBe('Delivered · SIMULATED')
  // A receiver may use the word with another meaning.
  expect(wordsOf({ reason: 'delivered', status: 200, answer: 'NOT SIMULATED' })).toBe('Delivered · 200 NOT SIMULATED')
})
