import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from './event.ts'

test.each(['docs/guide/account/events.md', 'docs/guide/account/events.de.md'])(
  'the guide %s names every kind of event',
  (file) => {
    const guide = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(EVENT_TYPES.filter((type) => !guide.includes(`\`${type}\``))).toEqual([])
  },
)
