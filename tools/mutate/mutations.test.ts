import { expect, test } from 'vitest'
import { source } from '../house/source.ts'
import { diskTree, type Tree } from '../house/tree.ts'
import { ROOT } from '../run/step.ts'
import { EQUIVALENT } from './equivalent.data.ts'
import { applied, mutationsOf } from './mutations.ts'
import { nearbyTests } from './nearby.ts'
import { switched } from './switched.ts'

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return { files: () => Object.keys(files).sort(), read: (path) => files[path] ?? '' }
}

/** Returns the file with each of its changes, one at a time. */
function changed(text: string): string[] {
  const file = source(treeOf({ 'astro/a.ts': text }), 'astro/a.ts')
  return mutationsOf(file).map((mutation) => applied(text, mutation))
}

test.each([
  ['x = a < b', ['x = a <= b']],
  ['x = a === b', ['x = a !== b']],
  ['x = a && b', ['x = a || b']],
  ['x = a + b', ['x = a - b']],
  ["x = 'a' + b", []],
  ['x = !a', ['x = (a)']],
  ['x = Math.max(a, b)', ['x = Math.min(a, b)']],
  ['x = a.toString()', []],
  ['x = true', ['x = false']],
  ['x = 7', ['x = 8']],
  ['x = 0.5', ['x = 1']],
  ['x = 1_000', ['x = 2000']],
  ['x = 1e-9', ['x = 1e-8']],
  ['x = 2.5e-9', ['x = 5e-9']],
  ['if (a) b()', ['if (false) b()', 'if (true) b()', 'if (a) ;']],
  ['x = a ? b : c', ['x = false ? b : c', 'x = true ? b : c']],
  ['save(a)', [';']],
  ["import { a } from './b.ts'", []],
  ['x = max(9).meta({ examples: [7] })', ['x = max(10).meta({ examples: [7] })']],
  ['const EXAMPLE = { size: 7 }', []],
  ['const ENTRY_EXAMPLE = { size: 7 }', []],
  ['x = list[a] ?? 0', ['x = list[a] && 0']],
  ['x = list.at(a)?.b ?? 0', ['x = list.at(a)?.b && 0']],
  ['const [x = 0, y] = list', []],
  ['x = known ?? 0', ['x = known && 0', 'x = known ?? 1']],
  ['type A = { readonly ok: true; readonly sign: -1 }', []],
])('mutationsOf() turns %s into a change that a test should notice', (text, wanted) => {
  expect(changed(text)).toEqual(wanted)
})

test('a change states its place', () => {
  const file = source(treeOf({ 'astro/a.ts': 'const a = 1\nconst b = a * 2.5\n' }), 'astro/a.ts')
  expect(mutationsOf(file)).toMatchObject([
    { file: 'astro/a.ts', line: 1, before: '1', after: '2' },
    { line: 2, before: '*', after: '/' },
    { line: 2, before: '2.5' },
  ])
})

test('switched() makes each change active by its number while the file runs', () => {
  const text = 'if (a < b) go()\nconst c = list?.some(is).length ?? 3\nstop()\n'
  const file = source(treeOf({ 'web/a.ts': text }), 'web/a.ts')
  const wanted = mutationsOf(file).filter(({ after }) => ['<=', 'every', ';'].includes(after))
  const numbered = new Map(wanted.map((mutation, i) => [i + 1, mutation]))
  const { text: made, left } = switched(file, numbered)
  expect(left).toEqual([])
  const run = (change: number) => {
    const said: string[] = []
    const list = { some: () => ({ length: 1 }), every: () => ({ length: 2 }) }
    const whole = `globalThis.apsisChange = ${change}\n${made}\nsaid.push(c)`
    new Function('a', 'b', 'go', 'list', 'is', 'stop', 'said', whole)(
      1,
      1,
      () => said.push('went'),
      list,
      () => true,
      () => said.push('stopped'),
      said,
    )
    return said.join(' ')
  }
  const outcomes = Object.fromEntries([...numbered].map(([number, { before }]) => [before.trim(), run(number)]))
  expect(run(0)).toBe('stopped 1')
  expect(outcomes).toEqual({ '<': 'went stopped 1', some: 'stopped 2', 'go()': 'stopped 1', 'stop()': '1' })
})

test('switched() leaves out a change inside another one, and a key of an object', () => {
  const text = 'const a = b + 2\nconst c = { 1: d }\n'
  const file = source(treeOf({ 'web/a.ts': text }), 'web/a.ts')
  const { left } = switched(file, new Map(mutationsOf(file).map((mutation, i) => [i, mutation])))
  expect(left).toEqual([1, 2])
})

test('nearbyTests() takes the tests of the same name, of the same noun, and of files that import the file directly or over one other, its own member first, and server tests over HTTP', () => {
  const { near: nearby, farther } = nearbyTests(
    treeOf({
      'astro/a.ts': '',
      'astro/a.test.ts': "import './a.ts'",
      'astro/b.ts': "import { a } from './a.ts'",
      'astro/b.test.ts': "import { b } from './b.ts'",
      'astro/deep.ts': '',
      'astro/uses-deep.ts': "import { deep } from './deep.ts'",
      'astro/uses-deep.test.ts': "import { uses } from './uses-deep.ts'",
      'server/ca/event.repository.ts': '',
      'server/ca/event.test.ts': '',
      'server/e.test.ts': "import { a } from '@apsis/astro/a.ts'",
      'server/tle/set.repository.ts': '',
      'server/tle/set.service.ts': "import { list } from './set.repository.ts'",
      'server/tle/tle.routes.ts': "import { list } from './set.service.ts'",
      'server/tle/tle.test.ts': '',
      'contract/duty/alarm.ts': "export const readAlarm = { path: '/api/v1/duty/alarms/{id}' }",
      'server/duty/acknowledge.service.ts': '',
      'server/duty/alarm.routes.ts':
        "import { readAlarm } from '@apsis/contract/duty/alarm.ts'\nimport { ask } from './acknowledge.service.ts'",
      'server/page.test.ts': "call('GET /api/v1/duty/alarms/7'); call('GET /api/v1/duty/plan')",
      'server/pass.test.ts': "call('GET /api/v1/duty/alarms/7'); call('POST /api/v1/duty/alarms/7')",
      'server/plan.test.ts': "call('GET /api/v1/duty/plan')",
      'astro/0/far.test.ts': "import { a } from '../a.ts'",
      'cli/c.test.ts': "import { a } from '@apsis/astro/a.ts'",
      'cli/d.test.ts': "import type { a } from '@apsis/astro/a.ts'",
      'contract/row.ts': '',
      'server/rows.test.ts': "import { row } from '@apsis/contract/row.ts'",
      'astro/a/bottom.ts': '',
      'astro/a/second.ts': "import { bottom } from './bottom.ts'",
      'astro/a/third.ts': "import { second } from './second.ts'",
      'astro/a/top.ts': "import { third } from './third.ts'",
      'cli/top.test.ts': "import { top } from '@apsis/astro/a/top.ts'",
      'astro/a/top.test.ts': "import { top } from './top.ts'",
    }),
  )
  expect(nearby('astro/a.ts')).toEqual([
    ...['astro/a.test.ts', 'astro/b.test.ts', 'astro/0/far.test.ts', 'cli/c.test.ts'],
  ])
  expect(nearby('astro/deep.ts')).toEqual(['astro/uses-deep.test.ts'])
  expect(nearby('server/ca/event.repository.ts')).toEqual(['server/ca/event.test.ts'])
  expect(nearby('server/tle/set.repository.ts')).toEqual(['server/tle/tle.test.ts'])
  expect(nearby('server/duty/acknowledge.service.ts')).toEqual(['server/pass.test.ts', 'server/page.test.ts'])
  // A server test needs a database, so a table of the contract is tested by others.
  expect(nearby('contract/duty/alarm.ts')).toEqual([])
  expect(nearby('astro/none.ts')).toEqual([])
  // A test that imports the file over four others is far from it; tests of its own member come first.
  expect(nearby('astro/a/bottom.ts')).toEqual([])
  expect(farther('astro/a/bottom.ts')).toEqual(['astro/a/top.test.ts', 'cli/top.test.ts'])
  expect(farther('contract/duty/alarm.ts')).toEqual([])
  // A near test does not run again, and the server's tests do not run for files that the server does not use.
  expect(farther('astro/a.ts')).toEqual([])
  expect(farther('contract/row.ts')).toEqual(['server/rows.test.ts'])
})

test("nearbyTests() takes the page tests next to a file and those of the pages that show it; tests whose name contains the file's name come first", () => {
  const { ofPages } = nearbyTests(
    treeOf({
      'web/ui/table/data-table.tsx': '',
      'web/ui/table/data-table.page.test.ts': '',
      'web/ui/table/chooser.page.test.ts': '',
      'web/ui/field/field.page.test.ts': '',
      'web/ca/list.tsx': "import { DataTable } from '../ui/table/data-table.tsx'",
      'web/ca/list.page.tsx': "import { List } from './list.tsx'",
      'web/ca/list.page.test.ts': '',
      'web/odt/passes.page.test.ts': '',
    }),
  )
  expect(ofPages('web/ui/table/data-table.tsx')).toEqual([
    'web/ui/table/data-table.page.test.ts',
    'web/ui/table/chooser.page.test.ts',
    'web/ca/list.page.test.ts',
  ])
  expect(ofPages('web/ca/list.tsx')).toEqual(['web/ca/list.page.test.ts'])
})

test('nearbyTests() takes the table of all limits for the parts of calls, however far away, and for no other file', () => {
  const { near: nearby } = nearbyTests(
    treeOf({
      'contract/limits.test.ts': "import { CALLS } from './api/services.ts'",
      'contract/api/services.ts': "import { calls } from '../ca/calls.ts'",
      'contract/ca/calls.ts': "import { Satellite } from './satellite.ts'",
      'contract/ca/satellite.ts': "import { Configuration } from './configuration.ts'",
      'contract/ca/configuration.ts':
        "import { Propulsion } from '../propulsion.ts'\nimport type { Shape } from './shape.ts'",
      'contract/propulsion.ts': '',
      'contract/propulsion.test.ts': "import './propulsion.ts'",
      'contract/ca/shape.ts': '',
    }),
  )
  expect(nearby('contract/propulsion.ts')).toEqual(['contract/propulsion.test.ts', 'contract/limits.test.ts'])
  expect(nearby('contract/ca/shape.ts')).toEqual([])
})

test('each change that is listed as equivalent is in a line that still exists', () => {
  const tree = diskTree(ROOT)
  const isThere = ({ file, line }: (typeof EQUIVALENT)[number]) =>
    tree
      .read(file)
      .split('\n')
      .some((text) => text.trim() === line)
  expect(EQUIVALENT.filter((one) => !isThere(one)).map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})
