import type { Language } from '../ui/text/language.ts'
import { readHead } from '../ui/text/markdown-head.ts'

/** A clause; its id is its anchor, which is the same in every version and every language. */
export type Clause = { readonly id: string; readonly title: string; readonly body: string }
/** One version of the terms, named by its date: `docs/tnc/<date>.md`; the German one is `<date>.de.md`. */
export type Terms = {
  readonly version: string
  readonly language: Language
  readonly title: string
  readonly clauses: readonly Clause[]
}

const FILE = /(\d{4}-\d{2}-\d{2})(?:\.(de))?\.md$/
const HEAD = /^---\n([\s\S]*?)\n---\n/
const CLAUSE = /^## (.+)$/m

/** Reads a version; its head must contain `title` and `clauses`, the ids of its clauses in order. */
export function parseTerms(path: string, text: string): Terms {
  const [, version, language] = FILE.exec(path) ?? []
  const head = HEAD.exec(text)
  if (version === undefined || !head) throw new SyntaxError(`${path} is not named by its date, or has no head.`)
  const fields = readHead(head[1] ?? '')
  const [title, ids] = [fields.get('title'), fields.get('clauses')]
  if (typeof title !== 'string' || title === '') throw new SyntaxError(`${path} has no title in its head.`)
  const [before = '', ...pieces] = text.slice(head[0].length).split(CLAUSE)
  if (before.trim() !== '') throw new SyntaxError(`${path} has text before its first clause, where no link leads.`)
  const clauses = Array.from({ length: pieces.length / 2 }, (_, at) => ({
    id: Array.isArray(ids) ? String(ids[at] ?? '') : '',
    title: pieces[2 * at] ?? '',
    body: (pieces[2 * at + 1] ?? '').trim(),
  }))
  const named = new Set(clauses.map(({ id }) => id).filter((id) => /^[a-z]+(-[a-z]+)*$/.test(id)))
  if (!Array.isArray(ids) || ids.length !== clauses.length || named.size !== clauses.length)
    throw new SyntaxError(`${path} has ${clauses.length} clauses: name each in its head, in order, once.`)
  return { version, language: language === 'de' ? 'de' : 'en', title, clauses }
}

/** Returns the versions in a language, newest first. */
export function versionsIn(all: readonly Terms[], language: Language): Terms[] {
  return all.filter((one) => one.language === language).sort((a, b) => b.version.localeCompare(a.version))
}
