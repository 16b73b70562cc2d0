import { isNode, type Node, nodesOf, type Source } from '../house/source.ts'
import { applied, type Mutation } from './mutations.ts'

/** The name of the global that says which change is active in a page (web/testing/page.ts). */
const SWITCH = 'globalThis.apsisChange'

type Place = Pick<Node, 'start' | 'end'>
const contains = (outer: Place, inner: Place) => outer.start <= inner.start && inner.end <= outer.end
const isSame = (one: Place, other: Place) => one.start === other.start && one.end === other.end
const size = ({ start, end }: Place) => end - start

/**
 * Returns the text of a file in which each change is active if its number is set at run time, so that one build of the pages tries all of them; and
 * the numbers of the changes that cannot be switched because they are inside another change.
 */
export function switched(
  file: Source,
  changes: ReadonlyMap<number, Mutation>,
): { readonly text: string; readonly left: readonly number[] } {
  const left: number[] = []
  const taken: (Place & { readonly text: string })[] = []
  for (const [number, mutation] of changes) {
    const around = placeOf(file, mutation)
    if (around === undefined || taken.some((one) => contains(one, around) || contains(around, one))) left.push(number)
    else taken.push({ start: around.start, end: around.end, text: withSwitch(file, { number, mutation, around }) })
  }
  const text = taken
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, one) => `${whole.slice(0, one.start)}${one.text}${whole.slice(one.end)}`, file.text)
  return { text, left }
}

type Switch = { readonly number: number; readonly mutation: Mutation; readonly around: Node }

function withSwitch(file: Source, { number, mutation, around }: Switch): string {
  const original = file.text.slice(around.start, around.end)
  if (around.type === 'ExpressionStatement') return `{ if (${SWITCH} !== ${number}) ${original} }`
  const inside = { ...mutation, start: mutation.start - around.start, end: mutation.end - around.start }
  return `(${SWITCH} === ${number} ? ${applied(original, inside)} : ${original})`
}

/** Returns the expression that the change replaces, or the statement that it removes; undefined if there is none. */
function placeOf(file: Source, mutation: Mutation): Node | undefined {
  if (mutation.after === ';') return nodesOf(file, 'ExpressionStatement').find((node) => isSame(node, mutation))
  const isKey = nodesOf(file, 'Property').some(
    ({ key, computed }) => computed !== true && isNode(key) && isSame(key, mutation),
  )
  if (isKey) return undefined
  const named = nodesOf(file, 'MemberExpression').find(({ property }) => isNode(property) && isSame(property, mutation))
  // A method that is called must keep the object to which it belongs.
  const called = named && nodesOf(file, 'CallExpression').find(({ callee }) => isNode(callee) && isSame(callee, named))
  const within = called ?? named ?? smallest(file, mutation)
  if (within === undefined) return undefined
  // A part of `a?.b.c` is not an expression of its own.
  const chain = nodesOf(file, 'ChainExpression').find((node) => node.start === within.start && contains(node, within))
  return chain ?? within
}

function smallest(file: Source, mutation: Mutation): Node | undefined {
  return nodesOf(file, 'Literal', 'BinaryExpression', 'LogicalExpression', 'ConditionalExpression', 'UnaryExpression')
    .concat(nodesOf(file, 'CallExpression', 'Identifier', 'MemberExpression', 'AwaitExpression', 'ChainExpression'))
    .filter((node) => contains(node, mutation))
    .toSorted((a, b) => size(a) - size(b))[0]
}
