import { edges } from './circles.ts'
import { isTestCode, type Rule, type Tree } from './tree.ts'

/** Returns the folder that contains a file. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** True for code of the product and its tools, without tests. */
export const isCode = (path: string) => /\.tsx?$/.test(path) && !isTestCode(path)

/** Returns the imports between files in different folders, each with the folders that contain the two files; tests are left out. */
function betweenFolders(tree: Tree) {
  return edges(tree)
    .filter(({ from, to }) => isCode(from) && isCode(to) && folderOf(from) !== folderOf(to))
    .map((edge) => ({ ...edge, here: folderOf(edge.from), there: folderOf(edge.to) }))
}

const pairOf = (one: string, other: string) => [one, other].sort().join(' ↔ ')

/** If a folder needs the files around it and these need the folder, neither can be read without the other, so it should not be a folder. */
export const roomFaces: Rule = {
  name: 'no two folders import each other',
  check: (tree) => {
    const all = betweenFolders(tree)
    const arrows = new Set(all.map(({ here, there }) => `${here} → ${there}`))
    const told = new Set<string>()
    return all.flatMap(({ from, to, line, here, there }) => {
      const pair = pairOf(here, there)
      if (!arrows.has(`${there} → ${here}`) || told.has(pair)) return []
      told.add(pair)
      return [{ file: from, line, message: `imports ${to}, and ${there} imports ${here}: move what both need below.` }]
    })
  },
}
