/** Returns the fields of a line of comma-separated values, trimmed; a quoted field may contain separators, and "" in it is a quote. */
export function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = []
  let [field, isQuoted] = ['', false]
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (isQuoted && char === '"' && line.charAt(at + 1) === '"') {
      field += '"'
      at += 1
    } else if (char === '"') isQuoted = !isQuoted
    else if (char === separator && !isQuoted) {
      fields.push(field.trim())
      field = ''
    } else field += char
  }
  return [...fields, field.trim()]
}
