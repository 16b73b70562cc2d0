import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROOT, run } from '../run/step.ts'
import { closureOf, onlyComputes } from './closure.ts'
import { believesKept, keepProof, provableOf, provedBefore } from './proved.ts'

function useCache(): void {
  const cache = mkdtempSync(join(tmpdir(), 'apsis-proved-'))
  vi.stubEnv('APSIS_TEST_CACHE', cache)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(cache, { recursive: true })
  })
}

test('a test reaches its imports, their imports, and the data that any of these files name', () => {
  const closure = closureOf(['astro/sgp4/propagate.test.ts'])
  expect(closure).toEqual(
    expect.arrayContaining(['astro/sgp4/propagate.test.ts', 'astro/sgp4/propagate.ts', 'astro/constants.ts']),
  )
  expect(closureOf(['contract/limits.test.ts'])).toContain('contract/limits.csv')
  expect(closureOf(['contract/events/event.test.ts'])).toContain('docs/guide/account/events.de.md')
  expect(closure.filter((file) => file.startsWith('web/'))).toEqual([])
})

test('the result of a test that starts programs or lists folders is not stored', () => {
  for (const file of [
    'tools/pack-cli.test.ts',
    'tools/house.test.ts',
    'web/dev/kitchensink/complete.test.ts',
    'tools/run/step.test.ts',
  ])
    expect(onlyComputes(closureOf([file])), file).toBe(false)
  expect(onlyComputes(closureOf(['contract/limits.test.ts']))).toBe(true)
})

test('the hash of a test changes with its own settings and not with those of others', () => {
  const keyNow = () => provableOf(['contract/limits.test.ts'])[0]?.key
  const before = keyNow()
  expect(keyNow()).toBe(before)
  vi.stubEnv('APSIS_TEST_SIZE', 'whole')
  expect(keyNow()).not.toBe(before)
  vi.unstubAllEnvs()
  expect(provableOf(['contract/roles.test.ts'])[0]?.key).not.toBe(before)
})

test('passed results are stored; failures and skipped tests are not', () => {
  useCache()
  const key = 'a'.repeat(64)
  keepProof(key, { passed: 3, failed: 1, skipped: 0 })
  keepProof(key, { passed: 3, failed: 0, skipped: 1 })
  expect(provedBefore(key)).toBeUndefined()
  keepProof(key, { passed: 3, failed: 0, skipped: 0 })
  expect(provedBefore(key)).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('a run that must prove everything uses no stored result', () => {
  vi.stubEnv('CI', '')
  vi.stubEnv('APSIS_TEST_FRESH', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(believesKept([])).toBe(true)
  expect(believesKept(['--all'])).toBe(false)
  vi.stubEnv('CI', 'true')
  expect(believesKept([])).toBe(false)
})

test('a test that reads a file which it does not name fails, and says which', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-guard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The test builds the name limits.csv from pieces, so nothing names it.
  const list = join(folder, 'provable.json')
  const file = 'contract/limits.test.ts'
  const [provable] = provableOf([file])
  writeFileSync(list, JSON.stringify({ [file]: provable?.closure.filter((one) => one !== 'contract/limits.csv') }))
  const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--project', 'unit', file]
  const ran = await run('guarded', { program: vitest, args, env: { APSIS_TEST_PROVABLE: list, NO_COLOR: '1' } })
  expect(ran.code).toBe(1)
  expect(ran.output).toContain('contract/limits.csv, which is not among what it names')
}, 120_000) // The test starts vitest, so it does more than compute.
