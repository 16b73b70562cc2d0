import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'

/** A value of a JSON text with the place where it begins. */
export type JsonValue = { readonly line: number; readonly column: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'text'; readonly text: string }
  /** A number or true, false, null, as it is written. */
  | { readonly kind: 'number' | 'literal'; readonly text: string }
)

export interface JsonMember {
  readonly name: string
  readonly value: JsonValue
}

const BLANK = /[ \t\n\r\ufeff]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y
const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * The value of a JSON text, every part with its line and column, numbers as they are written. Nesting is limited, and
 * names that JavaScript gives a meaning are refused; what is not JSON is a fatal fault.
 */
export function parseJson(text: string, log: FaultLog, limits: Limits = LIMITS): JsonValue {
  let at = 0
  let line = 1
  let lineStart = 0
  let counted = 0

  function here(): { line: number; column: number } {
    for (let feed = text.indexOf('\n', counted); feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1)) {
      line += 1
      lineStart = feed + 1
    }
    counted = Math.max(counted, at)
    return { line, column: at - lineStart + 1 }
  }

  function fail(message: string): never {
    const found = text.slice(at, at + 20)
    log.fatal({ ...here(), keyword: null, code: 'bad-json', message: `not JSON: ${message}`, found })
  }

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }

  function readString(): string {
    if (text.charAt(at) !== '"') fail('a string is expected')
    let end = at + 1
    let hasEscapes = false
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
      if (!(code >= SPACE)) fail('a string does not end, or holds a control character')
      if (code === BACKSLASH) hasEscapes = true
      end += code === BACKSLASH ? 2 : 1
      if (end - at > limits.textLength) {
        refuseExcess(log, { ...here(), code: 'too-large', limit: `${limits.textLength} characters in one place` })
      }
    }
    const quoted = text.slice(at, end + 1)
    const value = hasEscapes ? unescapeText(quoted) : quoted.slice(1, -1)
    if (value === null) fail('a string has a wrong escape')
    at = end + 1
    return value
  }

  /** The parts of an array or object: `read` takes one, until `close`. */
  function readParts(close: string, read: () => void): void {
    at += 1
    match(BLANK)
    if (text.charAt(at) === close) {
      at += 1
      return
    }
    for (;;) {
      read()
      match(BLANK)
      const next = text.charAt(at)
      if (next !== ',' && next !== close) fail(`"," or "${close}" is expected`)
      at += 1
      if (next === close) return
    }
  }

  function readValue(depth: number): JsonValue {
    match(BLANK)
    const place = here()
    if (depth > limits.depth) {
      log.fatal({ ...place, keyword: null, code: 'too-deep', message: `JSON is nested more than ${limits.depth} deep` })
    }
    const first = text.charAt(at)
    if (first === '{') {
      const members: JsonMember[] = []
      readParts('}', () => members.push(readMember(depth)))
      return { ...place, kind: 'object', members }
    }
    if (first === '[') {
      const items: JsonValue[] = []
      readParts(']', () => items.push(readValue(depth + 1)))
      return { ...place, kind: 'array', items }
    }
    if (first === '"') return { ...place, kind: 'text', text: readString() }
    const number = match(NUMBER)
    if (number !== null) return { ...place, kind: 'number', text: number }
    const literal = match(LITERAL)
    if (literal === null) fail('a value is expected')
    return { ...place, kind: 'literal', text: literal }
  }

  function readMember(depth: number): JsonMember {
    match(BLANK)
    const name = readString()
    if (FORBIDDEN_NAMES.includes(name)) fail(`the name ${name} is not allowed`)
    match(BLANK)
    if (text.charAt(at) !== ':') fail('":" is expected')
    at += 1
    return { name, value: readValue(depth + 1) }
  }

  const value = readValue(0)
  match(BLANK)
  if (at < text.length) fail('nothing more is expected')
  return value
}

function unescapeText(quoted: string): string | null {
  try {
    return String(JSON.parse(quoted))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
