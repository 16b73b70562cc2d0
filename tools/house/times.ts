import { dotted, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

const HOME = 'astro/constants.ts'
/** Members that may import astro; contract and identity import no other member. */
const MEMBERS = new Set(['astro', 'ccsds', 'server', 'web', 'cli', 'engine'])
const NAMES = new Set([
  'MINUTE',
  'HOUR',
  'DAY',
  'MINUTE_MS',
  'HOUR_MS',
  'DAY_MS',
  'HOUR_S',
  'DAY_S',
  'SECONDS_PER_HOUR',
  'SECONDS_PER_DAY',
  'HOURS_PER_DAY',
  'S_PER_DAY',
])
/** An hour and a day in milliseconds. */
const VALUES = new Set<unknown>([3_600_000, 86_400_000])
const SECONDS_OF_DAY = 86_400
/** Folders without this rule: the home itself, and AssemblyScript, which imports no other member. */
const EXCEPT = [HOME, 'astro/kernel/assembly/']
/** The components of a page do not import astro; one of them splits seconds into days. */
const WITHOUT_ASTRO = 'web/ui/'

/** The length of an hour is defined in one file, so that nobody writes a zero too few. */
export const oneSetOfTimes: Rule = {
  name: 'lengths of time are those of astro/constants.ts',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.has(memberOf(path)) && !isTestCode(path))
      .filter(({ path }) => !EXCEPT.some((place) => path.startsWith(place)))
      .flatMap((file) =>
        ownTimes(file).map((node) => ({
          file: file.path,
          line: lineOf(file, node),
          message: `writes a length of time of its own: import it from ${HOME}.`,
        })),
      ),
}

function ownTimes(file: Source): Node[] {
  const named = nodesOf(file, 'VariableDeclarator').filter(({ id }) => NAMES.has(dotted(id) ?? ''))
  const mayCountDays = file.path.startsWith(WITHOUT_ASTRO)
  const written = nodesOf(file, 'Literal').filter(
    ({ value }) => VALUES.has(value) || (value === SECONDS_OF_DAY && !mayCountDays),
  )
  return [...named, ...written]
}
