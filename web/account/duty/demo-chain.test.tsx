import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DemoChain } from './demo-chain.tsx'

test('each step states who is on call now, until when, and that their telephone is simulated', () => {
  const page = renderToStaticMarkup(
    <DemoChain
      demo={{
        steps: [
          { people: ['Ann Ash', 'Bo Birch'], telephone: null },
          { people: ['Cy Cedar'], telephone: '+00 1' },
        ],
        now: [
          { step: 1, person: 'Bo Birch', until: '2026-11-30T08:00:00.000Z' },
          { step: 2, person: null, until: null },
        ],
        escalation: null,
      }}
    />,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(page).toContain('On call now: Bo Birch, until 2026-11-30 08:00 Z')
  expect(page).toMatch(/telephone \+00 1, SIMULATED/)
  expect(page.match(/, until \d/g)).toHaveLength(1)
  expect(page).toContain('Nobody here exists or is called.')
})
