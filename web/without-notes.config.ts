import type { Plugin } from 'vite'

/**
 * The meaning and format of a field are in the API reference, which the server prints: no page contains them, or the code with which zod
 * prints them.
 */
export const withoutNotes: Plugin = {
  name: 'without-notes',
  enforce: 'pre',
  transform: (code, id) => {
    if (/[\\/]contract[\\/].*\.ts$/.test(id)) return { code: leftOfNotes(code), map: null }
    return /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/.test(id) ? { code: leftOfPrinting(code), map: null } : null
  },
}

/** Matches the code that prints each kind of schema. */
const PRINTS_ITSELF = /^ *inst\._zod\.processJSONSchema = .*;$/gm
const PRINTER = /^import \{ (\w+), (\w+) \} from "\.\.\/core\/to-json-schema\.js";$/m

/** Removes the code with which zod's schemas print themselves as JSON Schema, a quarter of the size of zod. */
export function leftOfPrinting(code: string): string {
  return code.replace(PRINTS_ITSELF, '').replace(PRINTER, 'const $1 = () => undefined, $2 = $1;')
}

const BEGIN = '.meta({'
/** The properties that only the reference uses; a note with any other property is kept. */
const FOR_REFERENCE = ['id', 'title', 'description', 'examples']

/** Returns a text of the contract without the notes on its fields: `z.number().meta({ description: 'Mass, kg' })` becomes `z.number()`. */
export function leftOfNotes(code: string): string {
  const begin = code.indexOf(BEGIN)
  if (begin < 0) return code
  const note = noteAt(code, begin + BEGIN.length)
  const isForReference = note?.names.every((name) => FOR_REFERENCE.includes(name)) === true
  const end = isForReference ? note.end : begin + BEGIN.length
  return code.slice(0, isForReference ? begin : end) + leftOfNotes(code.slice(end))
}

/** Matches a comment, a text, a bracket, or the name of a property with its value. */
const PIECE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[()[\]{}]|(\w+)\s*:/g

/** Returns the end of a note that begins inside its bracket, and the names of its properties; undefined if it has no end. */
function noteAt(code: string, from: number): { readonly end: number; readonly names: readonly string[] } | undefined {
  const names: string[] = []
  let depth = 2
  for (const piece of code.slice(from).matchAll(PIECE)) {
    const [text, name] = piece
    const at = from + piece.index
    if (name !== undefined && depth === 2) names.push(name)
    if (text === '(' || text === '[' || text === '{') depth++
    if (text === ')' || text === ']' || text === '}') depth--
    if (depth === 0) return { end: at + text.length, names }
  }
  return undefined
}
