import { Fragment } from 'react'

/** The HTML elements that a tooltip may contain; other elements are removed, but their text stays. */
const ALLOWED = ['b', 'strong', 'i', 'em', 'code', 'sub', 'sup', 'br', 'p', 'ul', 'ol', 'li'] as const
type Tag = (typeof ALLOWED)[number]
/** Elements whose text is removed too, because it is not meant for readers. */
const SILENT = ['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math', 'textarea', 'title']
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi

export type RichNode = string | { readonly tag: Tag; readonly children: RichNode[] }

/** Reads HTML into the few elements that are allowed, without any attribute. */
export function parseRichText(html: string): RichNode[] {
  const root: RichNode[] = []
  const open: { readonly tag: Tag; readonly children: RichNode[] }[] = []
  const text = withoutSilent(html)
  const add = (node: RichNode) => (open.at(-1)?.children ?? root).push(node)
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) add(decode(text.slice(at, match.index)))
    at = match.index + match[0].length
    const tag = ALLOWED.find((one) => one === match[2]?.toLowerCase())
    if (tag === undefined) continue
    if (match[1] === '/') {
      const depth = open.findLastIndex((one) => one.tag === tag)
      if (depth >= 0) open.length = depth
      continue
    }
    const node = { tag, children: [] }
    add(node)
    if (tag !== 'br') open.push(node)
  }
  if (at < text.length) add(decode(text.slice(at)))
  return root
}

function withoutSilent(html: string): string {
  return SILENT.reduce(
    (text, tag) => text.replaceAll(new RegExp(`<${tag}\\b[^>]*>[\\s\\S]*?(?:</${tag}\\s*>|$)`, 'gi'), ''),
    html,
  )
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|([a-z]+));/gi, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (ENTITIES[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

/** Shows HTML from outside, without anything unsafe. */
export function RichText({ html }: { readonly html: string }) {
  return <Nodes nodes={parseRichText(html)} />
}

function Nodes({ nodes }: { readonly nodes: readonly RichNode[] }) {
  return nodes.map((node, place) => {
    const key = `${place}`
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
    const { tag: Element, children } = node
    return Element === 'br' ? (
      <br key={key} />
    ) : (
      <Element key={key}>
        <Nodes nodes={children} />
      </Element>
    )
  })
}
