import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'

/** Shows a link out of the application: it opens a new window, and the target does not learn from where it was opened. */
export function ExternalLink({ href, children }: React.PropsWithChildren<{ readonly href: string }>) {
  const say = useWords(uiWords)
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> {say('newWindow')}</span>
    </a>
  )
}
