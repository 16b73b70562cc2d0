import { Link, useSearch } from '@tanstack/react-router'
import Markdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { Message } from '../shell/page/message.tsx'
import { paths } from '../site/paths.ts'
import { placeOfHash } from '../site/place-of-hash.ts'
import { Button } from '../ui/button/button.tsx'
import { useLanguage, useWords } from '../ui/text/language.ts'
import { type Terms, versionsIn } from './terms.ts'
import styles from './tnc.module.css'
import { TERMS } from './versions.ts'
import { tncWords } from './words.data.ts'

const REHYPE = [rehypeSanitize]

/** Shows the terms to everybody: the current version, or an earlier one that the address names. */
export function TermsPage() {
  const words = useWords(tncWords)
  const versions = versionsIn(TERMS, useLanguage())
  const { version } = useSearch({ from: paths.tnc })
  const [newest] = versions
  if (!newest) return null
  const shown = version === undefined ? newest : versions.find((one) => one.version === version)
  if (!shown)
    return (
      <Message title={words('terms')}>
        <p>{words('unknown', { version: version ?? '' })}</p>
        <NewestLink version={newest.version} />
      </Message>
    )
  return (
    <div className={`grid items-start ${styles.page}`}>
      <title>{words('pageTitle', { title: shown.title })}</title>
      <div className={`sticky top-0 fs-13 ${styles.aside}`}>
        <nav aria-labelledby="clauses">
          <h2 className="mb-8 fs-13 bold" id="clauses">
            {words('clauses')}
          </h2>
          <ClauseLinks clauses={shown.clauses} />
        </nav>
        <VersionLinks versions={versions} shown={shown} />
      </div>
      <article ref={comeToClause} className={`line-left soft fs-15 lh-24 ${styles.article}`}>
        <header className={`relative line-bottom ${styles.head}`}>
          <h1 className="ink fs-28 lh-36 medium">{shown.title}</h1>
          <p>
            {words('version', { version: shown.version })}. {words(shown === newest ? 'binding' : 'older')}
          </p>
          {shown === newest ? null : <NewestLink version={newest.version} />}
          <Button className={styles.print ?? ''} onClick={() => print()}>
            {words('print')}
          </Button>
        </header>
        <details className={styles.folded}>
          <summary>{words('clauses')}</summary>
          <ClauseLinks clauses={shown.clauses} />
        </details>
        {shown.clauses.map(({ id, title, body }, at) => (
          <section key={id} id={id} aria-labelledby={`${id}-h`} className={styles.clause}>
            <h2 id={`${id}-h`} className="fs-16 lh-24 bold">
              <a href={`#${id}`} className="ink plain-link">
                {at + 1}. {title}
              </a>
            </h2>
            <Markdown skipHtml rehypePlugins={REHYPE}>
              {body}
            </Markdown>
          </section>
        ))}
      </article>
    </div>
  )
}

function ClauseLinks({ clauses }: Pick<Terms, 'clauses'>) {
  return (
    <ol>
      {clauses.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  )
}

function VersionLinks({ versions, shown }: { readonly versions: readonly Terms[]; readonly shown: Terms }) {
  const words = useWords(tncWords)
  return (
    <nav aria-labelledby="versions">
      <h2 className="mb-8 fs-13 bold" id="versions">
        {words('versions')}
      </h2>
      <ul>
        {versions.map(({ version }) => (
          <li key={version}>
            <Link
              to={paths.tnc}
              search={{ version }}
              activeProps={{ 'aria-current': undefined }}
              aria-current={version === shown.version ? 'page' : undefined}
            >
              {version}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NewestLink({ version }: { readonly version: string }) {
  const words = useWords(tncWords)
  return (
    <p>
      <Link to={paths.tnc}>{words('newest', { version })}</Link>
    </p>
  )
}

/** The browser looked for the clause of the address before the page was drawn. */
function comeToClause(article: HTMLElement | null): void {
  if (article) placeOfHash(document)?.scrollIntoView()
}
