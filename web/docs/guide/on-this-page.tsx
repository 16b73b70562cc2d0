import { useWords } from '../../ui/text/language.ts'
import styles from './docs.module.css'
import type { Section } from './section.ts'
import { docsWords } from './words.data.ts'

/** A heading in the contents of a page; 'lang' if it is in another language than the page. */
export type Heading = Pick<Section, 'id' | 'depth' | 'title'> & { readonly lang?: string }
type Props = { readonly headings: readonly Heading[] }

/** Lists the headings of the text, beside it; nothing for a guide without headings. */
export function OnThisPage({ headings }: Props) {
  const words = useWords(docsWords)
  if (headings.length === 0) return null
  return (
    <nav className={`min-h-0 scroll relative fs-13 no-tablet ${styles.aside}`} aria-labelledby="on-this-page">
      <h2 className="mb-8 fs-13 bold" id="on-this-page">
        {words('onThisPage')}
      </h2>
      <Headings headings={headings} />
    </nav>
  )
}

/** Shows the list of headings if there is no room beside the text: folded, above the text. */
export function OnThisPageFolded({ headings }: Props) {
  const words = useWords(docsWords)
  if (headings.length === 0) return null
  return (
    <details className={styles.inline}>
      <summary>{words('onThisPage')}</summary>
      <Headings headings={headings} />
    </details>
  )
}

function Headings({ headings }: Props) {
  return (
    <ul>
      {headings.map(({ id, depth, title, lang }) => (
        <li key={id} className={depth > 2 ? styles.deeper : undefined}>
          <a href={`#${id}`} lang={lang}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
