import type { Rule, Tree, Violation } from './tree.ts'

const TOUR = 'TOUR.md'

/** The papers that lead a newcomer through the code. */
const GUIDES = [TOUR, 'docs/walks.md', 'docs/newcomer.md']

export const tourPaths: Rule = {
  name: 'each path that the tour names exists',
  check: (tree) => {
    if (!tree.files().includes(TOUR)) return [{ file: TOUR, line: 1, message: 'is missing: write the tour.' }]
    return GUIDES.filter((file) => tree.files().includes(file)).flatMap((file) => gonePaths(tree, file))
  },
}

function gonePaths(tree: Tree, file: string): Violation[] {
  return tree
    .read(file)
    .split('\n')
    .flatMap((text, i) =>
      [...text.matchAll(/`([^`\s]+)`/g)].flatMap((match): Violation[] => {
        const path = pathIn(match[1] ?? '')
        if (path === undefined || exists(tree, path)) return []
        return [{ file, line: i + 1, message: `names \`${match[1]}\`, which is gone: name what took its place.` }]
      }),
    )
}

/** What is in backticks, where it is a path of ours: not a URL, a pattern or a package. */
function pathIn(words: string): string | undefined {
  const path = words.replace(/^@apsis\//, '').replace(/\/$/, '')
  const isPattern = /^\.(\w+\.)*(tsx?|json|sql)$|[<>{}*:$(),;=?"'|]/.test(path) || /^(\/|\.\/|-|@|https?)/.test(words)
  const looksLikePath = words.includes('/') || /\.(tsx?|mjs|md|json|sql|csv|css|html)$/.test(path)
  return isPattern || !looksLikePath ? undefined : path
}

function exists(tree: Tree, path: string): boolean {
  return tree.files().some((file) => file === path || file.startsWith(`${path}/`))
}
