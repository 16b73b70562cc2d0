/** Markup that needs no further escaping. */
export type Html = { readonly markup: string }

type Part = Html | string | number | undefined | false | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
  if ('markup' in part) return part.markup
  return part.map((one) => one.markup).join('')
}

/** Returns a template whose values are escaped, unless they are markup themselves. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, i) => (i === 0 ? text : toMarkup(parts[i - 1]) + text)).join('') }
}
