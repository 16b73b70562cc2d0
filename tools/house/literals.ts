import { isNode, lineOf, nodesOf, sources, unwrapped } from './source.ts'
import type { Rule } from './tree.ts'

/** A field that a reader looks for stands in its own line, not in a literal that is spread into the one around it (docs/house.md §3.8). */
export const literalFields: Rule = {
  name: 'object literals write out their fields',
  check: (tree) =>
    sources(tree).flatMap((file) =>
      nodesOf(file, 'ObjectExpression')
        .flatMap(({ properties }) => (Array.isArray(properties) ? properties.filter(isNode) : []))
        .filter(({ type, argument }) => {
          const spread = unwrapped(argument)
          return type === 'SpreadElement' && isNode(spread) && spread.type === 'ObjectExpression'
        })
        .map((node) => ({
          file: file.path,
          line: lineOf(file, node),
          message: 'spreads a literal into a literal: write its fields out.',
        })),
    ),
}
