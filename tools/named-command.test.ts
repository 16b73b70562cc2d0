import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INTEROPS } from './interop.ts'
import { describeCommands, refusalOf } from './named-command.ts'
import { ROOT } from './run/step.ts'
import { namesInTexts } from './testing/names-in-texts.ts'

const FRUIT = { apple: { file: 'a.ts', about: 'is red' }, pear: { file: 'p.ts', about: 'is green' } }

test('every command of interop is a file, and every command that a document names exists', () => {
  expect(Object.values(INTEROPS).filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([])
  const named = namesInTexts('interop')
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !Object.hasOwn(INTEROPS, name))).toEqual([])
})

test('describeCommands() returns a line for each command', () => {
  expect(describeCommands('fruit', FRUIT).split('\n')).toEqual([
    'Usage: npm run fruit -- NAME [options]',
    '  apple  is red',
    '  pear   is green',
  ])
})

test('refusalOf() names the nearest command, and all of them', () => {
  const refusal = refusalOf('fruit', FRUIT, 'aple')
  expect(refusal).toContain('npm run fruit has no command "aple"; did you mean apple?')
  expect(refusal).toContain('pear   is green')
  expect(refusalOf('fruit', FRUIT, 'toString')).toMatch(/^npm run fruit has no command "toString"\n/)
})
