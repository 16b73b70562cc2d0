import { parse } from 'yaml'

/** One guide: the markdown of `docs/guide/<page>/<file>.md` below its head. */
export type Guide = {
  readonly page: string
  readonly file: string
  readonly title: string
  readonly order: number
  readonly body: string
}

const HEAD = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const PLACE = /([^/]+)\/([^/]+)\.md$/

/** Reads a guide; its head has to give `title` and `order`. */
export function parseGuide(path: string, text: string): Guide {
  const [, page = '', file = ''] = PLACE.exec(path) ?? []
  const head = HEAD.exec(text)
  if (file === '' || !head) throw new SyntaxError(`${path} has no head: write title and order between lines of ---.`)
  const fields: unknown = parse(head[1] ?? '')
  const read = (name: string): unknown =>
    typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined
  const [title, order] = [read('title'), read('order')]
  if (typeof title !== 'string' || title === '') throw new SyntaxError(`${path} has no title in its head.`)
  if (typeof order !== 'number') throw new SyntaxError(`${path} has no order in its head: a number.`)
  return { page, file, title, order, body: text.slice(head[0].length) }
}

/** Guides as the contents list them: by order, then by title. */
export function inOrder(guides: readonly Guide[]): Guide[] {
  return guides.toSorted((one, two) => one.order - two.order || one.title.localeCompare(two.title))
}
