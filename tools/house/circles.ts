import { targetOf } from './imports.ts'
import { CIRCLES_LEFT, ROOM_ORDER } from './rooms.data.ts'
import { sources } from './source.ts'
import { fileName, isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

/** One import of one project file by another: statements, types, `import()` and `new URL('./worker.ts')` alike. */
export type Edge = { readonly from: string; readonly to: string; readonly line: number }

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns all imports of the tree. */
export function edges(tree: Tree): Edge[] {
  return sources(tree).flatMap((file) =>
    file.imports.flatMap(({ specifier, line }) => {
      const to = targetOf(file.path, specifier)?.replace(/\?.*$/, '')
      return to === undefined ? [] : [{ from: file.path, to, line }]
    }),
  )
}

/** Returns the graph of imports. */
export function graphOf(pairs: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

/** Returns the circles found by one walk through the graph: at least one if there is any. */
export function circles(graph: Graph): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (node: string, path: readonly string[]): void => {
    const seenAt = path.indexOf(node)
    if (seenAt >= 0) found.push([...path.slice(seenAt), node])
    if (seenAt >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}

/** One import between two subfolders of the same folder, or between a subfolder and the folder's own files, called `.`. */
export type Crossing = Edge & { readonly folder: string; readonly room: string; readonly other: string }

/** Returns the imports from one subfolder to another, at the folder where their paths divide. Tests may use folders above theirs. */
export function betweenRooms(tree: Tree): Crossing[] {
  return edges(tree).flatMap((edge) => {
    const [from, to] = [edge.from.split('/'), edge.to.split('/')]
    const parting = from.findIndex((part, i) => part !== to[i])
    const folder = from.slice(0, parting).join('/')
    const [room, other] = [from, to].map((path) => roomOf(folder, path.slice(parting)))
    if (parting === 0 || room === other || room === undefined || other === undefined || edge.to.endsWith('.json'))
      return []
    return isTestCode(edge.from) ? [] : [{ ...edge, folder, room, other }]
  })
}

/** The name that stands for a folder's own files among its subfolders. */
export const LOOSE = '.'

/** Returns the subfolder of a path inside a folder; the storage of a noun may have its own place in the order: `satellite/record`. */
export function roomOf(folder: string, [room = '', inner = '', ...rest]: readonly string[]): string {
  if (inner === '') return LOOSE
  const below = `${room}/${inner}`
  return rest.length > 0 && ROOM_ORDER[folder]?.includes(below) ? below : room
}

export const noCircles: Rule = {
  name: 'no file and no room imports itself in a circle',
  check: (tree) => {
    return [
      ...closed(fileSteps(tree), 'Move what both need into a third file.'),
      ...closed(roomSteps(tree), 'Move what both need into a room below them.'),
    ]
  },
}

/** An import as a step from one file to another, or from one subfolder to another. */
type Step = Edge & { readonly room: string; readonly other: string }

function fileSteps(tree: Tree): Step[] {
  return edges(tree).map((edge) => ({ ...edge, room: edge.from, other: edge.to }))
}

function roomSteps(tree: Tree): Step[] {
  return betweenRooms(tree)
    .filter(({ room, other }) => room !== LOOSE && other !== LOOSE)
    .map(({ folder, room, other, ...at }) => ({ ...at, room: `${folder}/${room}`, other: `${folder}/${other}` }))
}

function closed(steps: readonly Step[], advice: string): Violation[] {
  const judged = steps.filter(({ room, other }) => CIRCLES_LEFT[`${room} → ${other}`] === undefined)
  return circles(graphOf(judged.map(({ room, other }) => [room, other]))).map((circle) => {
    const at = judged.find(({ room, other }) => room === circle[0] && other === circle[1])
    const way = circle.map(fileName).join(' → ')
    return { file: at?.from ?? '', line: at?.line ?? 1, message: `imports itself in a circle: ${way}. ${advice}` }
  })
}

/** Returns the excused imports that no longer close a circle, because one of the two directions is gone. */
export function needlessArrows(tree: Tree): string[] {
  const graph = graphOf([...fileSteps(tree), ...roomSteps(tree)].map(({ room, other }) => [room, other]))
  return Object.keys(CIRCLES_LEFT).filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return !graph.get(from)?.has(to) || !reaches(graph, to, from)
  })
}

function reaches(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const node of seen) for (const next of graph.get(node) ?? []) seen.add(next)
  return seen.has(to)
}
