import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INTEROPS } from './interop.ts'
import { describeCommands, refusalOf } from './named-command.ts'
import { ROOT } from './run/step.ts'
import { namesInTexts } from './testing/names-in-texts.ts'
import { TOOLS } from './tool.ts'

const FRUIT = { apple: { file: 'a.ts', about: 'is red' }, pear: { file: 'p.ts', about: 'is green' } }

test.each([
  ['npm run tool --', TOOLS],
  ['npm run tool -- interop', INTEROPS],
])(
  'every command of %s is a file that runs by its name, and every command that a document names exists',
  (call, commands) => {
    const files = Object.values(commands).map(({ file }) => file)
    expect(files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('import.meta.main'))).toEqual([])
    const named = namesInTexts(call)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !Object.hasOwn(commands, name))).toEqual([])
  },
)

test('a tool gets the options behind its name, and its exit code is passed on', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'tools/tool.ts'), 'soak', '--seeds', 'none'])
  expect([status, stderr.toString()]).toEqual([2, expect.stringMatching(/^Usage: npm run tool -- soak /)])
})

test('describeCommands() returns a line for each command', () => {
  expect(describeCommands('npm run fruit --', FRUIT).split('\n')).toEqual([
    'Usage: npm run fruit -- NAME [options]',
    '  apple  is red',
    '  pear   is green',
  ])
})

test('refusalOf() names the nearest command, and all of them', () => {
  const refusal = refusalOf('npm run fruit --', FRUIT, 'aple')
  expect(refusal).toContain('There is no command "aple"; did you mean apple?')
  expect(refusal).toContain('pear   is green')
  expect(refusalOf('npm run fruit --', FRUIT, 'toString')).toMatch(/^There is no command "toString"\.\n/)
})
