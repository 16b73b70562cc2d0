const MOST_LINE_CHARACTERS = 2_000
const MOST_FIELD_CHARACTERS = 4_000
const MOST_FIELDS = 500
const MOST_PARAMETERS = 50

export type MailLines = Generator<string, undefined>
/** The values of the fields of a header by their names in lower case, in their order. */
export type MailFields = ReadonlyMap<string, readonly string[]>

/** Yields the lines of a text; a very long line is cut. */
export function* linesOf(text: string): MailLines {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, Math.min(end, at + MOST_LINE_CHARACTERS))
    yield line.endsWith('\r') ? line.slice(0, -1) : line
    at = end + 1
  }
  return undefined
}

/** Reads the fields up to an empty line or an end line, unfolds them, and returns them by their names in lower case. */
export function readFields(lines: MailLines, first?: string, isEnd = (_: string) => false): MailFields {
  const fields = new Map<string, string[]>()
  let [count, values]: [number, string[] | undefined] = [0, undefined]
  for (let line = first ?? lines.next().value; line !== undefined && line !== ''; line = lines.next().value) {
    if (isEnd(line)) break
    const isFolded = line.startsWith(' ') || line.startsWith('\t')
    if (isFolded) {
      const last = values?.at(-1)
      if (values !== undefined && last !== undefined && last.length < MOST_FIELD_CHARACTERS)
        values[values.length - 1] = last + line
      continue
    }
    const colon = line.indexOf(':')
    count += 1
    values = undefined
    if (colon <= 0 || count > MOST_FIELDS) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    values = fields.get(name) ?? []
    values.push(line.slice(colon + 1))
    fields.set(name, values)
  }
  return fields
}

/** Returns the first word of a field in lower case, and its parameters (RFC 2045 §5.1): `text/plain; charset=utf-8`. */
export function readParameters(field: string): {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
} {
  const [value = '', ...texts] = splitOutsideQuotes(field, ';')
  const parameters = new Map<string, string>()
  for (const text of texts.slice(0, MOST_PARAMETERS)) {
    const equals = text.indexOf('=')
    if (equals < 0) continue
    const name = text.slice(0, equals).trim().toLowerCase()
    // If a parameter occurs twice, the first one is used, so that nobody can override it by appending another one.
    if (!parameters.has(name)) parameters.set(name, unquoted(text.slice(equals + 1).trim()))
  }
  return { value: value.trim().toLowerCase(), parameters }
}

/** Splits a field at a character that is neither in quotes nor in a comment in parentheses; comments are left out. */
export function splitOutsideQuotes(field: string, separator: string): string[] {
  const texts: string[] = []
  let [text, isQuoted, depth] = ['', false, 0]
  for (let at = 0; at < field.length; at += 1) {
    const one = field.charAt(at)
    const isEscape = one === '\\' && (isQuoted || depth > 0)
    const piece = isEscape ? field.slice(at, at + 2) : one
    if (isEscape) at += 1
    else if (one === '"' && depth === 0) isQuoted = !isQuoted
    else if (one === '(' && !isQuoted) depth += 1
    const isComment = depth > 0
    if (one === ')' && !isQuoted && depth > 0) depth -= 1
    if (isComment) continue
    if (piece === separator && !isQuoted) {
      texts.push(text)
      text = ''
    } else text += piece
  }
  return [...texts, text]
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  let value = ''
  for (let at = 1; at < text.length && text.charAt(at) !== '"'; at += 1) {
    if (text.charAt(at) === '\\') at += 1
    value += text.charAt(at)
  }
  return value
}
