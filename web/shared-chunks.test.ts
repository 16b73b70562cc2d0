import { expect, test } from 'vitest'
import { pagesByModule, sharedBy, shownFirst } from './shared-chunks.config.ts'

const pages = (count: number, named: readonly string[] = []) =>
  new Set([...named, ...Array.from({ length: count - named.length }, (_, index) => `/web/ca/room${index}/a.page.tsx`)])

test('a page waits for what its imports import, circles included, and not for what it fetches later', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    '/web/ca/find/find.page.tsx': ['/web/list.ts', '/web/time.ts'],
    '/web/odt/passes/passes.page.tsx': ['/web/list.ts', '/web/sky.ts', '/web/time.ts'],
    '/web/dev/kitchen.page.tsx': ['/web/sky.ts'],
    '/web/list.ts': ['/web/row.ts', '/node_modules/kit/index.js'],
    '/web/row.ts': ['/web/list.ts'],
    '/web/sky.ts': [],
    '/web/time.ts': [],
    '/web/toasts.tsx': ['/web/time.ts'],
    '/web/fetched-later.ts': ['/web/row.ts'],
    '/node_modules/kit/index.js': ['/web/row.ts'],
  }
  const found = pagesByModule(Object.keys(imports), (module) => imports[module] ?? [])
  const both = ['/web/ca/find/find.page.tsx', '/web/odt/passes/passes.page.tsx']
  expect([...(found.get('/web/row.ts') ?? [])].sort()).toEqual(both)
  expect([...(found.get('/web/list.ts') ?? [])].sort()).toEqual(both)
  expect([...(found.get('/web/sky.ts') ?? [])]).toEqual(['/web/odt/passes/passes.page.tsx'])
  expect(found.has('/web/fetched-later.ts')).toBe(false)
  expect(found.has('/node_modules/kit/index.js')).toBe(false)
  // The frame fetches it for itself, whatever the page.
  expect(found.has('/web/time.ts')).toBe(false)
})

test('what eight pages wait for is one file; the first page reads none of what only others use', () => {
  const first = '/web/ca/conjunctions/conjunctions.page.tsx'
  expect(sharedBy(undefined)).toBeNull()
  expect(sharedBy(pages(7))).toBeNull()
  // The first page waits for few files, however few pages share what it uses.
  expect(sharedBy(pages(7, [first]))).toBe('first')
  expect(sharedBy(pages(1, [first]))).toBe('first')
  // A page of another service would read all of that.
  expect(sharedBy(new Set([first, '/web/account/account.page.tsx']))).toBeNull()
  expect(sharedBy(pages(8, [first]))).toBe('common')
  expect(sharedBy(pages(8))).toBe('beyond-first')
  // A page whose name ends alike is another page.
  expect(sharedBy(pages(8, ['/web/ca/find/old-conjunctions.page.tsx']))).toBe('beyond-first')
})

test('inspector and plots of the first page lie in one file, without what the frame or many pages wait for', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    '/web/ca/conjunctions/inspector.tsx': ['/web/ca/event/advice.tsx', '/node_modules/kit/index.js'],
    '/web/ca/plot/timeline/timeline-plot.tsx': ['/web/chart/axes.tsx', '/web/ui/link.tsx', '/web/time.ts'],
    '/web/toasts.tsx': ['/web/time.ts'],
    '/web/ca/plot/drag/drag-plot.tsx': ['/web/ca/plot/drag/curve.ts'],
  }
  const found = shownFirst(
    Object.keys(imports),
    (module) => imports[module] ?? [],
    new Map([['/web/ui/link.tsx', pages(5)]]),
  )
  expect([...found].sort()).toEqual([
    '/web/ca/conjunctions/inspector.tsx',
    '/web/ca/event/advice.tsx',
    '/web/ca/plot/timeline/timeline-plot.tsx',
    '/web/chart/axes.tsx',
  ])
})
