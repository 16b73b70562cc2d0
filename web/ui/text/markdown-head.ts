export type HeadValue = string | number | readonly string[]

const LINE = /^(\w+):\s*(.+?)\s*$/

/** Reads the head of a markdown file: `name: value` on each line, where a value is a number, a list in brackets, or a text. */
export function readHead(head: string): ReadonlyMap<string, HeadValue> {
  return new Map(
    head.split(/\r?\n/).flatMap((line) => {
      const [, name, text] = LINE.exec(line) ?? []
      return name === undefined || text === undefined ? [] : [[name, readValue(text)] as const]
    }),
  )
}

function readValue(text: string): HeadValue {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  const [, list] = /^\[(.*)\]$/.exec(text) ?? []
  if (list !== undefined) return list.split(',').map((one) => one.trim())
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text
}
