import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plantedTree } from './house/tree.ts'
import { ROOT } from './run/step.ts'
import { formatFailure, listPropertyTests, parseWish } from './soak.ts'

test('parseWish counts twenty seeds from the given one, or from the clock', () => {
  expect(parseWish(['--seeds', '3', '--from', '7', 'astro/orbit'], 0)).toEqual({
    seeds: [7, 8, 9],
    parts: ['astro/orbit'],
  })
  const byClock = parseWish([], 1_795_190_400_000)
  expect(byClock?.seeds).toHaveLength(20)
  expect(byClock?.seeds[0]).toBe(1_795_190_400)
})

test('parseWish refuses unknown arguments, and seeds that fast-check would not accept', () => {
  for (const args of [
    ['--seed', '3'],
    ['--seeds', '0'],
    ['--seeds', 'x'],
    ['--from', '-1'],
    ['--from', '2147483648'],
  ])
    expect(parseWish(args, 0)).toBeUndefined()
})

test('listPropertyTests finds tests by their imports, and leaves out those that the soak does not run', () => {
  const property = "import fc from 'fast-check'\n"
  const tree = plantedTree({
    'astro/a.test.ts': property,
    'astro/b.test.ts': `// fast-check\n${property}`,
    'astro/c.ts': property,
    'astro/d.test.ts': "const text = 'fast-check'\n",
    'identity/e.db.test.ts': property,
    'server/f.test.ts': property,
    'web/g.test.tsx': property,
  })
  expect(listPropertyTests(tree, [])).toEqual(['astro/a.test.ts', 'astro/b.test.ts', 'web/g.test.tsx'])
  expect(listPropertyTests(tree, ['web/', 'b.test'])).toEqual(['astro/b.test.ts', 'web/g.test.tsx'])
})

test('formatFailure prints file, test, seed and counterexample of a property that really failed, without the stack', () => {
  const { message, stack } = failureOf(() =>
    fc.assert(
      fc.property(fc.nat(), (n) => n < 10),
      { seed: 5, endOnFailure: false },
    ),
  )
  expect(message).toContain('Counterexample: [10]')
  const said = formatFailure({ file: join(ROOT, 'astro', 'a.test.ts'), test: 'a is small', message: stack ?? '' })
  expect(said).toContain('  astro/a.test.ts › a is small\n')
  expect(said).toMatch(/\{ seed: 5, path: "[\d:]+", endOnFailure: true \}\n {4}Counterexample: \[10\]/)
  expect(said).not.toMatch(/^\s+at /m)
})

function failureOf(fails: () => void): Error {
  try {
    fails()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new TypeError('Nothing failed.')
}
