import type { Language } from '../../ui/text/language.ts'
import { readHead } from '../../ui/text/markdown-head.ts'
import { sectionsOf } from './section.ts'

/** The facts about a guide that the contents show. */
export type GuideEntry = {
  readonly language: Language
  readonly page: string
  readonly file: string
  readonly title: string
  readonly order: number
}

/** One guide: the markdown of `docs/guide/<page>/<file>.md` below its head; the German one is `<file>.de.md`. */
export type Guide = GuideEntry & {
  readonly body: string
  /** The ids of its headings, in order; in every language they come from the English headings. */
  readonly anchors: readonly string[]
}

const HEAD = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const PLACE = /([^/.]+)\/([^/.]+)(?:\.(de))?\.md$/

/** Reads a guide; its head must contain `title` and `order`. */
export function parseGuide(path: string, text: string): Guide {
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

/** Returns the guide at a path; a translation gets the anchors of the English guide. */
export function guideAt(path: string, read: (path: string) => string): Guide {
  const guide = parseGuide(path, read(path))
  const english = path.replace(/\.de\.md$/, '.md')
  return english === path ? guide : { ...guide, anchors: parseGuide(english, read(english)).anchors }
}

/** Returns guides as the contents list them: by order, then by title. */
export function inOrder<G extends GuideEntry>(guides: readonly G[]): G[] {
  return guides.toSorted((one, two) => one.order - two.order || one.title.localeCompare(two.title))
}
