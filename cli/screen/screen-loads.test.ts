import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MEMBERS = join(import.meta.dirname, '..', '..')
const STATIC = /^(?:import|export) (?!type )[^;]*? from '([^']+\.ts)'/gm

/** The files that are loaded with one: what it imports for its values, and what that imports. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  known.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
    const path = from.startsWith('@apsis/') ? join(MEMBERS, from.slice(7)) : join(file, '..', from)
    if (!known.has(path)) loadedWith(path, known)
  }
  return known
}

test('apsis screen of element sets loads no tables of nutation, no Earth orientation and no readers of ephemerides', () => {
  const loaded = [...loadedWith(join(MEMBERS, 'cli/screen/screen.ts'))].map((file) => file.slice(MEMBERS.length + 1))
  expect(loaded).toContain('cli/screen/screen-objects.ts')
  expect(loaded).toContain('astro/sgp4/init.ts')
  expect(loaded.filter((file) => /^astro\/frames\/(?!local|rotation)/.test(file))).toEqual([])
  expect(loaded.filter((file) => /^ccsds\/(stk|meme|ephemeris)\//.test(file))).toEqual([])
})
