import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Said } from './said.tsx'

test("Said keeps the order of a sentence's words and shows its values in bold", () => {
  const text = (marks: Readonly<Record<string, string>>) =>
    `At ${marks.threshold} it moves ${marks.rate} times, ${marks.rate}.`
  const values = { threshold: <i>1e-4</i>, rate: '1.5' }
  expect(renderToStaticMarkup(<Said text={text} values={values} />)).toBe(
    'At <b><i>1e-4</i></b> it moves <b>1.5</b> times, <b>1.5</b>.',
  )
})

test('Said shows a sentence without values unchanged, and one that begins with a value', () => {
  expect(renderToStaticMarkup(<Said text={() => 'Nothing.'} values={{ name: 'A' }} />)).toBe('Nothing.')
  expect(renderToStaticMarkup(<Said text={({ name }) => `${name} is near.`} values={{ name: 'A' }} />)).toBe(
    '<b>A</b> is near.',
  )
})
