import { isNode, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

/** Where a list of numbers may be shorter than what is read of it, and what stands for the rest. */
export const MAY_BE_SHORTER: Readonly<Record<string, string>> = {
  'astro/dynamics/nrlmsise-00-variation.ts': 'rows of coefficients end before their zeros',
  'astro/dynamics/nrlmsise-00.ts': 'rows of coefficients end before their zeros',
  'astro/frames/rotation.ts': 'the block that is not there is the zero matrix',
  'astro/measurement/improve-orbit.ts': 'without a bias of time there is no seventh parameter',
}

/** In numerics, an index without a number ends the calculation: `values[k] ?? missing()` (astro/missing.ts). */
export const missingNumbers: Rule = {
  name: 'in numerics no zero stands in for a number that is missing',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => memberOf(path) === 'astro' && !isTestCode(path) && !(path in MAY_BE_SHORTER))
      .flatMap((file) =>
        zerosInstead(file).map((node) => ({
          file: file.path,
          line: lineOf(file, node),
          message:
            'takes 0 for an index without a number: write ?? missing(), or add the file to MAY_BE_SHORTER with the reason.',
        })),
      ),
}

function zerosInstead(file: Source): Node[] {
  return nodesOf(file, 'LogicalExpression').filter(({ operator, left, right }) => {
    if (operator !== '??' || !isNode(right) || right.type !== 'Literal' || right.value !== 0) return false
    const read = isNode(left) && left.type === 'ChainExpression' && isNode(left.expression) ? left.expression : left
    return isNode(read) && read.type === 'MemberExpression' && read.computed === true
  })
}
