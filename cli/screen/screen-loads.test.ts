import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MEMBERS = join(import.meta.dirname, '..', '..')
const STATIC = /^(?:import|export) (?!type )[^;]*? from '([^']+\.ts)'/gm

/** Returns the files that are loaded with a file: its imports of values, and their imports. */
function loadedWith(file: string, known = new Set<string>()): Set<string> {
  known.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
    const path = from.startsWith('@apsis/') ? join(MEMBERS, from.slice(7)) : join(file, '..', from)
    if (!known.has(path)) loadedWith(path, known)
  }
  return known
}

function filesLoadedWith(file: string): string[] {
  return [...loadedWith(join(MEMBERS, file))].map((each) => each.slice(MEMBERS.length + 1))
}

test('apsis screen starts its threads before it loads the readers and the screener', () => {
  const before = filesLoadedWith('cli/screen/screen.ts')
  expect(before).toContain('engine/thread-group.ts')
  expect(before.filter((file) => /^astro\/(conjunction|screening|sgp4)\/(?!.*\.data)/.test(file))).toEqual([
    'astro/screening/screening-box.ts',
  ])
  expect(before.filter((file) => /^ccsds\/(?!notation)/.test(file))).toEqual([])
})

test('apsis screen of element sets loads no tables of nutation, no Earth orientation and no readers of ephemerides', () => {
  const loaded = filesLoadedWith('cli/screen/screen-run.ts')
  expect(loaded).toContain('cli/screen/screen-objects.ts')
  expect(loaded).toContain('astro/sgp4/init.ts')
  expect(loaded.filter((file) => /^astro\/frames\/(?!local|rotation)/.test(file))).toEqual([])
  expect(loaded.filter((file) => /^ccsds\/(stk|meme|ephemeris)\//.test(file))).toEqual([])
})

test('apsis screen of element sets loads no reader of messages and no probability except that of the class table', () => {
  const loaded = filesLoadedWith('cli/screen/screen-run.ts')
  expect(loaded).toContain('ccsds/message/catalogue-rows.ts')
  expect(loaded).toContain('astro/screening/class-probability.ts')
  expect(loaded).not.toContain('ccsds/message/read-messages.ts')
  expect(loaded.filter((file) => /^ccsds\/(cdm|ocm|oem|opm|tdm)\//.test(file))).toEqual([])
  expect(loaded.filter((file) => /^astro\/conjunction\/probability\//.test(file)).toSorted()).toEqual([
    'astro/conjunction/probability/check-miss.ts',
    'astro/conjunction/probability/circle-2d.ts',
    'astro/conjunction/probability/maximum.ts',
  ])
})
