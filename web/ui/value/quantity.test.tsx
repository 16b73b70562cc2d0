import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Probability, Quantity } from './quantity.tsx'

const text = (element: React.ReactElement) => renderToStaticMarkup(element).replaceAll(/ class="[^"]*"/g, '')

test('Probability shows the exponent with <sup> and a true minus', () => {
  expect(text(<Probability value={2.12e-4} reason="" />)).toBe('<span>2.12 × 10<sup>−4</sup></span>')
  expect(text(<Probability value={6.1e-5} approximate reason="" />)).toBe('<span>6.1 × 10<sup>−5</sup></span>')
  expect(text(<Probability value={0} reason="" />)).toBe('<span>&lt; 1 × 10<sup>−10</sup></span>')
})

test('Probability states the reason for a missing value', () => {
  const missing = text(<Probability value={undefined} reason="No covariance in message 1." />)
  expect(missing).toContain('aria-label="None: No covariance in message 1."')
  expect(missing).toContain('>–<')
})

test('Quantity always shows its unit, and the space before a unit that has one', () => {
  expect(text(<Quantity name="missDistance" value={12_640} />)).toBe('<span>12\u202f640<span> m</span></span>')
  expect(text(<Quantity name="angle" value={97.2} />)).toBe('<span>97.2<span>°</span></span>')
})
