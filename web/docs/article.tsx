import { Link } from '@tanstack/react-router'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import { paths } from '../paths.ts'
import styles from './article.module.css'
import { CodeBlock } from './code-block.tsx'

// Sanitised before the headings get their ids, which the sanitiser would rename.
const REHYPE = [rehypeSanitize, rehypeSlug]
const REMARK = [remarkGfm, remarkFrontmatter]
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
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

/** The markdown of a guide, without any HTML of its own. */
export function Article({ markdown }: { readonly markdown: string }) {
  return (
    <div className={styles.prose}>
      <Markdown skipHtml remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
        {markdown}
      </Markdown>
    </div>
  )
}
