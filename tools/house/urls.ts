import {
  descendants,
  dotted,
  type Import,
  lineOf,
  type Node,
  nodesOf,
  propertyOf,
  type Source,
  source,
  sources,
  stringOf,
} from './source.ts'
import { fileName, isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

type Path = { readonly url: string; readonly line: number }

/** Words of the API whose singular does not follow from a general rule. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ephemerides: 'ephemeris',
  analyses: 'analysis',
  statistics: 'statistics',
}

/** Returns the singular of a word in a URL; a word without a plural stays as it is. */
export function singular(word: string): string {
  const known = IRREGULAR[word]
  if (known !== undefined) return known
  if (/(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ch|sh|x|ss)es$|s$/, '')
}

/** Returns `ca/conjunction` for `/api/v1/ca/conjunctions/{conjunction-id}`; undefined for the document of a service. */
export function nounOf(url: string): string | undefined {
  const [first = '', second = ''] = url.replace('/api/v1/', '').split('/')
  if (second === 'openapi' || first === 'openapi.json') return undefined
  const named = second === '' || /^[{:]/.test(second) ? first : second
  return `${first}/${singular(named.replaceAll('_', '-'))}`
}

export const endpointPaths: Rule = {
  name: 'an endpoint lies where its URL says, in contract and in server',
  check: (tree) => {
    const rooms = roomsInTour(tree)
    return sources(tree).flatMap((file) => [...contractFile(tree, file, rooms), ...routesFile(tree, file, rooms)])
  },
}

type Rooms = ReadonlyMap<string, string>

/** Reads the table in TOUR that names the folder of a thing whose address has another word: `ca/conjunction` belongs to `ca/event`. */
function roomsInTour(tree: Tree): Rooms {
  const tour = tree.files().includes('TOUR.md') ? tree.read('TOUR.md') : ''
  const rows = tour.matchAll(/^\| ((?:`\/[a-z/-]+`(?:, )?)+) \| `contract\/([a-z/-]+)\/` \|/gm)
  return new Map(
    [...rows].flatMap(([, addresses = '', room = '']) =>
      addresses.split(', ').map((address) => [nounOf(`/api/v1${address.replaceAll('`', '')}`) ?? '', room] as const),
    ),
  )
}

/** True if a file, without its endings, belongs to a noun: directly in its domain, or in the noun's folder. */
function isFileOf(noun: string, file: string, rooms: Rooms): boolean {
  return file === noun || file === `${rooms.get(noun) ?? noun}/${fileName(noun)}`
}

/** Returns the path at which a noun that has a folder is expected. */
const placeOf = (noun: string, rooms: Rooms) => (rooms.has(noun) ? `${rooms.get(noun)}/${fileName(noun)}` : noun)

function contractFile(tree: Tree, file: Source, rooms: Rooms): Violation[] {
  if (!file.path.startsWith('contract/') || isTestCode(file.path)) return []
  const place = file.path.replace(/^contract\//, '').replace(/\.ts$/, '')
  const urls = endpointsIn(file)
  const wrong = urls.flatMap(({ url, line }) => {
    const noun = nounOf(url)
    if (noun === undefined || isFileOf(noun, place, rooms)) return []
    return [{ file: file.path, line, message: `holds ${url}: move it to contract/${placeOf(noun, rooms)}.ts.` }]
  })
  const [first] = urls
  const noun = first && nounOf(first.url)
  if (wrong.length > 0 || first === undefined || noun === undefined) return wrong
  if (tree.files().some((path) => nounServed(path, rooms) === noun)) return wrong
  const routes = `server/${placeOf(noun, rooms)}.routes.ts`
  return [{ file: file.path, line: first.line, message: `declares ${first.url}, but no ${routes} serves it.` }]
}

/** Returns the URLs in the properties `path` of a file of the contract. */
function endpointsIn(file: Source): Path[] {
  return nodesOf(file, 'ObjectExpression').flatMap((object) => {
    const path = propertyOf(object, 'path')
    const url = stringOf(path)
    return path && url?.startsWith('/api/v1/') ? [{ url, line: lineOf(file, path) }] : []
  })
}

/** Returns `ca/conjunction` for `server/ca/event/conjunction.routes.ts`, and for the same file directly in `server/ca`. */
function nounServed(path: string, rooms: Rooms): string | undefined {
  const [, place = ''] = /^server\/(.+)\.routes\.ts$/.exec(path) ?? []
  const noun = `${place.split('/')[0]}/${fileName(place)}`
  return place !== '' && !place.startsWith('platform/') && isFileOf(noun, place, rooms) ? noun : undefined
}

/** In the folder of its noun, `conjunction.routes.ts` serves the contract's `conjunction.ts` and no other file. */
function routesFile(tree: Tree, file: Source, rooms: Rooms): Violation[] {
  if (!/^server\/(?!platform\/).+\.routes\.ts$/.test(file.path)) return []
  const noun = nounServed(file.path, rooms)
  if (noun === undefined)
    return [{ file: file.path, line: 1, message: 'lies in no room of its noun: see the table of addresses in TOUR.' }]
  const isOwn = ({ specifier }: Import) => isFileOf(noun, specifier.replace(/^@apsis\/contract\/|\.ts$/g, ''), rooms)
  const served = file.imports.filter(({ specifier, typeOnly }) => !typeOnly && holdsEndpoints(tree, specifier))
  const wrong = served
    .filter((one) => !isOwn(one))
    .map(({ specifier, line }) => ({
      file: file.path,
      line,
      message: `serves the endpoints of ${specifier}: do that in the routes file of the same path.`,
    }))
  if (served.some(isOwn)) return wrong
  const own = `@apsis/contract/${placeOf(noun, rooms)}.ts`
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
      const [, folders, noun] = /^server\/(.+)\/([^/]+)\.job\.ts$/.exec(file.path) ?? []
      if (folders === undefined) return []
      const names = nodesOf(file, 'ObjectExpression').flatMap((object) => propertyOf(object, 'name') ?? [])
      // The name of a job begins with its domain or a folder in it. When its file moves, the name stays, because jobs with that name wait in the
      // queue.
      const known = folders.split('/').map((folder) => `${folder}.${noun}`)
      if (names.some((name) => known.includes(stringOf(name) ?? ''))) return []
      const line = names[0] ? lineOf(file, names[0]) : 1
      return [{ file: file.path, line, message: `is found by its name: write name: '${known[0]}'.` }]
    }),
}

const ROUTES = 'web/routes.tsx'
const LINKS = 'web/site/paths.ts'
const HOME = 'home'

/** Returns `ca/conjunctions` for `/ca/conjunctions/$id`, `tnc/tnc` for `/tnc`, `home` for `/`. */
export function pageOf(url: string): string {
  const [first = '', second = ''] = url.replace(/^\//, '').split('/')
  if (first === '') return HOME
  return `${first}/${second === '' || /^[$:{*…]/.test(second) ? first : second}`
}

export const pagePaths: Rule = {
  name: 'a page lies where its URL says',
  check: (tree) => {
    const pages = tree.files().filter((path) => path.endsWith('.page.tsx'))
    if (!tree.files().includes(ROUTES))
      return pages.map((file) => ({ file, line: 1, message: `is a page, but there is no ${ROUTES} to reach it by.` }))
    const routes = source(tree, ROUTES)
    const links = tree.files().includes(LINKS) ? linksIn(source(tree, LINKS)) : new Map<string, string>()
    const known = new Set([...urlsIn(routes), ...links.values()].map((url) => `web/${pageOf(url)}.page.tsx`))
    const unreachable = pages
      .filter((file) => !known.has(file))
      .map((file) => ({ file, line: 1, message: `is the page of no URL in ${ROUTES}: name it for its URL.` }))
    return [...unreachable, ...misplaced(routes, links)]
  },
}

/** Returns every absolute URL of the application that is written in a file. */
function urlsIn(file: Source): string[] {
  return nodesOf(file, 'Literal', 'TemplateLiteral').flatMap((node) => {
    const url = stringOf(node)
    return url !== undefined && /^\/[a-z0-9]*/.test(url) && !url.includes(' ') ? [url] : []
  })
}

/** Returns the URLs of `paths.ts` by the names of their properties; a property is either a text or a function that fills in a text. */
function linksIn(file: Source): Map<string, string> {
  return new Map(
    nodesOf(file, 'Property').flatMap((property) => {
      const name = dotted(property.key)
      const value = descendants(property)
        .map(stringOf)
        .find((text) => text?.startsWith('/'))
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A route has to take its page from the file that its URL names. */
function misplaced(routes: Source, links: ReadonlyMap<string, string>): Violation[] {
  return nodesOf(routes, 'ObjectExpression').flatMap((object) => {
    const path = propertyOf(object, 'path')
    const url = stringOf(path) ?? links.get(dotted(path)?.split('.').at(-1) ?? '')
    if (path === undefined || !url?.startsWith('/')) return []
    return pagesShown(routes, object)
      .filter(({ specifier }) => specifier !== `./${pageOf(url)}.page.tsx`)
      .map(({ specifier }) => ({
        file: ROUTES,
        line: lineOf(routes, path),
        message: `shows ${fileName(specifier)} at ${url}: name the file web/${pageOf(url)}.page.tsx.`,
      }))
  })
}

/** Returns the pages that a route shows: those it imports on demand, and those it names that are imported at the top of the file. */
function pagesShown(routes: Source, route: Node): Import[] {
  const within = nodesIn(route)
  const names = new Set(within.filter((node) => node.type === 'Identifier').map((node) => String(node.name)))
  const pages = routes.imports.filter(({ specifier }) => specifier.endsWith('.page.tsx'))
  return pages.filter((page) => page.names.some((name) => names.has(name)) || within.includes(page.node))
}

function nodesIn(node: Node): Node[] {
  return descendants(node)
}
