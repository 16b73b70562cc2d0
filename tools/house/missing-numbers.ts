import { dotted, isNode, lineOf, type Node, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

/** The places at which a list of numbers may be shorter than its reader expects, and which value then stands for the missing ones. */
export const MAY_BE_SHORTER: Readonly<Record<string, string>> = {
  'ccsds/tdm/tdm-observations.ts': 'a reference that the standard does not know is the middle',
  'ccsds/cdm/cdm-assessment.ts': 'a covariance of positions alone says nothing of speeds',
  'server/ca/screening/event-states.ts': 'a covariance of positions alone says nothing of speeds',
  'server/ca/screening/result-file/result-cdm.ts': 'a covariance of positions alone says nothing of speeds',
  'web/odt/pass/': 'a pass without a track has no Sun to tell, and its drawing is empty',
  'web/screening/columns.tsx': 'no event of a level is a count of zero',
  'web/ca/overview/changes.ts': 'an event that was not there had the lowest rank',
  'astro/dynamics/nrlmsise-00-variation.ts': 'rows of coefficients end before their zeros',
  'astro/dynamics/nrlmsise-00.ts': 'rows of coefficients end before their zeros',
  'astro/frames/rotation.ts': 'the block that is not there is the zero matrix',
  'astro/measurement/improve-orbit.ts': 'without a bias of time there is no seventh parameter',
}

const MEMBERS = new Set(['astro', 'ccsds', 'engine', 'cli', 'server', 'web'])
const mayBeShorter = (path: string) => Object.keys(MAY_BE_SHORTER).some((known) => path.startsWith(known))

/** An index without a number ends the calculation: `values[k] ?? missing()` (astro/missing.ts). */
export const missingNumbers: Rule = {
  name: 'no zero stands in for a number that is missing',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.has(memberOf(path)) && !isTestCode(path) && !mayBeShorter(path))
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
    return isIndexed(unchained(left)) || (IN_FULL.has(memberOf(file.path)) && isPartOfIndexed(unchained(left)))
  })
}

const unchained = (node: unknown) =>
  isNode(node) && node.type === 'ChainExpression' && isNode(node.expression) ? node.expression : node

/** True for `list[i]`; an access by a name, such as a header, is no index. */
const isIndexed = (read: unknown) =>
  isNode(read) && read.type === 'MemberExpression' && read.computed === true && stringOf(read.property) === undefined

/**
 * Members that calculate: there the last number of a list and the field of an entry must not be missing either; elsewhere a missing row is a count of
 * zero.
 */
const IN_FULL = new Set(['astro', 'ccsds', 'engine'])

/** True for `list.at(-1)`, and for a field of an entry: `list[i]?.time`. The width of a matrix without rows is zero. */
function isPartOfIndexed(read: unknown): boolean {
  if (!isNode(read)) return false
  if (read.type === 'CallExpression') return isNode(read.callee) && dotted(read.callee.property) === 'at'
  if (read.type !== 'MemberExpression' || read.computed === true || dotted(read.property) === 'length') return false
  const entry = unchained(read.object)
  return read.optional === true && (isIndexed(entry) || isPartOfIndexed(entry))
}
