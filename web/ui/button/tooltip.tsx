import { RichText } from '../text/rich-text.tsx'
import { Button } from './button.tsx'
import { useHint } from './hint.tsx'

type Props = {
  /** The name of the button; the tooltip explains more. */
  readonly label: string
  /** HTML, from which everything unsafe is removed. */
  readonly html: string
  readonly children?: React.ReactNode
}

/** Shows a small button whose help appears on hover and focus, stays while the pointer is on it, and closes with Escape. */
export function Help({ label, html, children = '?' }: Props) {
  const { anchor, bubble } = useHint(() => <RichText html={html} />)
  return (
    <>
      <Button look="quiet" aria-label={label} {...anchor}>
        {children}
      </Button>
      {bubble}
    </>
  )
}
