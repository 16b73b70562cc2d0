import { expect, test } from 'vitest'
import { NOTICES_FILE } from '../../third-party-notices.config.ts'
import { entriesOf, offeredPages, REFERENCE } from './doc-page.ts'
import type { Guide } from './guide.ts'
import { sectionsOf } from './section.ts'
import { GUIDES } from './testing/guides.ts'

const EVERY = [...GUIDES.en, ...GUIDES.de]
const SAMPLES = Object.keys(import.meta.glob('../../../ccsds/samples/*')).map((path) =>
  path.replace('../../../ccsds', ''),
)
const everybody = offeredPages(new Set(['ca:user', 'odt:user', 'payments:user']))

test('every guide belongs to a part that some role sees, and none has the name of a reference', () => {
  expect(new Set(GUIDES.en.map(({ page }) => page))).toEqual(new Set(everybody.map(({ id }) => id)))
  expect(EVERY.filter(({ file }) => file === REFERENCE)).toEqual([])
})

test('the guides that spec §2 names exist: getting started, authentication, and the api of on-demand tracking', () => {
  const places = GUIDES.en.map(({ page, file }) => `${page}/${file}`)
  expect(places).toEqual(
    expect.arrayContaining(['platform/getting-started', 'platform/authentication', 'odt/api', 'ca/user-configuration']),
  )
})

test('every link between guides leads to an existing guide and heading, or to a file beside the pages', () => {
  const entries = everybody.flatMap((page) => entriesOf(page, GUIDES.en))
  const broken = EVERY.flatMap(({ page, file, body }) =>
    [...body.matchAll(/\]\((\/[^)]*)\)/g)].flatMap(([, href = '']) => {
      if (href === `/${NOTICES_FILE}`) return []
      if (href.startsWith('/samples/')) return SAMPLES.includes(href) ? [] : [`${page}/${file}: ${href}`]
      const [, toPage, toFile, hash] = /^\/docs\/([^/#]+)\/([^/#]+)(?:#(.+))?$/.exec(href) ?? []
      const target = GUIDES.en.find((guide) => guide.page === toPage && guide.file === toFile)
      const isThere = entries.some((entry) => entry.page === toPage && entry.file === toFile)
      const named = hash === undefined || sectionsOf(target?.body ?? '').some(({ id }) => id === hash)
      return isThere && named ? [] : [`${page}/${file}: ${href}`]
    }),
  )
  expect(broken).toEqual([])
})

test('a guide for everybody links to no guide that only some users see', () => {
  const open: readonly string[] = offeredPages(new Set()).map(({ id }) => id)
  const leading = EVERY.filter(({ page }) => open.includes(page)).flatMap(({ page, file, body }) =>
    [...body.matchAll(/\]\(\/docs\/([^/)]+)/g)].flatMap(([, to = '']) =>
      open.includes(to) ? [] : [`${page}/${file}`],
    ),
  )
  expect(leading).toEqual([])
})

test('no guide contains HTML or a named character, which the page would not show', () => {
  const prose = EVERY.map(({ page, file, body }) => ({
    place: `${page}/${file}`,
    text: body.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, ''),
  }))
  expect(prose.filter(({ text }) => /<\/?[a-z]|&[a-z]+;/i.test(text)).map(({ place }) => place)).toEqual([])
})

/** The place in the guide that sets the address and the token for every command. */
const FIRST_CALL = '/docs/platform/getting-started#make-a-first-call'

test('a command uses only variables that its guide has set before, or for which it names the place', () => {
  const unset = EVERY.flatMap(({ page, file, body }) => {
    const known = new Set(body.includes(FIRST_CALL) ? ['APSIS', 'TOKEN'] : [])
    return [...body.matchAll(/^```(?:sh|text)\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) =>
      code.split('\n').flatMap((line) => {
        // A line that sets a variable can be followed by lines that use it, but does not use it itself.
        const used = [...line.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name).filter((name) => !known.has(name))
        for (const [, name = ''] of line.matchAll(/(?:^|\s)([A-Z_]+)=/g)) known.add(name)
        return used.map((name) => `${page}/${file}: ${name}`)
      }),
    )
  })
  expect(unset).toEqual([])
})

const depthsOf = ({ body }: Guide) => sectionsOf(body).flatMap(({ id, depth }) => (id === '' ? [] : [depth]))
const codeOf = ({ body }: Guide) => body.match(/```[\s\S]*?```/g) ?? []
const linksOf = ({ body }: Guide) => [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href).sort()
const rowsOf = ({ body }: Guide) => body.split('\n').filter((line) => line.startsWith('|')).length

test('every guide has a German version at the same place of the contents, and every German guide has an English one', () => {
  const placesOf = (guides: readonly Guide[]) =>
    guides.map(({ page, file, order }) => `${page}/${file} ${order}`).sort()
  expect(placesOf(GUIDES.de)).toEqual(placesOf(GUIDES.en))
})

test.each(GUIDES.en.map((guide) => [`${guide.page}/${guide.file}`, guide] as const))(
  '%s in German has the same headings, code, links and rows, and other words',
  (_, english) => {
    const german = GUIDES.de.find(({ page, file }) => page === english.page && file === english.file)
    if (!german) throw new Error('has no twin')
    expect(depthsOf(german)).toEqual(depthsOf(english))
    expect(codeOf(german)).toEqual(codeOf(english))
    expect(linksOf(german)).toEqual(linksOf(english))
    expect(rowsOf(german)).toBe(rowsOf(english))
    expect(german.body).not.toBe(english.body)
  },
)

test('no two guides have the same place in the contents', () => {
  const places = GUIDES.en.map(({ page, order }) => `${page} ${order}`)
  expect(places).toEqual([...new Set(places)])
})

test('every sample file is listed on the page of the first steps', () => {
  const first = GUIDES.en.find(({ file }) => file === 'getting-started')
  expect(SAMPLES.filter((sample) => !first?.body.includes(`](${sample})`))).toEqual([])
})
