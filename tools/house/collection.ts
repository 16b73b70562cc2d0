import { dotted, lineOf, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isTestCode, memberOf, type Rule, type Violation } from './tree.ts'

/** The one file that knows where the reference collection is. */
const HOME = 'astro/testing/reference-collection.ts'
/** Only tests and these members, which measure and compare, may read the collection; the product never does. */
const MAY_READ = ['bench', 'tools']

/**
 * A path to the collection that is written elsewhere is wrong in the clone of a person who keeps it in another place. A test that forgets to check
 * for the collection fails in every clone without it.
 */
export const oneCollection: Rule = {
  name: 'one file knows where the reference collection lies, and the product never reads it',
  check: (tree) => sources(tree).flatMap((file) => (file.path === HOME ? [] : [...pathsIn(file), ...readers(file)])),
}

function pathsIn(file: Source): Violation[] {
  const texts = nodesOf(file, 'Literal', 'TemplateLiteral')
  const literal = texts.filter((node, at) => {
    const text = stringOf(node) ?? ''
    if (/^\S*((^|\/)shared\/reference|\.\.\/shared)(\/\S*)?$/.test(text)) return true
    // The parts of a path that are passed to join(): a parent folder, and "shared" in it.
    return text === 'shared' && stringOf(texts[at - 1]) === '..'
  })
  const setting = nodesOf(file, 'MemberExpression').filter((node) => dotted(node)?.endsWith('env.APSIS_REFERENCE'))
  return [...literal, ...setting].map((node) => ({
    file: file.path,
    line: lineOf(file, node),
    message: `names the place of the reference collection: take collectionPath() of @apsis/${HOME}, and skip the test where hasCollection() says that it is not there.`,
  }))
}

function readers(file: Source): Violation[] {
  if (isTestCode(file.path) || MAY_READ.includes(memberOf(file.path))) return []
  return file.imports
    .filter(({ specifier }) => specifier.endsWith('/reference-collection.ts'))
    .map(({ line }) => ({
      file: file.path,
      line,
      message: 'reads the reference collection, which no product may need.',
    }))
}
