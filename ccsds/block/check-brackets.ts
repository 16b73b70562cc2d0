import type { FaultLog } from '../fault.ts'
import type { Bracket } from '../notation/line.ts'
import type { Layout } from './block.ts'

/** Elements of every NDM/XML message; each may occur only once in its parent. */
const ONCE = ['header', 'body', 'metadata', 'data']

/**
 * Checks the brackets of a message whose KVN has none: META_START is a deviation there. In XML each bracket must be one of the message's elements,
 * and must not be repeated if it may occur only once.
 */
export function checkBrackets({ kind, tables }: Layout, log: FaultLog): (bracket: Bracket) => void {
  const known = elementsOf(kind, tables)
  const seen = new Set<string>()
  return ({ kind: side, name, line, column }) => {
    const at = { line, column, keyword: null }
    if (name === name.toUpperCase()) {
      const found = `${name}_${side === 'open' ? 'START' : 'STOP'}`
      log.deviation({ ...at, code: 'bad-line', message: `${found} has no place in this message`, found })
    } else if (side === 'close') return
    else if (!known.has(name)) {
      log.deviation({
        ...at,
        code: 'unknown-keyword',
        message: `no such element in a message of kind ${kind}`,
        found: `<${name}>`,
      })
    } else if (ONCE.includes(name)) {
      if (seen.has(name)) log.error({ ...at, code: 'wrong-place', message: `<${name}> stands here a second time` })
      seen.add(name)
    } else if (name === 'segment') {
      for (const part of ['metadata', 'data']) seen.delete(part)
    }
  }
}

/** This is computed once for each layout, because a catalogue has tens of thousands of messages with the same layout. */
const ELEMENTS = new WeakMap<Layout['tables'], ReadonlySet<string>>()

function elementsOf(kind: string, tables: Layout['tables']): ReadonlySet<string> {
  const made = ELEMENTS.get(tables)
  if (made !== undefined) return made
  const own = tables.flatMap(({ element, rows }) => [element, ...rows.flatMap((row) => row.element ?? [])])
  const known = new Set(['ndm', kind.toLowerCase(), 'segment', ...ONCE, ...own])
  ELEMENTS.set(tables, known)
  return known
}
