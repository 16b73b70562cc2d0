/** A heading of a guide with the text below it; the text before the first heading has neither id nor title. */
export type Section = {
  readonly id: string
  readonly depth: number
  readonly title: string
  /** The text without markup, on one line. */
  readonly text: string
}

const FENCE = /^\s*(```|~~~)/
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/

/**
 * Returns a guide divided by its headings. If anchors are given, they are the ids of the headings, in order; otherwise the ids are made
 * from the headings.
 */
export function sectionsOf(body: string, anchors?: readonly string[]): Section[] {
  const nameOf = slugger()
  const given = anchors?.values()
  const found: { id: string; depth: number; title: string; lines: string[] }[] = [
    { id: '', depth: 1, title: '', lines: [] },
  ]
  let inCode = false
  for (const line of body.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      inCode = !inCode
      continue
    }
    const heading = inCode ? null : HEADING.exec(line)
    if (!heading) {
      found.at(-1)?.lines.push(inCode ? line : plain(line))
      continue
    }
    const title = plain(heading[2] ?? '').trim()
    found.push({ id: given?.next().value ?? nameOf(title), depth: heading[1]?.length ?? 1, title, lines: [] })
  }
  return found
    .map(({ lines, ...rest }) => ({ ...rest, text: lines.join(' ').replace(/\s+/g, ' ').trim() }))
    .filter(({ id, text }) => id !== '' || text !== '')
}

/** Returns a function that creates ids like GitHub's, so that a link also works there. */
function slugger(): (title: string) => string {
  const seen = new Map<string, number>()
  return (title) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** Returns a line without the marks of markdown. */
function plain(line: string): string {
  return line
    .replace(/^(?=[^-]*---)[\s|:-]*$/, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s*([-*]|\d+\.)\s+/, '')
    .replace(/(?<!\s)\s*\|\s*/g, ' ')
    .replace(/[`*]/g, '')
}
