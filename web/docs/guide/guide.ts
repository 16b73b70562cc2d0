import type { Language } from '../../ui/text/language.ts'
import { readHead } from '../../ui/text/markdown-head.ts'
import { sectionsOf } from './section.ts'

/** One guide: the markdown of `docs/guide/<page>/<file>.md` below its head; German is `<file>.de.md`. */
export type Guide = {
  readonly page: string
  readonly file: string
  readonly title: string
  readonly order: number
  readonly body: string
  /** Ids of its headings, in order: named by the English ones in every language. */
  readonly anchors: readonly string[]
}

const HEAD = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const PLACE = /([^/.]+)\/([^/.]+)(?:\.(de))?\.md$/

/** Reads a guide; its head has to give `title` and `order`. */
export function parseGuide(path: string, text: string): Guide & { readonly language: Language } {
  const [, page = '', file = '', language = 'en'] = PLACE.exec(path) ?? []
  const head = HEAD.exec(text)
  if (file === '' || !head) throw new SyntaxError(`${path} has no head: write title and order between lines of ---.`)
  const fields = readHead(head[1] ?? '')
  const [title, order] = [fields.get('title'), fields.get('order')]
  if (typeof title !== 'string' || title === '') throw new SyntaxError(`${path} has no title in its head.`)
  if (typeof order !== 'number') throw new SyntaxError(`${path} has no order in its head: a number.`)
  const body = text.slice(head[0].length)
  const anchors = sectionsOf(body).flatMap(({ id }) => (id === '' ? [] : [id]))
  return { page, file, language: language === 'de' ? 'de' : 'en', title, order, body, anchors }
}

/** The guides by language, from their texts by path; a translation is found by the anchors of the English guide. */
export function guidesOf(texts: Readonly<Record<string, string>>): Readonly<Record<Language, readonly Guide[]>> {
  const all = Object.entries(texts).map(([path, text]) => parseGuide(path, text))
  const english = all.filter(({ language }) => language === 'en')
  const german = all
    .filter(({ language }) => language === 'de')
    .map((guide) => ({
      ...guide,
      anchors: english.find(({ page, file }) => page === guide.page && file === guide.file)?.anchors ?? [],
    }))
  return { en: inOrder(english), de: inOrder(german) }
}

/** Guides as the contents list them: by order, then by title. */
export function inOrder<G extends Guide>(guides: readonly G[]): G[] {
  return guides.toSorted((one, two) => one.order - two.order || one.title.localeCompare(two.title))
}
