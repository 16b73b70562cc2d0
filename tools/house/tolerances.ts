import { argumentsOf, descendants, dotted, isNode, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { memberOf, type Rule } from './tree.ts'

const MEMBERS = new Set(['astro', 'ccsds', 'server'])
const LIMITS = new Set(['toBeLessThan', 'toBeLessThanOrEqual', 'toBeGreaterThan', 'toBeGreaterThanOrEqual'])
/** No count and no quantity in a test is smaller than this, so a smaller number is a tolerance. */
const SMALLEST_QUANTITY = 0.01
/** Functions that measure the distance of two numbers or vectors. */
const DISTANCES = new Set(['Math.abs', 'Math.hypot', 'norm', 'distance', 'apart', 'relative'])

/** A tolerance has a name and a reason, so that a reader can judge whether a test that passes proves enough (docs/house.md §3.10). */
export const namedTolerances: Rule = {
  name: 'tolerances have names',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.has(memberOf(path)) && path.endsWith('.test.ts'))
      .flatMap((file) =>
        literalTolerances(file).map((node) => ({
          file: file.path,
          line: lineOf(file, node),
          message:
            'has a tolerance without a name: declare a constant with its quantity and unit, and say why it is so large.',
        })),
      ),
}

function literalTolerances(file: Source): Node[] {
  return nodesOf(file, 'CallExpression').filter((call) => {
    if (!isNode(call.callee) || call.callee.type !== 'MemberExpression') return false
    const matcher = dotted(call.callee.property) ?? ''
    const [limit, digits] = argumentsOf(call)
    if (matcher === 'toBeCloseTo' || dotted(call.callee) === 'expect.closeTo')
      return digits === undefined || numbersIn(digits).length > 0
    if (!LIMITS.has(matcher) || limit === undefined) return false
    if (numbersIn(limit).some((value) => value > 0 && value < SMALLEST_QUANTITY)) return true
    return numberOf(limit) > 0 && measuresDistance(call.callee.object)
  })
}

const numbersIn = (node: Node): number[] =>
  descendants(node).flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'number' ? [value] : []))

const numberOf = ({ type, value }: Node) => (type === 'Literal' && typeof value === 'number' ? value : 0)

/** True for `expect(Math.abs(a - b))`, and not for the size of something. */
function measuresDistance(expectation: unknown): boolean {
  if (!isNode(expectation) || expectation.type !== 'CallExpression') return false
  const [measured] = argumentsOf(expectation)
  if (measured?.type !== 'CallExpression' || !DISTANCES.has(dotted(measured.callee) ?? '')) return false
  return argumentsOf(measured).some((part) => descendants(part).some(isDifference))
}

const isDifference = ({ type, operator, callee }: Node) =>
  (type === 'BinaryExpression' && operator === '-') || (type === 'CallExpression' && dotted(callee) === 'subtract')
