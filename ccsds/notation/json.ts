import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'
import { lineCounter, type Place } from './line-counter.ts'

/** A value in a JSON text with the place at which it begins. */
export type JsonValue = Place &
  (
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
 * Yields the items of a JSON text that is an array, each as soon as it is read, so that a catalogue is never stored as a tree; yields the value
 * itself if it is not an array. Every part has its line and column, and numbers are as they are written. Nesting and the parts of an item are
 * limited, and names with a meaning in JavaScript are refused; invalid JSON is a fatal fault.
 */
export function* parseJsonItems(text: string, log: FaultLog, limits: Limits = LIMITS): Generator<JsonValue> {
  const reader = jsonReader(text, log, limits)
  if (!reader.opensArray()) yield reader.readValue(0)
  else for (let isMore = reader.beginParts(']'); isMore; isMore = reader.nextPart(']')) yield reader.readValue(1)
  reader.finish()
}

function jsonReader(text: string, log: FaultLog, limits: Limits) {
  const placeOf = lineCounter(text)
  let at = 0
  const here = () => placeOf(at)

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

  /** Moves past the opening bracket of an array or object, and returns true if a part follows. */
  function beginParts(close: string): boolean {
    at += 1
    match(BLANK)
    if (text.charAt(at) !== close) return true
    at += 1
    return false
  }

  /** Returns true if another part follows. */
  function nextPart(close: string): boolean {
    match(BLANK)
    const next = text.charAt(at)
    if (next !== ',' && next !== close) fail(`"," or "${close}" is expected`)
    at += 1
    return next !== close
  }

  /** Reads the parts of an array or object in a message; `read` reads each part. */
  function readParts(close: string, read: () => void): void {
    let parts = 0
    for (let isMore = beginParts(close); isMore; isMore = nextPart(close)) {
      parts += 1
      if (parts > limits.members) {
        refuseExcess(log, { ...here(), code: 'too-large', limit: `${limits.members} members in one place` })
      }
      read()
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

  return {
    beginParts,
    nextPart,
    readValue,
    opensArray(): boolean {
      match(BLANK)
      return text.charAt(at) === '['
    },
    finish(): void {
      match(BLANK)
      if (at < text.length) fail('nothing more is expected')
    },
  }
}

function unescapeText(quoted: string): string | null {
  try {
    return String(JSON.parse(quoted))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
