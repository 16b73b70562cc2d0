import type { Rule, Tree, Violation } from './tree.ts'

const TOUR = 'TOUR.md'

export const tourPaths: Rule = {
  name: 'each path that the tour names exists',
  check: (tree) => {
    if (!tree.files().includes(TOUR)) return [{ file: TOUR, line: 1, message: 'is missing: write the tour.' }]
    return tree
      .read(TOUR)
      .split('\n')
      .flatMap((text, i) =>
        [...text.matchAll(/`([^`\s]+)`/g)].flatMap((match): Violation[] => {
          const path = pathIn(match[1] ?? '')
          if (path === undefined || exists(tree, path)) return []
          return [
            { file: TOUR, line: i + 1, message: `names \`${match[1]}\`, which is gone: name what took its place.` },
          ]
        }),
      )
  },
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
