/** The format of the text of a file. */
export type TextFormat = 'kvn' | 'xml' | 'json' | 'text'
type TokenKind = 'key' | 'mark' | 'number' | 'text' | 'unit' | 'comment'
/** A part of a line with its role; all parts together are the complete line. */
export type Token = { readonly kind: TokenKind; readonly text: string }

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/
const KVN_LINE = /^(\s*)([A-Z][A-Z0-9_-]*)(\s*=\s*)(.*?)(\s*\[[^\]]*\])?(\s*)$/
const KVN_COMMENT = /^\s*COMMENT\b/
const KVN_BRACKET = /^\s*[A-Z_]+_(?:START|STOP)\s*$/
const XML_PART = /<!--.*?-->|<[^>]*>?|[^<]+/g
const XML_TAG = /^(<[/?!]?)([\w:.-]*)(.*?)([/?]?>?)$/s
const JSON_PART = /"(?:[^"\\]|\\.)*"?|[+-]?\d[\d.eE+-]*|[^"\d+-]+|[+-]/g

/** Returns the parts of a line, for coloured syntax; a line in another format stays one part. */
export function tokensOf(line: string, format: TextFormat): readonly Token[] {
  const tokens = TOKENISERS[format](line)
  return tokens.filter(({ text }) => text !== '')
}

const TOKENISERS: Readonly<Record<TextFormat, (line: string) => readonly Token[]>> = {
  kvn: kvnTokens,
  xml: (line) => (line.match(XML_PART) ?? []).flatMap(xmlTokens),
  json: jsonTokens,
  text: (line) => [{ kind: 'text', text: line }],
}

function kvnTokens(line: string): readonly Token[] {
  if (KVN_COMMENT.test(line)) return [{ kind: 'comment', text: line }]
  if (KVN_BRACKET.test(line)) return [{ kind: 'key', text: line }]
  const [, indent = '', key = '', equals = '', value = '', unit = '', rest = ''] = KVN_LINE.exec(line) ?? []
  if (key === '') return [{ kind: 'number', text: line }]
  return [
    { kind: 'mark', text: indent },
    { kind: 'key', text: key },
    { kind: 'mark', text: equals },
    valueToken(value),
    { kind: 'unit', text: unit },
    { kind: 'mark', text: rest },
  ]
}

function xmlTokens(part: string): readonly Token[] {
  if (part.startsWith('<!--')) return [{ kind: 'comment', text: part }]
  if (!part.startsWith('<')) return [valueToken(part)]
  const [, open = '', name = '', attributes = '', close = ''] = XML_TAG.exec(part) ?? ['', part]
  return [
    { kind: 'mark', text: open },
    { kind: 'key', text: name },
    { kind: 'unit', text: attributes },
    { kind: 'mark', text: close },
  ]
}

function jsonTokens(line: string): readonly Token[] {
  const parts = line.match(JSON_PART) ?? []
  return parts.map((part, place) => {
    if (!part.startsWith('"')) return { kind: NUMBER.test(part) ? 'number' : 'mark', text: part }
    if (/^\s*:/.test(parts[place + 1] ?? '')) return { kind: 'key', text: part }
    return valueToken(part)
  })
}

function valueToken(text: string): Token {
  return { kind: NUMBER.test(text.trim().replace(/^"|"$/g, '')) ? 'number' : 'text', text }
}

/** Returns the keyword to which a line gives a value; undefined if there is none. */
export function keywordOf(line: string, format: TextFormat): string | undefined {
  if (format === 'kvn') return KVN_COMMENT.test(line) ? undefined : KVN_LINE.exec(line)?.[2]
  if (format === 'xml') return /^\s*<([A-Z][A-Z0-9_]*)[\s>]/.exec(line)?.[1]
  return format === 'json' ? /^\s*"(?:SAT[12]_)?([A-Z][A-Z0-9_]*)"\s*:/.exec(line)?.[1] : undefined
}

/**
 * Returns the line, from 1, that an address names: by its number, or by a keyword, where `.2` means the second line that has it. Undefined
 * if there is no such line.
 */
export function lineAt(at: string, lines: readonly string[], format: TextFormat): number | undefined {
  if (/^\d+$/.test(at)) return Number(at) >= 1 && Number(at) <= lines.length ? Number(at) : undefined
  const [keyword = '', which = '1'] = at.toUpperCase().split('.')
  let left = Number(which)
  for (const [place, line] of lines.entries()) {
    if (keywordOf(line, format) === keyword) left -= 1
    if (left === 0) return place + 1
  }
  return undefined
}

/** Returns the numbers, from 1, of the lines that contain a text, whatever their case. */
export function linesWith(text: string, lines: readonly string[]): readonly number[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return lines.flatMap((line, place) => (line.toLowerCase().includes(wanted) ? [place + 1] : []))
}

/** A token, divided at the beginning and the end of the searched text. */
export type Piece = { readonly kind: TokenKind; readonly text: string; readonly isFound: boolean }

/** Returns the tokens of a line, divided so that the searched text can be marked, also across tokens. */
export function piecesOf(tokens: readonly Token[], searched: string): readonly Piece[] {
  const wanted = searched.trim().toLowerCase()
  if (wanted === '') return tokens.map((token) => ({ ...token, isFound: false }))
  const line = tokens.map(({ text }) => text).join('')
  const found = new Uint8Array(line.length)
  const lower = line.toLowerCase()
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    found.fill(1, at, at + wanted.length)
  let start = 0
  return tokens.flatMap(({ kind, text }) => {
    const pieces = cut(text, found.subarray(start, start + text.length))
    start += text.length
    return pieces.map((piece) => ({ kind, ...piece }))
  })
}

function cut(text: string, found: Uint8Array): { text: string; isFound: boolean }[] {
  const pieces: { text: string; isFound: boolean }[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && found[to] === found[from]) to += 1
    pieces.push({ text: text.slice(from, to), isFound: found[from] === 1 })
    from = to
  }
  return pieces
}
