import { Link } from '@tanstack/react-router'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { paths } from '../../site/paths.ts'
import styles from './article.module.css'
import { CodeBlock } from './code-block.tsx'
import { nameHeadings } from './name-headings.ts'

const REMARK = [remarkGfm]
const GUIDE = /^\/docs\/([^/#]+)\/([^/#]+)(?:#(.+))?$/

const COMPONENTS: Components = {
  a: ({ href = '', children }) => {
    const [, page, file, hash] = GUIDE.exec(href) ?? []
    if (page === undefined || file === undefined) return <a href={href}>{children}</a>
    return (
      <Link to={paths.docs} params={{ page, file }} {...(hash === undefined ? {} : { hash })}>
        {children}
      </Link>
    )
  },
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled by keyboard as well.
    <div className={`scroll-x ${styles.table}`} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

type Props = { readonly markdown: string; readonly anchors: readonly string[] }

/** Shows the markdown of a guide without any HTML of the guide itself; its headings get the anchors as ids, in order. */
export function Article({ markdown, anchors }: Props) {
  // The markdown is sanitised before the headings get their ids, because the sanitiser would rename the ids.
  const rehype = [rehypeSanitize, nameHeadings(anchors)]
  return (
    <div className={`soft fs-15 lh-24 ${styles.prose}`}>
      <Markdown skipHtml remarkPlugins={REMARK} rehypePlugins={rehype} components={COMPONENTS}>
        {markdown}
      </Markdown>
    </div>
  )
}
