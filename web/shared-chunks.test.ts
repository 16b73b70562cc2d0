import { expect, test } from 'vitest'
import { isFormOfFirst, pagesByModule, partsOfFrame, sharedBy, shownFirst } from './shared-chunks.config.ts'

const pages = (count: number, named: readonly string[] = []) =>
  new Set([...named, ...Array.from({ length: count - named.length }, (_, index) => `/web/ca/room${index}/a.page.tsx`)])

test('a page waits for the imports of its imports, including cycles, and not for modules that it fetches later', () => {
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
  // The frame itself fetches it on every page.
  expect(found.has('/web/time.ts')).toBe(false)
})

test('modules for which eight pages wait are one file, and the first page loads none that only others use', () => {
  const first = '/web/ca/conjunctions.page.tsx'
  expect(sharedBy(undefined)).toBeNull()
  expect(sharedBy(pages(7))).toBeNull()
  // The first page waits for few files, however many pages share its modules.
  expect(sharedBy(pages(7, [first]))).toBe('first')
  expect(sharedBy(pages(1, [first]))).toBe('first')
  // A page of another service would load all of that.
  expect(sharedBy(new Set([first, '/web/account/account.page.tsx']))).toBeNull()
  expect(sharedBy(pages(8, [first]))).toBe('common')
  expect(sharedBy(pages(8))).toBe('beyond-first')
  // A page whose name only ends in the same way is another page.
  expect(sharedBy(pages(8, ['/web/ca/find/old-conjunctions.page.tsx']))).toBe('beyond-first')
})

test('inspector and plots of the first page are in one file, without modules for which the frame or many pages wait', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    '/web/ca/event/list/inspector.tsx': ['/web/ca/event/advice.tsx', '/node_modules/kit/index.js'],
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
    '/web/ca/event/advice.tsx',
    '/web/ca/event/list/inspector.tsx',
    '/web/ca/plot/timeline/timeline-plot.tsx',
    '/web/chart/axes.tsx',
  ])
})

test('modules that the frame itself fetches are in one file, without those for which the first page also waits', () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    '/web/notifications/toasts.tsx': ['/web/notifications/notice.ts', '/node_modules/kit/index.js'],
    '/web/notifications/notice-in-words.ts': [
      '/contract/notice-text/money.ts',
      '/contract/notice-text/words.ts',
      '/contract/ca/satellite.ts',
    ],
    '/web/ca/conjunctions.page.tsx': ['/contract/ca/satellite.ts'],
    '/web/account/account.page.tsx': ['/contract/notice-text/money.ts'],
    '/web/account/notifications.page.tsx': ['/web/notifications/notice-in-words.ts'],
  }
  const { alone, withFirst, withPages } = partsOfFrame(Object.keys(imports), (module) => imports[module] ?? [])
  expect([...withFirst]).toEqual(['/contract/ca/satellite.ts'])
  // The words of notices are loaded with the first notice.
  expect([...alone].sort()).toEqual(['/web/notifications/notice.ts', '/web/notifications/toasts.tsx'])
  // A page that shares only some modules with the frame does not wait for all modules of the frame.
  expect([...withPages]).toEqual(['/contract/notice-text/money.ts'])
})

test('formats for which the first page and few others wait are in one file', () => {
  const few = new Set(['/web/ca/conjunctions.page.tsx', '/web/account/account.page.tsx'])
  expect(isFormOfFirst('/contract/ca/userconfig.ts', few)).toBe(true)
  expect(isFormOfFirst('/web/ui/table/table.tsx', few)).toBe(false)
  expect(isFormOfFirst('/contract/ca/userconfig.ts', new Set(['/web/account/account.page.tsx']))).toBe(false)
  expect(isFormOfFirst('/contract/ca/userconfig.ts', undefined)).toBe(false)
})
