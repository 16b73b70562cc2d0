import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from './event.ts'

test.each(['events.md', 'events.de.md'])('the guide %s names every kind of event', (file) => {
  const guide = readFileSync(new URL(`../../docs/guide/account/${file}`, import.meta.url), 'utf8')
  expect(EVENT_TYPES.filter((type) => !guide.includes(`\`${type}\``))).toEqual([])
})
