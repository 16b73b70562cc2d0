import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../../', import.meta.url))
const PAGE = 'dev/kitchensink.page.tsx'

/** Returns every file that the page imports, with its contents. */
function reachedFrom(start: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const text = readFileSync(join(WEB, path), 'utf8')
    found.set(path, text)
    for (const [, from = ''] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g))
      waiting.push(relative(WEB, resolve(WEB, dirname(path), from)))
  }
  return found
}

/** Returns the components of a folder, with the files that export them. */
function componentsIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => join(folder, name))
    .flatMap((path) =>
      [...readFileSync(join(WEB, path), 'utf8').matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(
        ([, component = '']) => [component, path] as const,
      ),
    )
}

const reached = reachedFrom(PAGE)
const components = ['ui', 'chart', 'clock'].flatMap(componentsIn)

test('the page consists of many files, and there are many components', () => {
  expect(reached.size).toBeGreaterThan(60)
  expect(components.length).toBeGreaterThan(40)
})

test('this test fails for a component that is not on the kitchen sink', () => {
  const missing = components.filter(([component]) => {
    // The component is used in a text, or as a part whose code is fetched when it is first shown.
    const use = new RegExp(`<${component}[\\s/>]|import\\([^)]+\\)\\)\\.${component}\\b`)
    return ![...reached.values()].some((text) => use.test(text))
  })
  expect(missing).toEqual([])
})
