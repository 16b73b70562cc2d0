import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@apsis/tools/run/step.ts'
import { namesInTexts } from '@apsis/tools/testing/names-in-texts.ts'
import { expect, test } from 'vitest'
import { BENCHES } from './bench.ts'

test('every measurement has a file, and every measurement that a page names exists', () => {
  expect(Object.values(BENCHES).filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([])
  const named = namesInTexts('npm run bench --')
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !Object.hasOwn(BENCHES, name))).toEqual([])
})
