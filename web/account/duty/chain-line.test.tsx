import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChainLine } from './chain-line.tsx'

/** Returns the text of the drawing for screen readers. */
const said = (steps: readonly string[]) =>
  /aria-label="([^"]*)"/.exec(renderToStaticMarkup(<ChainLine steps={steps} />))?.[1]

// The times are from design/alerts.html, "If nobody acknowledges".
test('the chain of two people has the times of the design', () => {
  const text = said(['Kim', 'Ben'])
  expect(text).toContain('27 h left: Kim +30:00, Ben +1:00:00')
  expect(text).toContain('2 h left: Kim +15:00, Ben +28:07')
  expect(text).toContain('40 min left: Kim +05:00, Ben +09:22')
})

test('a chain without steps is not drawn', () => {
  expect(renderToStaticMarkup(<ChainLine steps={[]} />)).toBe('')
})
