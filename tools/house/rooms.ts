import { betweenRooms, edges, LOOSE, roomOf } from './circles.ts'
import { ROOM_ORDER } from './rooms.data.ts'
import { isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

/** The files that a reader opens as code. Tables, truth data, documents and numbered migrations are only looked up. */
const CODE = /(?<!\.data|\.d)\.(tsx?|mjs|css|py)$/

/** Returns the subfolders that are listed and no longer exist. */
export function needlessRooms(tree: Tree): string[] {
  const listed = Object.entries(ROOM_ORDER).flatMap(([folder, order]) => order.map((room) => `${folder}/${room}`))
  return listed.filter((room) => !tree.files().some((file) => file.startsWith(room.replace(/\.$/, ''))))
}

/** The layers of `server` above its subfolders: every reader who looks for a module there also sees a test that is directly in one of them. */
const FLOORS = ['server', 'server/ca', 'server/odt', 'server/platform']

export const looseTests: Rule = {
  name: 'a loose test of server lies beside the file of its name',
  check: (tree) => {
    const [tests, others] = [tree.files().filter(isLooseTest), tree.files().filter((file) => !isTestCode(file))]
    return tests.flatMap((file) => {
      const name = file.replace(/test\.ts$/, '')
      // The routes, the service or the repository of the noun count as its file, too.
      if (others.some((other) => other.startsWith(name))) return []
      return [{ file, line: 1, message: `there is no ${name}ts: put it into the room of what it tests.` }]
    })
  },
}

const isLooseTest = (file: string) => file.endsWith('.test.ts') && FLOORS.includes(file.slice(0, file.lastIndexOf('/')))

export const roomOrder: Rule = {
  name: 'a room imports only rooms below it',
  check: (tree) => [...Object.entries(ROOM_ORDER).flatMap((entry) => listed(tree, ...entry)), ...upwards(tree)],
}

const PAGE = '.page.tsx'

export const screensApart: Rule = {
  name: 'a screen imports no screen',
  check: (tree) => {
    const screens = screensOf(tree)
    /** Returns the nearest page, or folder of its components, that contains a file. */
    const screenOf = (path: string) =>
      screens.find(({ page, parts }) => path === `${page}${PAGE}` || path.startsWith(`${parts}/`))?.page
    return edges(tree).flatMap(({ from, to, line }) => {
      const [here, there] = [screenOf(from), screenOf(to)]
      if (!here || !there || here === there || isTestCode(from)) return []
      return [
        { file: from, line, message: `imports ${to} of another screen: move what both need to a room below them.` },
      ]
    })
  },
}

/**
 * Returns the pages and the folders of their components: next to the page under its name, or in the place that a table of TOUR names. The deepest
 * come first.
 */
function screensOf(tree: Tree): { readonly page: string; readonly parts: string }[] {
  const tour = tree.files().includes('TOUR.md') ? tree.read('TOUR.md') : ''
  const rows = tour.matchAll(/^\| `(web\/[a-z/-]+)\.page\.tsx` \| `(web\/[a-z/-]+)\/` \|$/gm)
  const listed = new Map([...rows].map(([, page = '', parts = '']) => [page, parts]))
  return tree
    .files()
    .filter((file) => file.endsWith(PAGE))
    .map((file) => file.slice(0, -PAGE.length))
    .map((page) => ({ page, parts: listed.get(page) ?? page }))
    .sort((a, b) => b.parts.length - a.parts.length)
}

/** Checks that each subfolder is in the list of its folder. */
function listed(tree: Tree, folder: string, order: readonly string[]): Violation[] {
  const below = tree.files().filter((file) => file.startsWith(`${folder}/`) && CODE.test(file) && !isTestCode(file))
  const rooms = new Set(below.map((file) => roomOf(folder, file.slice(folder.length + 1).split('/'))))
  return [...rooms]
    .filter((room) => room !== LOOSE && !order.includes(room))
    .map((room) => ({ file: `${folder}/${room}`, line: 1, message: 'has no place in ROOM_ORDER: put it in.' }))
}

function upwards(tree: Tree): Violation[] {
  return betweenRooms(tree).flatMap(({ from, to, line, folder, room, other }) => {
    const order = ROOM_ORDER[folder]
    // The folder's own files, if the list does not name them, are above all subfolders.
    if (!order || order.indexOf(room) < order.indexOf(other)) return []
    return [{ file: from, line, message: `imports ${to}, which stands above ${room}: move what both need down.` }]
  })
}
