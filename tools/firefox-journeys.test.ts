import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIREFOX_JOURNEYS } from './firefox-journeys.data.ts'
import { ROOT } from './run/step.ts'

test('the campaign in Firefox has twelve journeys, each of which exists under its name', () => {
  expect(new Set(FIREFOX_JOURNEYS.map(({ test: name }) => name)).size).toBe(12)
  const missing = FIREFOX_JOURNEYS.filter(
    ({ file, test: name }) => !readFileSync(join(ROOT, file), 'utf8').includes(`'${name}'`),
  )
  expect(missing).toEqual([])
})
