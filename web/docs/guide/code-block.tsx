import { CopyButton } from '../../ui/button/copy-button.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './article.module.css'
import { docsWords } from './words.data.ts'

/** Shows unchanged code, for reading or copying. */
export function CodeBlock({ children, label }: React.PropsWithChildren<{ readonly label?: string }>) {
  const words = useWords(docsWords)
  return (
    <div className={`inset flex items-start framed round ${styles.block}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
      <pre tabIndex={0}>{children}</pre>
      <CopyButton
        what={label ?? words('code')}
        text={(button) => button.parentElement?.querySelector('pre')?.textContent ?? ''}
      />
    </div>
  )
}
