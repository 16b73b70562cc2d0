import { isNode, lineOf, nodesOf, propertyOf, type Source, source, sources, stringOf } from './source.ts'
import { fileName, isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

type Path = { readonly url: string; readonly line: number }

/** Words of the API whose singular no rule finds. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ephemerides: 'ephemeris',
  analyses: 'analysis',
  statistics: 'statistics',
}

/** The singular of a word in a URL; a word without a plural stays as it is. */
export function singular(word: string): string {
  const known = IRREGULAR[word]
  if (known !== undefined) return known
  if (/(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ch|sh|x|ss)es$|s$/, '')
}

/** `ca/conjunction` for `/api/v1/ca/conjunctions/{conjunction-id}`; undefined for the document of a service. */
export function nounOf(url: string): string | undefined {
  const [first = '', second = ''] = url.replace('/api/v1/', '').split('/')
  if (second === 'openapi') return undefined
  const named = second === '' || /^[{:]/.test(second) ? first : second
  return `${first}/${singular(named.replaceAll('_', '-'))}`
}

export const endpointPaths: Rule = {
  name: 'an endpoint lies where its URL says, in contract and in server',
  check: (tree) => sources(tree).flatMap((file) => [...contractFile(tree, file), ...routesFile(tree, file)]),
}

function contractFile(tree: Tree, file: Source): Violation[] {
  if (!file.path.startsWith('contract/') || isTestCode(file.path)) return []
  const noun = file.path.replace(/^contract\//, '').replace(/\.ts$/, '')
  const urls = endpointsIn(file)
  const wrong = urls.flatMap(({ url, line }) => {
    const expected = nounOf(url)
    if (expected === undefined || expected === noun) return []
    return [{ file: file.path, line, message: `holds ${url}: move it to contract/${expected}.ts.` }]
  })
  const routes = `server/${noun}.routes.ts`
  const [first] = urls
  if (wrong.length > 0 || first === undefined || tree.files().includes(routes)) return wrong
  if (nounOf(first.url) === undefined) return wrong
  return [{ file: file.path, line: first.line, message: `declares ${first.url}, but no ${routes} serves it.` }]
}

/** The URLs in the properties `path` of a file of the contract. */
function endpointsIn(file: Source): Path[] {
  return nodesOf(file, 'ObjectExpression').flatMap((object) => {
    const path = propertyOf(object, 'path')
    const url = stringOf(path)
    return path && url?.startsWith('/api/v1/') ? [{ url, line: lineOf(file, path) }] : []
  })
}

/** `server/ca/conjunction.routes.ts` serves the endpoints of `contract/ca/conjunction.ts`, and of no other file. */
function routesFile(tree: Tree, file: Source): Violation[] {
  const noun = /^server\/(.+)\.routes\.ts$/.exec(file.path)?.[1]
  if (noun === undefined || noun.startsWith('platform/')) return []
  const own = `@apsis/contract/${noun}.ts`
  const served = file.imports.filter(({ specifier, typeOnly }) => !typeOnly && holdsEndpoints(tree, specifier))
  const foreign = served.filter(({ specifier }) => specifier !== own)
  const wrong = foreign.map(({ specifier, line }) => ({
    file: file.path,
    line,
    message: `serves the endpoints of ${specifier}: do that in the routes file of the same path.`,
  }))
  if (served.some(({ specifier }) => specifier === own)) return wrong
  return [...wrong, { file: file.path, line: 1, message: `serves nothing of ${own}: name it for what it serves.` }]
}

function holdsEndpoints(tree: Tree, specifier: string): boolean {
  const path = specifier.replace(/^@apsis\//, '')
  return path.startsWith('contract/') && tree.files().includes(path) && endpointsIn(source(tree, path)).length > 0
}

export const jobNames: Rule = {
  name: 'a job is named for its file',
  check: (tree) =>
    sources(tree).flatMap((file) => {
      const [, domain, noun] = /^server\/([^/]+)\/([^/]+)\.job\.ts$/.exec(file.path) ?? []
      if (domain === undefined) return []
      const names = nodesOf(file, 'ObjectExpression').flatMap((object) => propertyOf(object, 'name') ?? [])
      if (names.some((name) => stringOf(name) === `${domain}.${noun}`)) return []
      const line = names[0] ? lineOf(file, names[0]) : 1
      return [{ file: file.path, line, message: `is found by its name: write name: '${domain}.${noun}'.` }]
    }),
}

const ROUTES = 'web/routes.tsx'
const HOME = 'web/home.page.tsx'

/** `ca/conjunctions` for `/ca/conjunctions/$id`, `tnc/tnc` for `/tnc`. */
export function pageOf(url: string): string {
  const [first = '', second = ''] = url.replace(/^\//, '').split('/')
  return `${first}/${second === '' || /^[$:{*]/.test(second) ? first : second}`
}

export const pagePaths: Rule = {
  name: 'a page lies where its URL says',
  check: (tree) => {
    const pages = tree.files().filter((path) => path.endsWith('.page.tsx') && path !== HOME)
    if (!tree.files().includes(ROUTES))
      return pages.map((file) => ({ file, line: 1, message: `is a page, but there is no ${ROUTES} to reach it by.` }))
    const routes = source(tree, ROUTES)
    const urls = urlsIn(routes)
    const known = new Set(urls.map(({ url }) => `web/${pageOf(url)}.page.tsx`))
    const unreachable = pages
      .filter((file) => !known.has(file))
      .map((file) => ({ file, line: 1, message: `is the page of no URL in ${ROUTES}: name it for its URL.` }))
    return [...unreachable, ...importedElsewhere(routes, urls)]
  },
}

/** Every absolute URL of the application that is written in the route table. */
function urlsIn(routes: Source): Path[] {
  return nodesOf(routes, 'Literal', 'TemplateLiteral').flatMap((node) => {
    const url = stringOf(node)
    return url !== undefined && /^\/[a-z0-9]/.test(url) ? [{ url, line: lineOf(routes, node) }] : []
  })
}

/** A route with a page must take it from the file that its URL names. */
function importedElsewhere(routes: Source, urls: readonly Path[]): Violation[] {
  return nodesOf(routes, 'ObjectExpression').flatMap((object) => {
    const url = stringOf(propertyOf(object, 'path'))
    if (url === undefined || !urls.some((known) => known.url === url)) return []
    const inside = routes.imports.filter((each) => isInside(routes, object, each.line) && isPage(each.specifier))
    return inside
      .filter((each) => `./${pageOf(url)}.page.tsx` !== each.specifier)
      .map((each) => ({
        file: ROUTES,
        line: each.line,
        message: `shows ${fileName(each.specifier)} at ${url}: name the file web/${pageOf(url)}.page.tsx.`,
      }))
  })
}

function isPage(specifier: string): boolean {
  return specifier.endsWith('.page.tsx')
}

function isInside(file: Source, object: unknown, line: number): boolean {
  if (!isNode(object)) return false
  const first = lineOf(file, object)
  return line >= first && line <= first + file.text.slice(object.start, object.end).split('\n').length - 1
}
