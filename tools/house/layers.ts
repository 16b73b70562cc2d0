import { circles, type Edge, edges, graphOf } from './circles.ts'
import { isPageTest, isTestCode, memberOf, type Rule, type Tree, type Violation } from './tree.ts'

function inside(tree: Tree, member: string): Edge[] {
  return edges(tree).filter((edge) => memberOf(edge.from) === member && memberOf(edge.to) === member)
}

/** Returns the folder directly below the member; undefined for a file in the member's own folder. */
function folderOf(path: string): string | undefined {
  const parts = path.split('/')
  return parts.length > 2 ? parts[1] : undefined
}

function judged(list: readonly Edge[], judge: (edge: Edge) => string | undefined): Violation[] {
  return list.flatMap((edge) => {
    const message = judge(edge)
    return message === undefined ? [] : [{ file: edge.from, line: edge.line, message }]
  })
}

export const serverLayers: Rule = {
  name: 'inside server: doors, then domains, then platform',
  check: (tree) => [...judged(inside(tree, 'server'), serverEdge), ...domainCycles(tree)],
}

function serverEdge({ from, to }: Edge): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === undefined || here === there || there === 'migrations') return undefined
  if (there === undefined)
    return isTestCode(from) ? undefined : `imports the door ${to}: doors import domains, never the other way round.`
  if (there === 'platform') return undefined
  if (here === 'platform' && !isTestCode(from))
    return `imports the domain file ${to}: the platform knows no domain, have it passed in.`
  if (/\.service\.ts$/.test(to)) return undefined
  // A test may cross domains only if another domain sets up the state that it needs and offers that in its folder `testing/`.
  if (isTestCode(from) && to.includes('/testing/')) return undefined
  return `imports ${to} of another domain: call a function of its *.service.ts instead.`
}

/** Finds domains that call each other's services in a circle, over any number of files. */
function domainCycles(tree: Tree): Violation[] {
  const between = inside(tree, 'server').filter(({ from, to }) => {
    const [here, there] = [folderOf(from), folderOf(to)]
    return here !== undefined && there !== undefined && here !== there && !isTestCode(from)
  })
  const graph = graphOf(between.map(({ from, to }) => [folderOf(from) ?? '', folderOf(to) ?? '']))
  return circles(graph).flatMap((circle) => {
    const at = between.find(({ from, to }) => folderOf(from) === circle[0] && folderOf(to) === circle[1])
    const message = `closes a circle of domains: ${circle.join(' → ')}. Move what both need into one of them.`
    return at ? [{ file: at.from, line: at.line, message }] : []
  })
}

const BETWEEN = [
  'session',
  'notifications',
  'clock',
  'site',
  'api',
  'chart',
  'scene',
  'space',
  'encounter',
  'reading',
  'price',
  'shell',
  'form',
]
/** The file that formats numbers for people; the server uses it for deliveries, so they read the same as on pages. */
const WRITTEN_NUMBERS = 'contract/notice-text/written-number.ts'

export const webLayers: Rule = {
  name: 'inside web: routes, then domains, then session … shell, then ui',
  check: (tree) => [
    ...judged(inside(tree, 'web'), webEdge),
    ...judged(
      edges(tree).filter(({ from }) => from.startsWith('web/ui/')),
      ({ to }) =>
        memberOf(to) === 'web' || to === WRITTEN_NUMBERS
          ? undefined
          : `imports ${to}: ui knows nothing of satellites, have the value passed in.`,
    ),
  ],
}

function rank(folder: string | undefined): number {
  if (folder === undefined) return 0
  if (folder === 'ui') return 3
  return BETWEEN.includes(folder) ? 2 : 1
}

function webEdge({ from, to }: Edge): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === there || here === undefined || isPageTest(from)) return undefined
  if (there === undefined)
    return isTestCode(from) ? undefined : `imports ${to}: only the routes know the whole application.`
  if (rank(here) === 1 && rank(there) === 1)
    return `imports ${to} of another domain: move what both need to ${BETWEEN.join(', ')} or ui.`
  return rank(there) < rank(here) ? `imports ${to}: the arrow goes from ${there} to ${here}, not back.` : undefined
}
