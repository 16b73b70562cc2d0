import { expect, test } from 'vitest'
import { entriesOf, offeredPages, REFERENCE } from './doc-page.ts'
import { GUIDES } from './guides.ts'
import { sectionsOf } from './section.ts'

const everybody = offeredPages(new Set(['ca:user', 'odt:user']))

test('every guide belongs to a part that somebody is offered, and none takes the place of a reference', () => {
  expect(new Set(GUIDES.map(({ page }) => page))).toEqual(new Set(everybody.map(({ id }) => id)))
  expect(GUIDES.filter(({ file }) => file === REFERENCE)).toEqual([])
})

test('the guides that spec §2 names are there: getting started, authentication, and api of on-demand tracking', () => {
  const places = GUIDES.map(({ page, file }) => `${page}/${file}`)
  expect(places).toEqual(
    expect.arrayContaining(['platform/getting-started', 'platform/authentication', 'odt/api', 'ca/user-configuration']),
  )
})

test('every link between guides leads to a guide and a heading that exist', () => {
  const entries = everybody.flatMap((page) => entriesOf(page, GUIDES))
  const broken = GUIDES.flatMap(({ page, file, body }) =>
    [...body.matchAll(/\]\((\/[^)]*)\)/g)].flatMap(([, href = '']) => {
      const [, toPage, toFile, hash] = /^\/docs\/([^/#]+)\/([^/#]+)(?:#(.+))?$/.exec(href) ?? []
      const target = GUIDES.find((guide) => guide.page === toPage && guide.file === toFile)
      const isThere = entries.some((entry) => entry.page === toPage && entry.file === toFile)
      const named = hash === undefined || sectionsOf(target?.body ?? '').some(({ id }) => id === hash)
      return isThere && named ? [] : [`${page}/${file}: ${href}`]
    }),
  )
  expect(broken).toEqual([])
})

test('a guide for everybody links to no guide that only some are offered', () => {
  const open = offeredPages(new Set()).map(({ id }) => id)
  const leading = GUIDES.filter(({ page }) => open.includes(page)).flatMap(({ page, file, body }) =>
    [...body.matchAll(/\]\(\/docs\/([^/)]+)/g)].flatMap(([, to = '']) =>
      open.includes(to) ? [] : [`${page}/${file}`],
    ),
  )
  expect(leading).toEqual([])
})

test('no guide holds HTML or a named character, which the page would not show', () => {
  const prose = GUIDES.map(({ page, file, body }) => ({
    place: `${page}/${file}`,
    text: body.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, ''),
  }))
  expect(prose.filter(({ text }) => /<\/?[a-z]|&[a-z]+;/i.test(text)).map(({ place }) => place)).toEqual([])
})
